// The coaxial plant: what is sent arrives later, in the order of time.
#pragma once

#include <deque>
#include <systemc>
#include <vector>

#include "models/docsis/burst_queue.h"
#include "models/docsis/rf.h"
#include "platform/base/time.h"

namespace docsis_vp::system {

// One delay per modem, the same both ways; nothing is lost or reordered here.
class RfPlant : public sc_core::sc_module, public docsis::DownstreamTransmitter {
 public:
  // delays: one way, per modem.
  RfPlant(const sc_core::sc_module_name& name, const std::vector<TimePs>& delays);

  // Both before the simulation starts.
  void connect(docsis::UpstreamReceiver& cmts) { cmts_ = &cmts; }
  void connect(unsigned modem, docsis::DownstreamReceiver& receiver);
  // The modem's end of the upstream direction.
  docsis::UpstreamTransmitter& upstream(unsigned modem) { return drops_[modem]; }

  // DownstreamTransmitter.
  void broadcast(unsigned downstream_channel, docsis::ManagementOctets frame,
                 TimePs departed) override;
  void send(unsigned modem, PacketHandle packet, TimePs departed) override;

 private:
  struct Arrival {
    TimePs at = 0;
    unsigned channel = 0;
    docsis::ManagementOctets frame;  // or
    PacketHandle packet;
  };
  // The cable to one modem.
  struct Drop : docsis::UpstreamTransmitter {
    void transmit(docsis::UpstreamBurst burst) override;

    RfPlant* plant = nullptr;
    unsigned modem = 0;
    TimePs delay = 0;
    docsis::DownstreamReceiver* receiver = nullptr;
    std::deque<Arrival> arrivals;
  };

  void add_arrival(Drop& drop, Arrival arrival);
  void deliver_upstream();
  void deliver_downstream();

  std::vector<Drop> drops_;
  docsis::UpstreamReceiver* cmts_ = nullptr;
  docsis::BurstQueue bursts_;
  TimePs next_downstream_ = kNever;
  sc_core::sc_event upstream_due_;
  sc_core::sc_event downstream_due_;
};

}  // namespace docsis_vp::system
