// The periodic parts of the coupled law, run apart from its data path.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/aqm/dual_queue/dual_queue.h"
#include "platform/base/random.h"
#include "tests/models/aqm/dual_queue/dual_queue_bench.h"

namespace docsis_vp::aqm::dual_queue_apart_test {
namespace {

// The periodic parts computed elsewhere, on copies, and handed over `late` packets after the
// snapshot. The data path decides as one whose words are set at that instant.
class ApartLaw {
 public:
  explicit ApartLaw(const DualQueueBench& gates)
      : params_(gates.params), law_(gates.state.classic) {}
  void latch(DualQueueBench& gates, std::uint32_t queued) {
    law_.law = gates.state.classic.law;
    coupled_q32_ =
        dual_queue_run_law(&law_, &params_, &gates.classic_queue, gates.state.interval_bytes);
    gates.state.interval_bytes = 0;
    alignment_.loop_delay_ns_q16 = gates.state.alignment.loop_delay_ns_q16 >> 16 << 16;
    alignment_.loop_is_known = gates.state.alignment.loop_is_known;
    least_ns_ = virtual_queue_least_ns(&alignment_, &params_.vq, queued);
  }
  int commit(DualQueueBench& gates) {
    virtual_queue_align(&gates.state.vq, least_ns_);
    return dual_queue_commit(&gates.state, &law_.law, coupled_q32_);
  }
  void set_words(DualQueueBench& gates) const {
    aqm_law& words = gates.state.classic.law;
    words.drop_prob_q28 = law_.law.drop_prob_q28;
    words.qdelay_old_us = law_.law.qdelay_old_us;
    if (words.generation == law_.law.generation) {
      words.status = law_.law.status;
      words.burst_us = law_.law.burst_us;
    }
    gates.state.coupled_q32 = coupled_q32_;
    gates.state.vq.delay_ns = std::max(gates.state.vq.delay_ns, least_ns_);
  }

 private:
  dual_queue_params params_;
  docsis_pie_state law_;
  virtual_queue_alignment alignment_{};
  std::uint64_t coupled_q32_ = 0;
  std::uint64_t least_ns_ = 0;
};

struct ApartRun {
  int decisions_that_differ = 0;
  int conflicts = 0;
  int drops = 0;
  int marks = 0;
};

// whole: the second data path computes its updates itself, instead of taking the words.
ApartRun run_apart(int late, bool whole) {
  dual_queue_config config = DualQueueBench::usual();
  config.estimate = DUAL_QUEUE_DELAY_V;
  config.classic_buffer_bytes = 150'000;
  config.latency_target_us = 1'000;
  DualQueueBench apart(config);
  DualQueueBench other(config);
  ApartLaw law(apart);
  RandomStream random(7, "test/apart");
  ApartRun run;
  std::uint32_t bytes = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto size = static_cast<std::uint32_t>(random.between(64, 1'518));
    const std::uint64_t step = random.below(300'000);
    const std::uint32_t word = random.next_u32();
    const auto queued = static_cast<std::uint32_t>(random.below(60'000));
    const dual_queue_decision first = apart.classic(size, AQM_NOT_ECT, word);
    const dual_queue_decision second = other.classic(size, AQM_NOT_ECT, word);
    const dual_queue_decision low = apart.ll(size);
    const dual_queue_decision low_too = other.ll(size);
    run.decisions_that_differ += first.verdict != second.verdict ||
                                 low.verdict != low_too.verdict ||
                                 low.delay_ns != low_too.delay_ns || low.mark != low_too.mark;
    run.drops += first.verdict == DUAL_QUEUE_DROP;
    run.marks += static_cast<int>(low.mark);
    bytes += first.verdict == DUAL_QUEUE_ACCEPT ? size : 0;
    bytes -= std::min(bytes, i % 6'000 < 4'000 ? 700U : 1'200U);
    apart.classic_queue.bytes = other.classic_queue.bytes = bytes;
    apart.now_ns += step;
    other.now_ns += step;
    if (i % 100 == 0) {
      dual_queue_sample_loop(&apart.state, &apart.params, 1'600'000);
      dual_queue_sample_loop(&other.state, &other.params, 1'600'000);
      law.latch(apart, queued);
      if (whole) {
        dual_queue_align(&other.state, &other.params, queued);
        other.update();
      }
    }
    if (i % 100 == late) {
      run.conflicts += law.commit(apart) == 0;
      if (!whole) {
        law.set_words(other);
        other.state.interval_bytes = apart.state.interval_bytes;
      }
    }
  }
  return run;
}

TEST(DualQueueApart, DecidesAlikeWhereverItsPeriodicPartsRun) {
  const ApartRun run = run_apart(0, true);
  EXPECT_EQ(run.decisions_that_differ, 0);
  EXPECT_EQ(run.conflicts, 0);
  EXPECT_GT(run.drops, 2);
  EXPECT_GT(run.marks, 100);
}

TEST(DualQueueApart, DecidesByWhatWasCommittedLast) {
  const ApartRun run = run_apart(60, false);
  EXPECT_EQ(run.decisions_that_differ, 0);
  EXPECT_GT(run.conflicts, 0) << "an episode began between a snapshot and its commit";
  EXPECT_GT(run.drops, 10);
  EXPECT_GT(run_apart(60, true).decisions_that_differ, 0) << "later results, other decisions";
}

}  // namespace
}  // namespace docsis_vp::aqm::dual_queue_apart_test
