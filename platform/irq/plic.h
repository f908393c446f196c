// Interrupt controller: a subset of the RISC-V platform-level interrupt controller.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <systemc>
#include <utility>

#include "platform/bus/register_file.h"
#include "platform/irq/interrupt_line.h"
#include "platform/irq/interrupt_sink.h"

namespace docsis_vp::platform {

struct PlicParameters {
  unsigned sources = 31;  // 1 to 31
};

// One context, the external interrupt of a hart; plic.rdl has the registers. RISC-V PLIC
// specification 1.0: a source whose gateway is open and whose level is high becomes pending;
// claiming takes the highest priority, of equals the lowest number, and shuts the gateway until
// completion. A request that is pending stays so when the level falls.
class Plic : public sc_core::sc_module {
 public:
  RegisterFile registers;

  // Throws std::invalid_argument.
  Plic(const sc_core::sc_module_name& name, const PlicParameters& parameters, InterruptSink& hart);

  // Level of a source from `at` on. Throws std::out_of_range if there is no such source.
  void set_source(unsigned source, bool level, TimePs at);
  // The same, to hand to a block.
  InterruptLine line(unsigned source);
  // One bit per source.
  std::uint32_t levels() const { return levels_; }
  // State of a source, and since when.
  struct SourceState {
    bool level = false;
    bool pending = false;     // requested, and not yet claimed
    bool in_service = false;  // claimed, and not yet completed
    bool enabled = false;
    std::uint32_t priority = 0;
    TimePs pending_since = 0;     // if pending
    TimePs in_service_since = 0;  // if in service
  };
  // 0 to 31.
  SourceState state(unsigned source) const;
  std::uint32_t threshold() const { return threshold_; }
  // Told of every change of a source's level.
  void observe(std::function<void(unsigned source, bool level, TimePs at)> observer) {
    observer_ = std::move(observer);
  }
  // Told of every source that software claims.
  void observe_claims(std::function<void(unsigned source)> observer) {
    claim_observer_ = std::move(observer);
  }
  // Raises a source for a moment: it becomes pending if its gateway is open.
  void pulse(unsigned source, TimePs at);
  // As after power-on; levels stay those of the blocks.
  void reset(TimePs at);

 private:
  static constexpr unsigned kWords = 32;

  void add_registers();
  std::uint32_t claim(TimePs at);
  void complete(std::uint32_t source, TimePs at);
  // What a claim would return now; 0 for none.
  unsigned best() const;
  // Recomputes what follows from levels, gateways and registers, and tells the hart.
  void update(TimePs at);

  const std::uint32_t existing_;  // one bit per source, here and below
  InterruptSink& hart_;
  std::function<void(unsigned, bool, TimePs)> observer_;
  std::function<void(unsigned)> claim_observer_;
  std::array<std::uint32_t, kWords> priority_{};
  std::uint32_t levels_ = 0;
  std::uint32_t pending_ = 0;
  std::uint32_t in_service_ = 0;
  std::array<TimePs, kWords> pending_since_{};
  std::array<TimePs, kWords> in_service_since_{};
  std::uint32_t enable_ = 0;
  std::uint32_t threshold_ = 0;
  bool raised_ = false;
};

}  // namespace docsis_vp::platform
