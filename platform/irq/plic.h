// Models the interrupt controller: a subset of the RISC-V platform-level interrupt controller.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "platform/bus/register_file.h"
#include "platform/irq/interrupt_line.h"
#include "platform/irq/interrupt_sink.h"

namespace docsis_vp::platform {

struct PlicParameters {
  unsigned sources = 31;  // 1 to 31
};

// One context, for the external interrupt of a hart; the registers are in plic.rdl. RISC-V PLIC
// specification 1.0: a source becomes pending if its level is high and its gateway open. A claim
// takes the pending source of the highest priority, then of the lowest number, and closes its
// gateway until completion. A pending request stays pending when the level falls.
class Plic : public sc_core::sc_module {
 public:
  RegisterFile registers;

  // Throws std::invalid_argument.
  Plic(const sc_core::sc_module_name& name, const PlicParameters& parameters, InterruptSink& hart);

  // Level of a source from `at` on. Throws std::out_of_range if there is no such source.
  void set_source(unsigned source, bool level, TimePs at);
  // Returns the line of a source, for a block.
  InterruptLine line(unsigned source);
  // Levels of the sources, one bit each.
  std::uint32_t levels() const { return levels_; }
  // State of a source.
  struct SourceState {
    bool level = false;
    bool pending = false;     // requested, and not yet claimed
    bool in_service = false;  // claimed, and not yet completed
    bool enabled = false;
    std::uint32_t priority = 0;
    TimePs pending_since = 0;     // if pending
    TimePs in_service_since = 0;  // if in service
  };
  // source: 0 to 31.
  SourceState state(unsigned source) const;
  std::uint32_t threshold() const { return threshold_; }
  // Each observer gets every change of a source's level.
  void observe(std::function<void(unsigned source, bool level, TimePs at)> observer) {
    observers_.push_back(std::move(observer));
  }
  // The observer gets every source that software claims.
  void observe_claims(std::function<void(unsigned source)> observer) {
    claim_observer_ = std::move(observer);
  }
  // Raises a source for one instant: it becomes pending if its gateway is open.
  void pulse(unsigned source, TimePs at);
  // Restores the state after power-on; the blocks keep the levels of their lines.
  void reset(TimePs at);

 private:
  static constexpr unsigned kWords = 32;

  void add_registers();
  std::uint32_t claim(TimePs at);
  void complete(std::uint32_t source, TimePs at);
  // Returns the source that a claim would return now; 0 for none.
  unsigned best() const;
  // Recomputes the request from levels, gateways and registers, and drives the hart's line.
  void update(TimePs at);

  const std::uint32_t existing_;  // one bit per source, also in the words below
  InterruptSink& hart_;
  std::vector<std::function<void(unsigned, bool, TimePs)>> observers_;
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
