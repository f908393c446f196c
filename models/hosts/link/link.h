// A cable, or a path, in one direction.
#pragma once

#include <cstdint>
#include <systemc>

#include "models/hosts/link/line.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// A Line with an event of its own, at most one per packet. What has neither delay nor rate arrives
// at the same instant, a delta later.
class Link : public sc_core::sc_module, public PacketSink {
 public:
  Link(const sc_core::sc_module_name& name, const LinkConfig& config, PacketSink& sink);

  void push(PacketHandle packet) override;

  std::uint64_t dropped_packets() const { return line_.dropped_packets(); }
  std::uint64_t dropped_bytes() const { return line_.dropped_bytes(); }
  std::size_t packets_inside() const { return line_.packets_inside(); }

 private:
  void deliver();
  void wake();

  PacketSink& sink_;
  Line line_;
  TimePs woken_at_ = kNever;  // the next activation
  sc_core::sc_event arrival_;
};

}  // namespace docsis_vp::hosts
