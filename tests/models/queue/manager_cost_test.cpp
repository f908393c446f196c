// Compares the declared costs of managers with the operations of their code.
#include "models/queue/manager_cost.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "platform/base/random.h"
#include "tests/models/queue/bench.h"
#include "tests/models/queue/counting_word.h"

namespace docsis_vp::queue::manager_cost_test {
namespace {

using CountingTurns = DeficitRoundRobinOf<CountingWord>;

aqm_operations most(const aqm_operations& a, const aqm_operations& b) {
  return {std::max(a.additions, b.additions),
          std::max(a.multiplications, b.multiplications),
          std::max(a.divisions, b.divisions),
          std::max(a.comparisons, b.comparisons),
          std::max(a.words_read, b.words_read),
          std::max(a.words_written, b.words_written),
          0};
}

void expect_same(const aqm_operations& declared, const aqm_operations& counted, const char* step) {
  EXPECT_EQ(declared.additions, counted.additions) << step;
  EXPECT_EQ(declared.comparisons, counted.comparisons) << step;
  EXPECT_EQ(declared.words_read, counted.words_read) << step;
  EXPECT_EQ(declared.words_written, counted.words_written) << step;
  EXPECT_EQ(declared.multiplications, counted.multiplications) << step;
  EXPECT_EQ(declared.divisions, counted.divisions) << step;
}

// The longest of each step that random traffic takes. A step of next() lasts from one look at a
// head to the next: the first chooses a queue, the last finds that it may send, those between pass
// one on and choose another.
class CountedTurns {
 public:
  CountedTurns(ServiceOrder order, std::uint32_t quantum) : turns_(order, kQueues, quantum) {
    for (int i = 0; i < 20'000; ++i) {
      const bool arrives = random_.below(16) < (i / 1000 % 2 == 0 ? 10U : 5U);
      arrives ? arrive(static_cast<std::uint32_t>(random_.below(kQueues))) : depart();
    }
  }

  aqm_operations list() const { return list_; }
  aqm_operations decide() const { return choose_ + may_send_; }
  aqm_operations pass() const { return pass_; }
  aqm_operations sent() const { return sent_; }
  aqm_operations unlist() const { return unlist_; }

 private:
  static constexpr std::uint32_t kQueues = 5;

  static void end_step(aqm_operations& longest) {
    longest = most(longest, CountingWord::counts());
    CountingWord::begin_step();
  }

  void arrive(std::uint32_t queue) {
    ++queued_[queue];
    CountingWord::begin_step();
    turns_.arrived(queue);
    end_step(list_);
  }

  void depart() {
    bool looked = false;
    CountingWord::begin_step();
    const std::uint32_t queue = turns_.next([&](std::uint32_t candidate) {
      end_step(looked ? pass_ : choose_);
      looked = true;
      const auto bytes = static_cast<std::uint32_t>(random_.between(64, 1518));
      return CountingWord::in_hand(queued_[candidate] == 0 ? 0 : bytes);
    });
    end_step(looked ? may_send_ : choose_);
    if (queue == CountingTurns::kNone) {
      return;
    }
    if (queued_[queue] != 0) {
      --queued_[queue];
      const auto bytes = static_cast<std::uint32_t>(random_.between(64, 1518));
      CountingWord::begin_step();
      turns_.sent(queue, CountingWord::in_hand(bytes));
      end_step(sent_);
    } else {
      turns_.found_empty(queue);
      end_step(unlist_);
    }
  }

  RandomStream random_{3, "turns"};
  CountingTurns turns_;
  std::uint32_t queued_[kQueues] = {};
  aqm_operations list_{}, choose_{}, may_send_{}, pass_{}, sent_{}, unlist_{};
};

class DeclaredManagerCost : public testing::TestWithParam<const Manager*> {};

TEST_P(DeclaredManagerCost, IsThatOfTakingTurns) {
  const Manager& manager = *GetParam();
  const ManagerCost declared = cost_of(&manager);
  const CountedTurns counted(manager.service_order, 700);
  expect_same(declared.list, counted.list(), "list");
  expect_same(declared.decide, counted.decide(), "decide");
  expect_same(declared.pass, counted.pass(), "pass");
  expect_same(declared.sent, counted.sent(), "sent");
  expect_same(declared.unlist, counted.unlist(), "unlist");
}

// Two words of each queue's turn state are whole, and one has two bits.
TEST_P(DeclaredManagerCost, CountsTheBitsOfTakingTurns) {
  const Manager& manager = *GetParam();
  const auto words = [&manager](std::uint32_t queues) {
    const std::int64_t before = CountingWord::words();
    const CountingTurns turns(manager.service_order, queues, 700);
    return CountingWord::words() - before;
  };
  const ManagerCost several = cost_of(&manager);
  const ManagerCost one = cost_of(nullptr);
  const std::int64_t of_queue = words(5) - words(4);
  EXPECT_EQ(several.queue_bits - one.queue_bits, (of_queue - 1) * 32 + 2);
  EXPECT_EQ(several.manager_bits,
            (words(4) - 4 * of_queue) * 32 + std::int64_t{sizeof(Backlog)} * 8 - 64 + 33);
}

// A full buffer of packets that are alike gives way by as many as are declared, never more.
TEST_P(DeclaredManagerCost, BoundsThePacketsThatGiveWay) {
  const Manager& manager = *GetParam();
  QueueBench bench(64);
  DisciplineConfig config = plain(std::string(manager.name), 1'000'000);
  config.multi.queues = 64;
  bench.use(config);
  std::size_t longest = 0;
  for (int i = 0; i < 12'000; ++i) {
    const std::size_t before = bench.record.buffer_drops.size();
    bench.offer(i % 4 == 0 ? static_cast<FlowId>(i / 4 % 64) : 0, 1000);
    longest = std::max(longest, bench.record.buffer_drops.size() - before);
  }
  EXPECT_EQ(longest, cost_of(&manager).overflow_packets);
}

INSTANTIATE_TEST_SUITE_P(Managers, DeclaredManagerCost, testing::ValuesIn([] {
                           std::vector<const Manager*> all;
                           for (const Manager& manager : managers()) {
                             all.push_back(&manager);
                           }
                           return all;
                         }()),
                         [](const auto& tested) { return std::string(tested.param->name); });

TEST(ManagerCost, OfOneQueueKnowsNoTurns) {
  const ManagerCost one = cost_of(nullptr);
  EXPECT_EQ(one.manager_bits, 0U);
  EXPECT_EQ(operations_in(one.per_packet(1)), operations_in(one.admit + one.remove));
}

TEST(ManagerCost, OfOneProbabilityForAllGrowsWithTheQueues) {
  const ManagerCost scaled = cost_of(find_manager("sfq_pie"));
  const ManagerCost apart = cost_of(find_manager("sfq_codel"));
  EXPECT_EQ(operations_in(scaled.per_packet(1024)) - operations_in(scaled.per_packet(32)), 992U);
  EXPECT_EQ(operations_in(apart.per_packet(1024)), operations_in(apart.per_packet(32)));
}

}  // namespace
}  // namespace docsis_vp::queue::manager_cost_test
