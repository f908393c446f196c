// A claim of cablelabs-2014 about SFQ-PIE, with the PIE of the standard as its law.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::queue::sfq_pie_test {
namespace {

// A packet to an empty queue is never dropped: neither by PIE, however high its probability, nor
// because greedy flows have filled the buffer that all queues share.
TEST(Claims, C_2014_19_SfqPieNeverDropsAPacketToAnEmptyQueue) {
  Manager manager = *find_manager("sfq_pie");
  ASSERT_EQ(manager.use, LawUse::kScaled);
  manager.law = "docsis_pie";
  for (const std::uint32_t buffer_bytes : {4'000'000U, 60'000U}) {
    QueueBench bench(256);
    MultiQueue& queues = bench.use(manager, plain("docsis_pie", buffer_bytes));
    constexpr FlowId kGreedy = 4;
    std::set<std::pair<FlowId, std::uint64_t>> to_empty_queues;
    RandomStream random(1, "test/arrivals");
    TimePs now = 0;
    for (int i = 0; i < 4'000; ++i) {
      now += 100 * kPsPerUs;
      // Twelve times the link's rate from the greedy, a packet now and then from one of the others.
      for (FlowId flow = 0; flow < kGreedy; ++flow) {
        for (int n = 0; n < 3; ++n) bench.offer(flow, 1'500, now);
      }
      const auto other = static_cast<FlowId>(random.between(kGreedy, 255));
      if (queues.backlog(queues.queue_of(other)).packets == 0) {
        to_empty_queues.emplace(other, bench.next[other]);
        bench.offer(other, static_cast<std::uint32_t>(random.between(64, 1'518)), now);
      }
      bench.send(now);
    }
    std::uint64_t of_greedy = 0;
    for (const auto* drops : {&bench.record.aqm_drops, &bench.record.buffer_drops}) {
      for (const Record::Item& item : *drops) {
        EXPECT_EQ(to_empty_queues.count({item.flow, item.sequence}), 0U)
            << "flow " << item.flow << ", buffer " << buffer_bytes;
        of_greedy += item.flow < kGreedy ? 1 : 0;
      }
    }
    EXPECT_GT(to_empty_queues.size(), 500U);
    EXPECT_GT(of_greedy, 20'000U);
    if (buffer_bytes == 60'000) {
      EXPECT_GT(bench.record.buffer_drops.size(), 1'000U);
    }
  }
}

}  // namespace
}  // namespace docsis_vp::queue::sfq_pie_test
