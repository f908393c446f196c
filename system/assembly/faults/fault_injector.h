// Injects faults on the plant: lost or late MAPs, lost requests, bursts and packets.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/docsis/rf.h"
#include "platform/base/time.h"
#include "platform/kernel/agenda.h"
#include "system/assembly/faults/fault_rule.h"
#include "system/results/results.h"

namespace docsis_vp::system {

// Connects a modem to the plant, in both directions.
class FaultInjector : public docsis::UpstreamTransmitter, public docsis::DownstreamReceiver {
 public:
  // Packets whose last burst was lost here.
  struct Lost {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
  };

  FaultInjector(std::string modem, std::uint64_t seed, docsis::UpstreamTransmitter& plant);

  // Call it before the simulation starts.
  void connect(docsis::DownstreamReceiver& modem_port) { modem_port_ = &modem_port; }
  // Adds an observer of every burst that the modem sends, lost or not.
  void observe(std::function<void(const docsis::UpstreamBurst&)> observer) {
    observers_.push_back(std::move(observer));
  }
  // Adds an observer of every packet that reaches the modem's end of the plant, lost or not.
  void observe_packets(std::function<void(const docsis::DownstreamFrame&)> observer) {
    packet_observers_.push_back(std::move(observer));
  }
  // Sets the delay of delayed MAPs.
  void set_map_delay(TimePs delay) { map_delay_ = delay; }

  // A MAP that is lost is not also delayed.
  FaultRule& lost_maps() { return lost_maps_; }
  FaultRule& delayed_maps() { return delayed_maps_; }
  FaultRule& lost_requests() { return lost_requests_; }
  FaultRule& lost_bursts() { return lost_bursts_; }
  FaultRule& lost_packets() { return lost_packets_; }
  const FaultRule& lost_maps() const { return lost_maps_; }
  const FaultRule& delayed_maps() const { return delayed_maps_; }
  const FaultRule& lost_requests() const { return lost_requests_; }
  const FaultRule& lost_bursts() const { return lost_bursts_; }
  const FaultRule& lost_packets() const { return lost_packets_; }

  void transmit(docsis::UpstreamBurst&& burst) override;
  void receive_management(unsigned channel, docsis::ManagementOctets frame) override;
  void receive_packet(docsis::DownstreamFrame frame) override;

  // If MAPs may be lost or late, the injector delivers them itself.
  docsis::FrameListener* take_from(docsis::FrameKeeper& keeper) override {
    const bool may_interfere = lost_maps_.may_apply() || delayed_maps_.may_apply();
    return may_interfere ? nullptr : modem_port_->take_from(keeper);
  }
  void leave_keeper() override { modem_port_->leave_keeper(); }

  Lost lost(std::uint16_t sid) const;
  // Returns the losses of a downstream service flow, by its index.
  Lost lost_downstream(unsigned flow) const;
  // Scripted faults that occurred, in order of time.
  const std::vector<EventResult>& events() const { return events_; }

 private:
  struct Late {
    TimePs at = 0;
    unsigned channel = 0;
    docsis::ManagementOctets frame;
  };

  bool applies(FaultRule& rule, TimePs at, const char* kind);
  void deliver_late();

  // Members that every frame reads come first.
  docsis::UpstreamTransmitter& plant_;
  docsis::DownstreamReceiver* modem_port_ = nullptr;
  FaultRule lost_requests_;
  FaultRule lost_bursts_;
  FaultRule lost_packets_;
  std::vector<std::function<void(const docsis::UpstreamBurst&)>> observers_;
  std::vector<std::function<void(const docsis::DownstreamFrame&)>> packet_observers_;
  FaultRule lost_maps_;
  FaultRule delayed_maps_;
  std::string modem_;
  TimePs map_delay_ = 0;
  std::deque<Late> late_;  // in order of time, because all have the same delay
  platform::Alarm late_due_;
  std::vector<Lost> lost_downstream_;
  std::map<std::uint16_t, Lost> lost_;  // by SID
  std::vector<EventResult> events_;
};

}  // namespace docsis_vp::system
