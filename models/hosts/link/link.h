// Models a unidirectional cable or path.
#pragma once

#include <cstdint>
#include <systemc>

#include "models/hosts/link/line.h"
#include "platform/base/packet.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::hosts {

// A Line with its own alarm, which rings at most once per packet. Without delay and rate, packets
// arrive at the same instant.
class Link : public sc_core::sc_module, public PacketSink {
 public:
  Link(const sc_core::sc_module_name& name, const LinkConfig& config, PacketSink& sink);

  void push(PacketHandle packet) override;

  std::uint64_t dropped_packets() const { return line_.dropped_packets(); }
  std::uint64_t dropped_bytes() const { return line_.dropped_bytes(); }
  std::size_t packets_inside() const { return line_.packets_inside(); }

 private:
  void deliver();
  void wait();

  PacketSink& sink_;
  Line line_;
  platform::Alarm arrival_;
  platform::DeferredCall arrival_now_;
};

}  // namespace docsis_vp::hosts
