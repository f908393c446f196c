#include <DropGates.h>
#include <DropGates___024root.h>
#include <DropSilicon.h>
#include <DropSilicon___024root.h>
#include <gtest/gtest.h>

#include "rtl/drop_engine.h"
#include "tests/rtl/vectors.h"

namespace docsis_vp::rtl::docsis_pie_drop_test {
namespace {

struct Case {
  docsis_pie_state state{};
  docsis_pie_params params{};
  aqm_queue queue{};
  aqm_packet packet{};
  std::uint32_t random = 0;
};

std::uint64_t packet_prob_q28(const Case& c) {
  const std::uint64_t product = std::uint64_t{c.state.law.drop_prob_q28} * c.packet.size_bytes;
  return std::min<std::uint64_t>((product + 512) / 1024, DOCSIS_PIE_PROB_LOW_Q28);
}

class Drawn : public Vectors {
 public:
  Drawn(std::string_view name, std::uint32_t largest_queue, std::uint32_t largest_packet,
        std::uint32_t most_packets)
      : Vectors(name),
        largest_queue_(largest_queue),
        largest_packet_(largest_packet),
        most_packets_(most_packets) {}

  void draw_params(Case& c) {
    c.params.latency_target_us =
        one_in(2) ? 10000 : 1 + of_any_width(DOCSIS_PIE_LATENCY_TARGET_MAX_US - 1);
    c.params.buffer_bytes = 1 + of_any_width(largest_queue_ - 1);
    c.params.limit_packets = one_in(2) ? 0 : 1 + of_any_width(most_packets_ - 1);
  }
  void draw_packet(Case& c) {
    const std::uint64_t buffer = c.params.buffer_bytes;
    c.packet.size_bytes = one_in(2) ? 64 + up_to(1454) : of_any_width(largest_packet_);
    c.queue.bytes = one_in(3) ? beside({buffer - c.packet.size_bytes, buffer / 3, 2048, 0, buffer},
                                       largest_queue_)
                    : one_in(2) ? up_to(buffer)
                                : of_any_width(largest_queue_);
    const std::uint64_t limit = c.params.limit_packets;
    c.queue.packets = one_in(6)   ? beside({limit, limit / 3, 0}, most_packets_)
                      : one_in(3) ? of_any_width(most_packets_)
                                  : up_to(limit);
    c.queue.full = one_in(50);
    c.random = one_in(3) ? beside({packet_prob_q28(c) << 4, 0, UINT32_MAX}, UINT32_MAX) : any();
  }
  std::uint32_t drop_prob_q28() {
    return one_in(3) ? beside({0, 53687092, 268435456, DOCSIS_PIE_MAX_PROB_Q28}, UINT32_MAX)
                     : of_any_width(DOCSIS_PIE_MAX_PROB_Q28);
  }
  std::uint32_t qdelay_us(const Case& c) {
    return one_in(3) ? beside({c.params.latency_target_us / 2, 0, UINT32_MAX}, UINT32_MAX)
                     : of_any_width(UINT32_MAX);
  }
  void draw_state(Case& c) {
    c.state.law.drop_prob_q28 = drop_prob_q28();
    c.state.law.qdelay_old_us = qdelay_us(c);
    c.state.law.burst_us = one_in(4) ? 1 + up_to(DOCSIS_PIE_MAX_BURST_US - 1) : 0;
    c.state.law.status = up_to(2);
    c.state.law.generation = one_in(4) ? beside({0, 0xFFFFFF, UINT32_MAX}, UINT32_MAX) : any();
    c.state.accu_prob_q28 = up_to(DOCSIS_PIE_PROB_HIGH_Q28);
  }
  // Where the packet's probability brings the sum to one of its limits, or past it.
  void draw_accumulator(Case& c) {
    const std::uint64_t limit =
        one_in(2) ? DOCSIS_PIE_PROB_LOW_Q28 : std::uint64_t{DOCSIS_PIE_PROB_HIGH_Q28};
    const std::uint64_t prob = packet_prob_q28(c);
    c.state.accu_prob_q28 = prob > limit ? 0 : beside({limit - prob}, DOCSIS_PIE_PROB_HIGH_Q28);
  }

