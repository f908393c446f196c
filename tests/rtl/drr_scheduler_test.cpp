#include <TurnGates.h>
#include <TurnGates___024root.h>
#include <TurnSilicon.h>
#include <TurnSilicon___024root.h>
#include <gtest/gtest.h>

#include <vector>

#include "models/queue/deficit_round_robin.h"
#include "rtl/turns.h"
#include "tests/rtl/vectors.h"

namespace docsis_vp::rtl::drr_scheduler_test {
namespace {

constexpr std::uint32_t kQueues = 32;

// Packets that wait, per queue, by their sizes; each event goes to both schedulers.
template <typename Gates>
class Pair {
 public:
  explicit Pair(std::uint32_t quantum)
      : gates_(quantum),
        model_(queue::ServiceOrder::kInOrder, kQueues, quantum),
        packets_(kQueues) {}

  void arrive(std::uint32_t queue, std::uint32_t bytes) {
    packets_[queue].push_back(bytes);
    gates_.arrived(queue);
    model_.arrived(queue);
  }

  // Asks both whose turn it is and lets that queue send. `keeps_listed` of queues that run empty,
  // to be found so at their next turn.
  void serve(bool keeps_listed) {
    const auto head = [this](std::uint32_t queue) {
      return packets_[queue].empty() ? 0 : packets_[queue].front();
    };
    turn_ = model_.next(head);
    ASSERT_EQ(gates_.next(head), turn_);
    if (turn_ == gates_.kNone) return;
    if (!packets_[turn_].empty()) {
      const std::uint32_t bytes = head(turn_);
      packets_[turn_].erase(packets_[turn_].begin());
      gates_.sent(bytes);
      model_.sent(turn_, bytes);
      if (!packets_[turn_].empty() || keeps_listed) return;
    }
    gates_.found_empty();
    model_.found_empty(turn_);
  }
  std::uint32_t turn() const { return turn_; }

 private:
  Turns<Gates> gates_;
  queue::DeficitRoundRobin model_;
  std::vector<std::vector<std::uint32_t>> packets_;
  std::uint32_t turn_ = 0;
};

// Lives of 2000 events with a quantum each; loads from nearly idle to all queues full.
template <typename Gates>
void schedule_alike(Vectors drawn, std::uint32_t largest_quantum, std::uint32_t largest_packet) {
  constexpr std::uint32_t kEvents = 2000;
  std::vector<std::uint32_t> turns(kQueues);
  std::uint32_t idle = 0;
  for (std::uint32_t life = 0; life < kVectors / kEvents; ++life) {
    Pair<Gates> pair(drawn.one_in(2) ? 1514 : 64 + drawn.of_any_width(largest_quantum - 64));
    const std::uint32_t load = 1 + drawn.up_to(5);
    const std::uint32_t last_queue =
        drawn.one_in(2) ? kQueues - 1 : drawn.of_any_width(kQueues - 1);
    for (std::uint32_t i = 0; i < kEvents; ++i) {
      if (!drawn.one_in(load)) {
        pair.arrive(drawn.up_to(last_queue), 1 + drawn.of_any_width(largest_packet - 1));
        continue;
      }
      pair.serve(drawn.one_in(4));
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "life " << life << ", event " << i;
      if (pair.turn() < kQueues) {
        ++turns[pair.turn()];
      } else {
        ++idle;
      }
    }
  }
  EXPECT_GT(idle, 1000U);
  for (const std::uint32_t count : turns) EXPECT_GT(count, 1000U);
}

TEST(DrrScheduler, TakesTurnsAsTheModelDoes) {
  schedule_alike<TurnSilicon>(Vectors("turns"), (1U << 14) - 1, 2047);
}

TEST(DrrScheduler, TakesTurnsAsTheModelDoesWithAllItsWidths) {
  schedule_alike<TurnGates>(Vectors("wide turns"), 1'000'000, UINT16_MAX);
}

TEST(DrrScheduler, BeginsAnewByReset) {
  Clocked<TurnSilicon> gates;
  gates->quantum_bytes = 1500;
  gates->arrived = 1;
  gates->arrived_queue = 7;
  gates.clock();
  gates->arrived = 0;
  ASSERT_FALSE(gates->empty);
  gates.reset();
  EXPECT_TRUE(gates->empty);
  // A queue that is no more in the list enters it.
  gates->arrived = 1;
  gates.clock();
  EXPECT_FALSE(gates->empty);
  EXPECT_EQ(gates->first, 7U);
}

}  // namespace
}  // namespace docsis_vp::rtl::drr_scheduler_test
