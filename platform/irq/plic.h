// Models the interrupt controller: a subset of the RISC-V platform-level interrupt controller, for
// any number of harts.
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

// One context for each hart: its machine mode's external interrupt. The registers of context 0 are
// in plic.rdl, those of the next contexts follow at the strides below. RISC-V PLIC specification
// 1.0: a source becomes pending if its level is high and its gateway open. A claim takes the
// pending source of the highest priority, then of the lowest number, among those that the context
// enables, and closes its gateway until completion. Any context that enables a source may complete
// it. A pending request stays pending when the level falls.
class Plic : public sc_core::sc_module {
 public:
  // RISC-V PLIC specification 1.0, "Memory Map": from one context to the next, of the enable words
  // and of the pair of threshold and claim.
  static constexpr std::uint32_t kEnableStride = 0x80;
  static constexpr std::uint32_t kContextStride = 0x1000;
  // The contexts that fit into 4 MiB.
  static constexpr unsigned kMaxContexts = 512;

  RegisterFile registers;

  // harts: by context number. Throws std::invalid_argument for a number of sources or harts out of
  // range.
  Plic(const sc_core::sc_module_name& name, const PlicParameters& parameters,
       const InterruptSinks& harts);
  Plic(const sc_core::sc_module_name& name, const PlicParameters& parameters, InterruptSink& hart)
      : Plic(name, parameters, InterruptSinks{hart}) {}

  // Sets the level of a source from `at` on. Throws std::out_of_range if there is no such source.
  void set_source(unsigned source, bool level, TimePs at);
  // Returns the line of a source, for a block.
  InterruptLine line(unsigned source);
  // Levels of the sources, one bit each.
  std::uint32_t levels() const { return levels_; }
  unsigned contexts() const { return static_cast<unsigned>(contexts_.size()); }
  // State of a source, as a context sees it.
  struct SourceState {
    bool level = false;
    bool pending = false;     // requested, and not yet claimed
    bool in_service = false;  // claimed, and not yet completed
    bool enabled = false;     // by the context
    std::uint32_t priority = 0;
    TimePs pending_since = 0;     // if pending
    TimePs in_service_since = 0;  // if in service
  };
  // source: 0 to 31. Both throw std::out_of_range if there is no such context.
  SourceState state(unsigned source, unsigned context = 0) const;
  std::uint32_t threshold(unsigned context = 0) const { return contexts_.at(context).threshold; }
  // The observer receives every change of a source's level. There may be several observers.
  void observe(std::function<void(unsigned source, bool level, TimePs at)> observer) {
    observers_.push_back(std::move(observer));
  }
  // The observer receives every source that software claims, and the claiming context. There may be
  // several observers.
  void observe_claims(std::function<void(unsigned source, unsigned context)> observer) {
    claim_observers_.push_back(std::move(observer));
  }
  // Raises a source for one instant: it becomes pending if its gateway is open.
  void pulse(unsigned source, TimePs at);
  // Restores the state after power-on; the blocks keep the levels of their lines.
  void reset(TimePs at);

 private:
  static constexpr unsigned kWords = 32;
  struct Context {
    InterruptSink& hart;
    std::uint32_t enable = 0;
    std::uint32_t threshold = 0;
    bool raised = false;
  };

  void add_registers();
  void add_context(unsigned number);
  std::uint32_t claim(unsigned number, TimePs at);
  void complete(const Context& context, std::uint32_t source, TimePs at);
  // Returns the source that a claim of the context would return now; 0 for none.
  unsigned best(const Context& context) const;
  // Recomputes the requests from levels, gateways and registers, and drives the harts' lines.
  void update(TimePs at);

  const std::uint32_t existing_;  // one bit per source, also in the words below
  std::vector<Context> contexts_;
  std::vector<std::function<void(unsigned, bool, TimePs)>> observers_;
  std::vector<std::function<void(unsigned, unsigned)>> claim_observers_;
  std::array<std::uint32_t, kWords> priority_{};
  std::uint32_t levels_ = 0;
  std::uint32_t pending_ = 0;
  std::uint32_t in_service_ = 0;
  std::array<TimePs, kWords> pending_since_{};
  std::array<TimePs, kWords> in_service_since_{};
};

}  // namespace docsis_vp::platform
