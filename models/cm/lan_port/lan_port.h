// An Ethernet port on the user's side of the modem: packets in from the hosts.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

// Takes packets of any flow; `arrived` is the instant the last octet arrived.
class ArrivalSink {
 public:
  virtual ~ArrivalSink() = default;
  virtual void arrive(PacketHandle packet, TimePs arrived) = 0;
};

// Collects what arrives at an instant and hands it on one delta later, ordered by flow and
// sequence number: the order in which two sources ran at that instant does not show.
class LanPort : public sc_core::sc_module, public PacketSink {
 public:
  // port: ports of one modem act in this order.
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
