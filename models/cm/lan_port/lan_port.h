// Models an Ethernet port on the LAN side of the modem: receives packets from the hosts.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

// Takes packets of any flow. `arrived`: instant at which the last octet arrived.
class ArrivalSink {
 public:
  virtual ~ArrivalSink() = default;
  virtual void arrive(PacketHandle packet, TimePs arrived) = 0;
};

// Collects the arrivals of one instant and passes them on one delta later, ordered by flow and
// sequence number. The result therefore does not depend on the order in which sources run.
class LanPort : public sc_core::sc_module, public PacketSink {
 public:
  // port: its number; the ports of one modem act in this order.
  LanPort(const sc_core::sc_module_name& name, unsigned port, platform::InstantSequencer& sequencer,
          ArrivalSink& sink);

  void push(PacketHandle packet) override;

  std::uint64_t packets() const { return packets_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Arrival {
    PacketHandle packet;
    TimePs arrived = 0;
  };

  void hand_on();

  platform::InstantSequencer& sequencer_;
  ArrivalSink& sink_;
  platform::InstantSequencer::TaskId task_;
  std::vector<Arrival> inbox_;
  std::uint64_t packets_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace docsis_vp::cm
