#include "rtl/codel_unit.h"

#include <CodelGates.h>
#include <CodelGates___024root.h>
#include <CodelSilicon.h>
#include <CodelSilicon___024root.h>
#include <gtest/gtest.h>

#include "tests/rtl/vectors.h"

namespace docsis_vp::rtl::codel_unit_test {
namespace {

struct Case {
  codel_state state{};
  codel_params params{};
  aqm_queue queue{};
  aqm_packet packet{};
  std::uint32_t now_us = 0;
};

class Drawn : public Vectors {
 public:
  Drawn(std::string_view name, std::uint32_t largest_queue)
      : Vectors(name), largest_queue_(largest_queue) {}

  void draw_params(Case& c) {
    c.params.target_us = one_in(2) ? 5000 : 1 + of_any_width(CODEL_DURATION_MAX_US - 1);
    c.params.interval_us = one_in(2) ? 100000 : 1000 + of_any_width(CODEL_DURATION_MAX_US - 1000);
    c.params.mtu_bytes = one_in(2) ? 1518 : 64 + up_to(65535 - 64);
    c.params.inv_sqrt = AQM_INV_SQRT_HYBRID;
    c.params.use_ecn = one_in(3);
  }
  void draw_packet(Case& c) {
    c.queue.bytes = one_in(3)   ? beside({c.params.mtu_bytes}, largest_queue_)
                    : one_in(2) ? of_any_width(largest_queue_)
                                : up_to(largest_queue_);
    c.packet.ecn = static_cast<std::uint8_t>(up_to(3));
    const std::uint32_t sojourn =
        one_in(3)   ? beside({c.params.target_us, 0, UINT32_C(1) << 31}, UINT32_MAX)
        : one_in(2) ? c.params.target_us + of_any_width(CODEL_DURATION_MAX_US)
                    : of_any_width(UINT32_MAX);
    c.packet.enqueued_us = c.now_us - sojourn;
  }
  void draw_state(Case& c) {
    c.now_us = one_in(4) ? beside({0, UINT32_MAX, UINT32_C(1) << 31}, UINT32_MAX) : any();
    c.state.status = up_to(31) | (one_in(2) ? CODEL_ABOVE : 0);
    if (one_in(2)) c.state.status &= ~std::uint32_t{CODEL_PASS_NEXT};
    c.state.count = one_in(3) ? up_to(5) : one_in(10) ? UINT32_MAX - up_to(2) : any() >> up_to(31);
    c.state.lastcount = one_in(3) ? c.state.count - up_to(3) : any() >> up_to(31);
    c.state.inv_sqrt_q31 = aqm_inv_sqrt_q31(AQM_INV_SQRT_HYBRID, 0, c.state.count);
    const std::uint32_t apart = 16 * c.params.interval_us;
    c.state.first_above_us = time(c.now_us, c.params.interval_us);
    c.state.drop_next_us = one_in(2) ? near(c.now_us - apart) : time(c.now_us, apart);
  }

 private:
  std::uint32_t time(std::uint32_t now_us, std::uint32_t apart_us) {
    return one_in(3)   ? near(now_us)
           : one_in(3) ? near(now_us + (UINT32_C(1) << 31))
           : one_in(2) ? now_us - apart_us + up_to(2 * std::uint64_t{apart_us})
                       : any();
  }

