// Shows heads of queues to firmware, which judges them before the MAP's deadline.
#pragma once

#include <cstdint>
#include <systemc>
#include <utility>

#include "models/cm/flow_interfaces.h"
#include "platform/base/histogram.h"
#include "platform/irq/interrupt_line.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

// A verdict takes effect at the instant of its write, in phase kDequeue.
class VerdictPort : public sc_core::sc_module, public HeadVerdictPort {
 public:
  // Distributions leave out events before stats_from.
  VerdictPort(const sc_core::sc_module_name& name, platform::InstantSequencer& sequencer,
              TimePs stats_from);

  void connect_interrupt(platform::InterruptLine line) { interrupt_ = std::move(line); }

  // HeadVerdictPort
  void connect(HeadOwner& owner) override { owner_ = &owner; }
  void show(const HeadView& head) override;
  void clear() override;
  void count_cut_short() override { ++cut_short_; }

  // Register interface of firmware.
  bool waiting() const { return waiting_; }
  std::uint32_t number() const { return number_; }
  const HeadView& head() const { return head_; }
  void judge(std::uint32_t number, aqm_verdict verdict, TimePs at);
  bool interrupt_enabled() const { return interrupt_enabled_; }
  void enable_interrupt(bool enabled, TimePs at);

  std::uint64_t late_verdicts() const { return late_verdicts_; }
  std::uint64_t cut_short() const { return cut_short_; }
  // latency_ps(): from the opening of a grant's window to each verdict for it. service_ps(): time
  // for which each head was shown.
  const Histogram& latency_ps() const { return latency_ps_; }
  const Histogram& service_ps() const { return service_ps_; }

 private:
  struct Write {
    TimePs at = kNever;
    std::uint32_t number = 0;
    aqm_verdict verdict = AQM_ACCEPT;
  };

  void apply();
  void update_interrupt(TimePs at);

  platform::InstantSequencer& sequencer_;
  const TimePs stats_from_;
  HeadOwner* owner_ = nullptr;
  platform::InterruptLine interrupt_;
  platform::InstantSequencer::TaskId task_;

  HeadView head_{};
  bool waiting_ = false;
  std::uint32_t number_ = 0;  // modulo 256
  TimePs shown_ = 0;
  Write write_;  // not yet in effect; a processor has one write at a time
  bool interrupt_enabled_ = false;
  bool interrupt_level_ = false;
  std::uint64_t late_verdicts_ = 0;
  std::uint64_t cut_short_ = 0;
  Histogram latency_ps_;
  Histogram service_ps_;
};

}  // namespace docsis_vp::cm
