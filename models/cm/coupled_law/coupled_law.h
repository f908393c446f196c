// Connects firmware to the periodic parts of the coupled law: gives it each aggregate's inputs at
// the update and at the alignment, and passes its results to the data path.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/queue/dual_queue.h"
#include "platform/base/histogram.h"
#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

// Aggregates are latched when gates would compute: each at its own phase of 16 ms, and at every
// multiple of VQ_INTERVAL. At one instant latch and commit precede arrivals, even if firmware
// commits without any cost. The interrupt shares the line of the AQM engine.
class CoupledLaw {
 public:
  struct Counters {
    std::uint64_t updates = 0;  // committed
    std::uint64_t alignments = 0;
    std::uint32_t commit_conflicts = 0;
    std::uint32_t missed_updates = 0;
    std::uint32_t missed_alignments = 0;
  };
  enum Cause : std::uint32_t { kUpdate = 1, kAlign = 2 };

  // Every aggregate must have config().queue.law_apart. All references must outlive the object.
  CoupledLaw(const std::vector<AggregateQueue*>& aggregates, platform::InstantSequencer& sequencer,
             AqmEngine& engine);

  unsigned aggregates() const { return static_cast<unsigned>(parts_.size()); }
  const AggregateQueue& aggregate(unsigned number) const { return *parts_[number].queue; }
  // Null if the law of this queue does not run here.
  const Counters* counters_of(const AggregateQueue& queue) const;
  const Counters& counters(unsigned number) const { return parts_[number].counters; }
  // Time from a latch to its commit.
  const Histogram& update_latency_ps(unsigned number) const {
    return parts_[number].update_latency_ps;
  }
  const Histogram* update_latency_of(const AggregateQueue& queue) const;

  // Registers. One bit per aggregate that is latched and not yet committed.
  std::uint32_t update_pending() const { return update_pending_; }
  std::uint32_t align_pending() const { return align_pending_; }
  const queue::CoupledSnapshot& snapshot(unsigned number) const { return parts_[number].update; }
  const queue::AlignmentSnapshot& alignment(unsigned number) const { return parts_[number].align; }
  // law.generation: the generation of the snapshot from which the law computed.
  void commit(unsigned number, const aqm_law& law, std::uint64_t coupled_q32, TimePs at);
  void commit_alignment(unsigned number, std::uint64_t least_ns, TimePs at);
  // Bits of Cause. A cause is pending until each of its aggregates is committed.
  std::uint32_t interrupt_enabled() const { return enabled_; }
  void enable_interrupt(std::uint32_t causes, TimePs at);

 private:
  struct Part {
    AggregateQueue* queue = nullptr;
    TimePs next_update = 0;
    TimePs next_alignment = 0;
    TimePs updated = 0;  // time of the last latch
    queue::CoupledSnapshot update;
    queue::AlignmentSnapshot align;
    Counters counters;
    Histogram update_latency_ps;
  };

  const Part* part_of(const AggregateQueue& queue) const;
  void latch(TimePs now);
  void latch_update(Part& part, TimePs now, std::uint32_t bit);
  void latch_alignment(Part& part, TimePs now, std::uint32_t bit);
  void post_next();
  void update_interrupt(TimePs at);

  platform::InstantSequencer& sequencer_;
  AqmEngine& engine_;
  std::vector<Part> parts_;
  platform::InstantSequencer::TaskId task_;
  std::uint32_t update_pending_ = 0;
  std::uint32_t align_pending_ = 0;
  std::uint32_t enabled_ = 0;
};

}  // namespace docsis_vp::cm
