// Hardware blocks of somebody else's, on the bus of a modem's control CPU.
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
#include "system/scenario/parameters.h"

namespace docsis_vp::system {

// Where a block is built into.
struct BlockSite {
  const std::string& name;  // in the scenario, of the modem's blocks
  const Parameters& parameters;
  // Level from a time on, the present or a later one; platform/irq/external_line.h. Leads nowhere
  // if the scenario names no source.
  platform::InterruptLine interrupt;
  std::uint64_t clock_hz;  // of the MAC blocks
  cm::Modem& modem;        // the data path, to look at; models/cm says what may be done
  RandomStream random;     // "block/<modem>/<block>"
  // Initiator sockets of the block bind here during elaboration and reach the modem's bus,
  // docs/tlm.md.
  tlm::tlm_base_target_socket_b<32>& bus;
};

// A TLM-2.0 target that uses time as IEEE 1666 allows: it may wait, return a delay, notify events.
// The control CPU waits for the kernel before each access, so that sc_time_stamp() is its time and
// the delay is 0; direct memory access takes no such wait. platform::RegisterFile is a target with
// registers and 64-bit counters.
//
// Whatever the platform calls of a block finds sc_time_stamp() at the present: reset(), tasks of
// the modem's sequencer, alarms.
class HardwareBlock {
 public:
  virtual ~HardwareBlock() = default;
  virtual tlm::tlm_base_target_socket_b<32>& socket() = 0;
  // The control CPU starts anew, and its devices with it.
  virtual void reset(TimePs) {}
};

// How scenarios get one: `blocks` of a modem name it.
struct BlockKind {
  // Called during elaboration: sc_modules made there belong to the modem's SoC.
  std::function<std::unique_ptr<HardwareBlock>(const BlockSite& site)> make;
  std::vector<ParameterSpec> parameters{};
  std::uint32_t size_bytes = 0x1000;  // of addresses; a multiple of 4096
  // What it is made of; empty: areas leave it out.
  std::function<area::Block(const Parameters&)> inventory{};
};

}  // namespace docsis_vp::system
