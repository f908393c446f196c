// Declares the interface of custom hardware blocks on the bus of a modem's control CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tlm>
#include <vector>

// clang-format off: language.h checks the C++ standard that the later headers need.
#include "platform/base/language.h"
// clang-format on
#include "models/area/block.h"
#include "models/cm/modem/modem.h"
#include "platform/base/random.h"
#include "platform/base/time.h"
#include "platform/irq/interrupt_line.h"
#include "system/scenario/schema/parameters.h"

namespace docsis_vp::system {

// Environment in which a block is built.
struct BlockSite {
  const std::string& name;  // in the scenario, among the modem's blocks
  const Parameters& parameters;
  // Sets the level from a time on, now or later; see platform/irq/external_line.h. Not connected if
  // the scenario gives no source.
  platform::InterruptLine interrupt;
  std::uint64_t clock_hz;  // of the MAC blocks
  cm::Modem& modem;        // the data path; models/cm documents the permitted calls
  RandomStream random;     // "block/<modem>/<block>"
  // The block's initiator sockets bind here during elaboration and reach the modem's bus,
  // docs/tlm.md.
  tlm::tlm_base_target_socket_b<32>& bus;
};

// A TLM-2.0 target that uses time as IEEE 1666 permits: it may wait, return a delay, notify events.
// The control CPU waits for the kernel before each access, so sc_time_stamp() is the time of the
// access and the delay is 0. Direct memory access does not wait. platform::RegisterFile is a target
// with registers and 64-bit counters. registers and 64-bit counters.
//
// In each call by the platform sc_time_stamp() is the present time: reset(), tasks of the modem's
// sequencer, alarms.
class HardwareBlock {
 public:
  virtual ~HardwareBlock() = default;
  virtual tlm::tlm_base_target_socket_b<32>& socket() = 0;
  // Called when the control CPU restarts, together with its devices.
  virtual void reset(TimePs) {}
};

// A kind of block; `blocks` of a modem refer to it by name.
struct BlockKind {
  // Called during elaboration; sc_modules created in it belong to the modem's SoC.
  std::function<std::unique_ptr<HardwareBlock>(const BlockSite& site)> make;
  std::vector<ParameterSpec> parameters{};
  std::uint32_t size_bytes = 0x1000;  // address range; a multiple of 4096
  // Returns the block's inventory; empty: area results exclude the block.
  std::function<area::Block(const Parameters&)> inventory{};
};

}  // namespace docsis_vp::system
