#include "models/queue/deficit_round_robin.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "platform/base/random.h"

namespace docsis_vp::queue::deficit_round_robin_test {
namespace {

constexpr std::uint32_t kLargest = 1518;

class Fairness : public testing::TestWithParam<std::tuple<ServiceOrder, std::uint32_t>> {};

// While two queues stay busy, what they have sent differs by at most the quantum and two packets
// (Shreedhar, Varghese 1995, lemma 2 and theorem 3; overdrawing costs no more).
TEST_P(Fairness, OfQueuesThatStayBusyIsBounded) {
  const auto [turn, quantum] = GetParam();
  constexpr std::uint32_t kQueues = 8;
  RandomStream random(7, "sizes");
  DeficitRoundRobin turns(turn, kQueues, quantum);
  std::vector<std::uint32_t> head(kQueues);
  std::vector<std::uint64_t> sent(kQueues);
  // Each queue has packets of its own kind of size.
  const auto draw = [&](std::uint32_t queue) {
    return queue % 2 == 0 ? 64 + 20 * queue
                          : static_cast<std::uint32_t>(random.between(64, kLargest));
  };
  for (std::uint32_t queue = 0; queue < kQueues; ++queue) {
    head[queue] = draw(queue);
    turns.arrived(queue);
  }
  std::vector<std::uint64_t> before = sent;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t queue = turns.next([&](std::uint32_t q) { return head[q]; });
    ASSERT_LT(queue, kQueues);
    turns.sent(queue, head[queue]);
    sent[queue] += head[queue];
    head[queue] = draw(queue);
    turns.arrived(queue);
    const auto [least, most] = std::minmax_element(sent.begin(), sent.end());
    ASSERT_LE(*most - *least, quantum + 2 * kLargest) << "after packet " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Quanta, Fairness,
                         testing::Combine(testing::Values(ServiceOrder::kNewFirst,
                                                          ServiceOrder::kInOrder),
                                          testing::Values(300U, 1514U, 6000U)));

TEST(DeficitRoundRobin, SendsInOrderWhatTheDeficitCovers) {
  DeficitRoundRobin turns(ServiceOrder::kInOrder, 2, 1000);
  const std::vector<std::uint32_t> sizes = {600, 1000};
  for (std::uint32_t queue = 0; queue < 2; ++queue) turns.arrived(queue);
  std::vector<std::uint32_t> order;
  for (int i = 0; i < 8; ++i) {
    const std::uint32_t queue = turns.next([&](std::uint32_t q) { return sizes[q]; });
    ASSERT_LT(queue, 2U);
    order.push_back(queue);
    turns.sent(queue, sizes[queue]);
  }
  // Queue 0 saves 400 in its first round, and so sends 1, 2, 2, 1... packets a round.
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 0, 0, 1, 0, 0, 1}));
}

TEST(DeficitRoundRobin, ServesAQueueThatBecomesBusyFirst) {
  DeficitRoundRobin turns(ServiceOrder::kNewFirst, 3, 1000);
  const auto size = [](std::uint32_t) { return 1000U; };
  turns.arrived(0);
  turns.arrived(1);
  EXPECT_EQ(turns.next(size), 0U);
  turns.sent(0, 1000);
  EXPECT_EQ(turns.next(size), 1U);
  turns.sent(1, 1000);
  turns.arrived(2);
  EXPECT_EQ(turns.next(size), 2U);  // ahead of 0, whose turn it would be
  turns.sent(2, 1000);
  EXPECT_EQ(turns.next(size), 0U);
}

TEST(DeficitRoundRobin, ANewQueueFoundEmptyIsNotNewAtItsNextPacket) {
  DeficitRoundRobin turns(ServiceOrder::kNewFirst, 2, 1000);
  const auto size = [](std::uint32_t queue) { return queue == 0 ? 100U : 1000U; };
  turns.arrived(1);
  EXPECT_EQ(turns.next(size), 1U);
  turns.sent(1, 1000);
  EXPECT_EQ(turns.next(size), 1U);  // an old one now
  turns.arrived(0);
  EXPECT_EQ(turns.next(size), 0U);
  turns.sent(0, 100);
  EXPECT_EQ(turns.next(size), 0U);
  turns.found_empty(0);
  turns.arrived(0);
  EXPECT_EQ(turns.next(size), 1U);
}

TEST(DeficitRoundRobin, SaysWhenNobodyHasAnything) {
  DeficitRoundRobin turns(ServiceOrder::kInOrder, 1, 1000);
  const auto size = [](std::uint32_t) { return 0U; };
  EXPECT_EQ(turns.next(size), DeficitRoundRobin::kNone);
  turns.arrived(0);
  EXPECT_EQ(turns.next(size), 0U);
  turns.found_empty(0);
  EXPECT_EQ(turns.next(size), DeficitRoundRobin::kNone);
}

}  // namespace
}  // namespace docsis_vp::queue::deficit_round_robin_test
