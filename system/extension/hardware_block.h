// Declares the interface of custom hardware blocks on the bus of a modem's control CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tlm>
#include <vector>

// clang-format off: before what needs the standard that it asks for.
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
  const std::string& name;  // in the scenario, of the modem's blocks
  const Parameters& parameters;
  // Sets the level from a time on, the present or a later one; platform/irq/external_line.h. Not
  // connected if the scenario names no source.
  platform::InterruptLine interrupt;
  std::uint64_t clock_hz;  // of the MAC blocks
  cm::Modem& modem;        // the data path; models/cm documents the permitted calls
  RandomStream random;     // "block/<modem>/<block>"
  // The block's initiator sockets bind here during elaboration and reach the modem's bus,
  // docs/tlm.md.
  tlm::tlm_base_target_socket_b<32>& bus;
};

// A TLM-2.0 target that uses time as IEEE 1666 allows: it may wait, return a delay, notify events.
// The control CPU waits for the kernel before each access, so sc_time_stamp() is its time and the
// delay is 0. Direct memory access has no such wait. platform::RegisterFile is a target with
// registers and 64-bit counters.
//
// Each call by the platform comes with sc_time_stamp() at the present: reset(), tasks of the
// modem's sequencer, alarms.
class HardwareBlock {
 public:
  virtual ~HardwareBlock() = default;
  virtual tlm::tlm_base_target_socket_b<32>& socket() = 0;
  // The control CPU restarts, and its devices with it.
  virtual void reset(TimePs) {}
};

// A kind of block; `blocks` of a modem refer to it by name.
struct BlockKind {
  // Called during elaboration; sc_modules created in it belong to the modem's SoC.
  std::function<std::unique_ptr<HardwareBlock>(const BlockSite& site)> make;
  std::vector<ParameterSpec> parameters{};
  std::uint32_t size_bytes = 0x1000;  // address range; a multiple of 4096
  // Inventory of the block; empty: area results leave it out.
  std::function<area::Block(const Parameters&)> inventory{};
};

}  // namespace docsis_vp::system