  std::uint32_t largest_queue_;
};

::testing::AssertionResult same(const codel_state& a, const codel_state& b) {
  if (a.status == b.status && a.first_above_us == b.first_above_us &&
      a.drop_next_us == b.drop_next_us && a.count == b.count && a.lastcount == b.lastcount &&
      a.inv_sqrt_q31 == b.inv_sqrt_q31) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "status " << a.status << " " << b.status << ", first above " << a.first_above_us << " "
         << b.first_above_us << ", drop next " << a.drop_next_us << " " << b.drop_next_us
         << ", count " << a.count << " " << b.count << ", last count " << a.lastcount << " "
         << b.lastcount << ", root " << a.inv_sqrt_q31 << " " << b.inv_sqrt_q31;
}

// Any state, any packet.
template <typename Gates>
void judge_alike(Drawn drawn) {
  CodelUnit<Gates> unit;
  std::uint32_t verdicts[4] = {};
  unsigned most_clocks = 0;
  for (std::uint32_t i = 0; i < kVectors; ++i) {
    Case c;
    drawn.draw_params(c);
    drawn.draw_state(c);
    drawn.draw_packet(c);
    codel_state state = c.state;
    const aqm_verdict wanted = codel_dequeue(&c.state, &c.params, &c.queue, &c.packet, c.now_us);
    const aqm_verdict got = unit.dequeue(state, c.params, c.queue, c.packet, c.now_us);
    ASSERT_EQ(got, wanted) << "vector " << i;
    ASSERT_TRUE(same(state, c.state)) << "vector " << i;
    most_clocks = std::max(most_clocks, unit.clocks());
    ++verdicts[wanted];
  }
  EXPECT_EQ(most_clocks, 11U);
  EXPECT_GT(verdicts[AQM_ACCEPT], kVectors / 20);
  EXPECT_GT(verdicts[AQM_MARK], kVectors / 100);
  EXPECT_GT(verdicts[AQM_DROP], kVectors / 20);
}

TEST(CodelUnit, JudgesAsTheModelDoes) {
  judge_alike<CodelSilicon>(Drawn("codel", (1U << 27) - 1));
}

TEST(CodelUnit, JudgesAsTheModelDoesWithAllItsWidths) {
  judge_alike<CodelGates>(Drawn("wide codel", UINT32_MAX));
}

// One queue through its life, whose delay comes and goes, over several wraps of time.
TEST(CodelUnit, KeepsItsState) {
  Drawn drawn("life", (1U << 27) - 1);
  CodelUnit<CodelSilicon> unit;
  Case c;
  drawn.draw_params(c);
  c.params.target_us = 5000;
  c.params.interval_us = 100000;
  codel_state_init(&c.state);
  std::uint32_t drops = 0;
  std::uint32_t sojourn = 0;
  for (std::uint32_t i = 0; i < kVectors / 4; ++i) {
    c.now_us += drawn.one_in(20) ? drawn.up_to(4'000'000) : drawn.up_to(3000);
    if (drawn.one_in(200)) sojourn = drawn.up_to(15000);
    c.packet.enqueued_us = c.now_us - sojourn;
    c.packet.ecn = static_cast<std::uint8_t>(drawn.up_to(3));
    c.queue.bytes = drawn.one_in(20) ? 0 : 100000;
    unit.show(c.params, c.queue, c.packet, c.now_us);
    unit.block().run();
    const aqm_verdict wanted = codel_dequeue(&c.state, &c.params, &c.queue, &c.packet, c.now_us);
    codel_state state{};
    unit.store(state);
    ASSERT_EQ(unit.block()->verdict, wanted) << "packet " << i;
    ASSERT_TRUE(same(state, c.state)) << "packet " << i;
    drops += wanted == AQM_DROP;
  }
  EXPECT_GT(drops, 1000U);
}

// The root alone, at all small counts and around the powers of two, where its table changes halves.
TEST(CodelUnit, TakesTheRootOfEveryCount) {
  Drawn drawn("roots", (1U << 27) - 1);
  CodelUnit<CodelSilicon> unit;
  Case c;
  drawn.draw_params(c);
  c.now_us = 1'000'000;
  c.packet.enqueued_us = 0;
  c.queue.bytes = 100000;
  c.params.target_us = 5000;
  const auto check = [&](std::uint32_t count) {
    c.state = {CODEL_ABOVE | CODEL_DROPPING, 0, 0, count, 1, 0};
    codel_state state = c.state;
    codel_dequeue(&c.state, &c.params, &c.queue, &c.packet, c.now_us);
    unit.dequeue(state, c.params, c.queue, c.packet, c.now_us);
    ASSERT_TRUE(same(state, c.state)) << "count " << count;
  };
  for (std::uint32_t count = 0; count < 70000; ++count) check(count);
  for (unsigned bit = 16; bit < 32; ++bit) {
    for (std::uint32_t i = 0; i < 200; ++i) check((UINT32_C(1) << bit) - 100 + i);
  }
}

TEST(CodelUnit, BeginsAnewByReset) {
  CodelUnit<CodelSilicon> unit;
  codel_state state = {31, 2, 3, 4, 5, 6};
  unit.load(state);
  unit.block().reset();
  unit.store(state);
  codel_state fresh{};
  codel_state_init(&fresh);
  EXPECT_TRUE(same(state, fresh));
}

}  // namespace
}  // namespace docsis_vp::rtl::codel_unit_test
