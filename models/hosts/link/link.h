// A cable, or a path, in one direction.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/hosts/link/line.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

// A Line on events of its own. Packets pushed at one instant enter ordered by flow and sequence
// number, one delta later.
class Link : public sc_core::sc_module, public PacketSink {
 public:
  Link(const sc_core::sc_module_name& name, const LinkConfig& config, PacketSink& sink);

  void push(PacketHandle packet) override;

  std::uint64_t dropped_packets() const { return line_.dropped_packets(); }
  std::uint64_t dropped_bytes() const { return line_.dropped_bytes(); }
  std::size_t packets_inside() const { return inbox_.size() + line_.packets_inside(); }

 private:
  void admit_inbox();
  void deliver();

  PacketSink& sink_;
  Line line_;
  std::vector<PacketHandle> inbox_;
  sc_core::sc_event collect_;
  sc_core::sc_event arrival_;
};

}  // namespace docsis_vp::hosts