 private:
  std::uint32_t largest_queue_;
  std::uint32_t largest_packet_;
  std::uint32_t most_packets_;
};

::testing::AssertionResult same(const docsis_pie_state& a, const docsis_pie_state& b) {
  if (a.law.drop_prob_q28 == b.law.drop_prob_q28 && a.law.qdelay_old_us == b.law.qdelay_old_us &&
      a.law.burst_us == b.law.burst_us && a.law.status == b.law.status &&
      a.law.generation == b.law.generation && a.accu_prob_q28 == b.accu_prob_q28) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "p " << a.law.drop_prob_q28 << " " << b.law.drop_prob_q28 << ", burst "
         << a.law.burst_us << " " << b.law.burst_us << ", status " << a.law.status << " "
         << b.law.status << ", generation " << a.law.generation << " " << b.law.generation
         << ", accumulated " << a.accu_prob_q28 << " " << b.accu_prob_q28;
}

// Any state, any packet.
template <typename Gates>
void judge_alike(Drawn drawn, unsigned clocks) {
  DropEngine<Gates> engine;
  std::uint32_t verdicts[4] = {};
  for (std::uint32_t i = 0; i < kVectors; ++i) {
    Case c;
    drawn.draw_params(c);
    drawn.draw_state(c);
    drawn.draw_packet(c);
    if (drawn.one_in(3)) drawn.draw_accumulator(c);
    docsis_pie_state state = c.state;
    const aqm_verdict wanted =
        docsis_pie_enqueue(&c.state, &c.params, &c.queue, &c.packet, c.random);
    const aqm_verdict got = engine.enqueue(state, c.params, c.queue, c.packet, c.random);
    ASSERT_EQ(got, wanted) << "vector " << i;
    ASSERT_TRUE(same(state, c.state)) << "vector " << i;
    ASSERT_EQ(engine.clocks(), clocks);
    ++verdicts[wanted];
  }
  // The vectors reach every verdict often.
  EXPECT_GT(verdicts[AQM_ACCEPT], kVectors / 20);
  EXPECT_GT(verdicts[AQM_DROP], kVectors / 20);
  EXPECT_GT(verdicts[AQM_DROP_FULL], kVectors / 20);
}

TEST(DocsisPieDrop, JudgesAsTheModelDoes) {
  judge_alike<DropSilicon>(Drawn("drop", (1U << 27) - 1, 2047, (1U << 14) - 1), 13);
}

TEST(DocsisPieDrop, JudgesAsTheModelDoesWithAllItsWidths) {
  judge_alike<DropGates>(Drawn("wide drop", UINT32_MAX, UINT16_MAX, UINT32_MAX), 18);
}

// One queue through its life: the block keeps the state, laws are committed between packets and in
// the clock of one, by a generation that may be old.
TEST(DocsisPieDrop, KeepsItsStateAndTakesCommits) {
  Drawn drawn("life", (1U << 27) - 1, 2047, (1U << 14) - 1);
  DropEngine<DropSilicon> engine;
  auto& block = engine.block();
  Case c;
  drawn.draw_params(c);
  c.params.buffer_bytes = 100000;
  c.params.limit_packets = 1000;
  std::uint32_t taken = 0;
  std::uint32_t refused = 0;
  for (std::uint32_t i = 0; i < kVectors / 4; ++i) {
    drawn.draw_packet(c);
    engine.show(c.params, c.queue, c.packet, c.random);
    const bool commits = drawn.one_in(8);
    if (commits) {
      aqm_law law{};
      law.drop_prob_q28 = drawn.drop_prob_q28();
      law.qdelay_old_us = drawn.qdelay_us(c);
      law.burst_us = drawn.one_in(2) ? 0 : drawn.up_to(DOCSIS_PIE_MAX_BURST_US);
      law.status = drawn.up_to(2);
      law.generation = c.state.law.generation - drawn.one_in(3);
      block->commit = 1;
      block->commit_drop_prob_q28 = law.drop_prob_q28;
      block->commit_qdelay_old_us = law.qdelay_old_us;
      block->commit_burst_us = law.burst_us;
      drive(block->commit_status, law.status);
      block->commit_generation = law.generation & 0xFFFFFF;
      if (drawn.one_in(2)) {
        block.clock();
        block->commit = 0;
      }
      (aqm_law_commit(&c.state.law, &law) ? taken : refused) += 1;
    }
    const aqm_verdict wanted =
        docsis_pie_enqueue(&c.state, &c.params, &c.queue, &c.packet, c.random);
    block->start = 1;
    block.clock();
    block->start = 0;
    block->commit = 0;
    while (!block->valid) block.clock();
    docsis_pie_state state = c.state;
    engine.store(state);
    ASSERT_EQ(block->verdict, wanted) << "packet " << i;
    ASSERT_TRUE(same(state, c.state)) << "packet " << i;
  }
  EXPECT_GT(taken, 1000U);
  EXPECT_GT(refused, 1000U);
}

TEST(DocsisPieDrop, BeginsAnewByReset) {
  DropEngine<DropSilicon> engine;
  docsis_pie_state any{};
  any.law = {1, 2, 3, 2, 5, 0};
  any.accu_prob_q28 = 6;
  engine.load(any);
  engine.block().reset();
  EXPECT_EQ(engine.block()->drop_prob_q28, 0U);
  EXPECT_EQ(engine.block()->qdelay_old_us, 0U);
  EXPECT_EQ(engine.block()->burst_us, 0U);
  EXPECT_EQ(engine.block()->status, 0U);
  EXPECT_EQ(engine.block()->generation, 0U);
  EXPECT_EQ(engine.block()->accu_prob_q28, 0U);
}

}  // namespace
}  // namespace docsis_vp::rtl::docsis_pie_drop_test
