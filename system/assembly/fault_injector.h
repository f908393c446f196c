// What goes wrong on purpose: MAPs, requests and bursts that do not arrive.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/docsis/rf.h"
#include "platform/base/random.h"
#include "platform/base/time.h"
#include "system/results/results.h"

namespace docsis_vp::system {

// Stands between a modem and the plant, in both directions. What is scheduled strikes the first
// victims at or after its time.
class FaultInjector : public docsis::UpstreamTransmitter, public docsis::DownstreamReceiver {
 public:
  // Packets that end in a burst that was lost here.
  struct Lost {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
  };

  FaultInjector(std::string modem, std::uint64_t seed, docsis::UpstreamTransmitter& plant);

  // Before the simulation starts.
  void connect(docsis::DownstreamReceiver& modem_port) { modem_port_ = &modem_port; }
  // Sees every burst that the modem sends, lost or not.
  void observe(std::function<void(const docsis::UpstreamBurst&)> observer) {
    observer_ = std::move(observer);
  }

  // Calls of one kind in order of time.
  void lose_maps(TimePs from, unsigned count) { maps_.push_back({from, count}); }
  void lose_requests(TimePs from, unsigned count) { requests_.push_back({from, count}); }
  void lose_bursts(TimePs from, unsigned count) { bursts_.push_back({from, count}); }
  void lose_packets(TimePs from, unsigned count) { packets_.push_back({from, count}); }
  // And of all downstream packets this part, 0 to 1.
  void lose_packets(double part);

  void transmit(docsis::UpstreamBurst burst) override;
  void receive_management(unsigned channel, docsis::ManagementOctets frame) override;
  void receive_packet(docsis::DownstreamFrame frame) override;

  Lost lost(std::uint16_t sid) const;
  // By downstream service flow.
  Lost lost_downstream(unsigned flow) const;
  // What struck, in order of time.
  const std::vector<EventResult>& events() const { return events_; }

 private:
  struct Fault {
    TimePs from = 0;
    unsigned count = 0;
  };

  bool strikes(std::vector<Fault>& faults, TimePs at, const char* kind);

  std::string modem_;
  docsis::UpstreamTransmitter& plant_;
  docsis::DownstreamReceiver* modem_port_ = nullptr;
  std::function<void(const docsis::UpstreamBurst&)> observer_;
  std::vector<Fault> maps_;
  std::vector<Fault> requests_;
  std::vector<Fault> bursts_;
  std::vector<Fault> packets_;
  RandomStream random_;           // one word per downstream packet, if any part is lost
  std::uint64_t lost_below_ = 0;  // of its 2^32 values
  std::vector<Lost> lost_downstream_;
  std::map<std::uint16_t, Lost> lost_;  // by SID
  std::vector<EventResult> events_;
};

}  // namespace docsis_vp::system
