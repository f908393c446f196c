// Properties of every discipline, whatever its law.
#include "models/queue/discipline.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/aqm/codel/codel_params.h"
#include "models/queue/law_class.h"
#include "platform/base/errors.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::queue::discipline_test {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names = {"none"};
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    names.emplace_back((*law)->name);
  }
  for (const Manager& manager : managers()) {
    if (aqm_find(std::string(manager.law).c_str()) != nullptr) names.emplace_back(manager.name);
  }
  return names;
}

DisciplineConfig usual(const std::string& name) {
  DisciplineConfig config = plain(name, 150'000);
  const Manager* manager = find_manager(name);
  config.multi.queues = manager != nullptr ? std::min(manager->queues, 64U) : 1;
  const aqm_algorithm* law =
      aqm_find(manager != nullptr ? std::string(manager->law).c_str() : name.c_str());
  config.law.settings.latency_target_us = law != nullptr ? law->target_us : 0;
  return config;
}

class EveryDiscipline : public testing::TestWithParam<std::string> {};

// Bursts and pauses at twice the link's rate and at a third of it.
void drive(QueueBench& bench, unsigned flow_count, int packets) {
  RandomStream random(3, "traffic");
  TimePs now = 0;
  TimePs free_at = 0;
  for (int i = 0; i < packets; ++i) {
    const bool busy = i % 4000 < 2500;
    now += static_cast<TimePs>(random.below(busy ? 600 : 3600)) * kPsPerUs;
    for (; free_at <= now; free_at += 606 * kPsPerUs) {
      if (!bench.send(free_at)) {
        free_at = now + 1;
        break;
      }
    }
    bench.offer(static_cast<FlowId>(random.below(flow_count)),
                static_cast<std::uint32_t>(random.between(64, 1518)), now,
                i % 3 == 0 ? Ecn::kEct0 : Ecn::kNotEct);
  }
}

TEST_P(EveryDiscipline, LosesNothingAndKeepsEachFlowInOrder) {
  constexpr unsigned kFlows = 40;
  QueueBench bench(kFlows);
  bench.use(usual(GetParam()));
  drive(bench, kFlows, 30'000);
  const Record& record = bench.record;
  EXPECT_EQ(record.sent.size() + record.aqm_drops.size() + record.buffer_drops.size() +
                bench.discipline->packets(),
            bench.offered);
  EXPECT_EQ(bench.pool.in_use(), bench.discipline->packets());
  EXPECT_GT(record.aqm_drops.size() + record.buffer_drops.size(), 0U);
  std::map<FlowId, std::uint64_t> last;
  for (const Record::Item& item : record.sent) {
    const auto [entry, is_first] = last.try_emplace(item.flow, item.sequence);
    if (!is_first) {
      ASSERT_LT(entry->second, item.sequence) << "flow " << item.flow;
      entry->second = item.sequence;
    }
  }
  // The remaining packets leave too.
  while (bench.send(100 * kPsPerSecond)) {
  }
  EXPECT_EQ(bench.discipline->packets(), 0U);
  EXPECT_EQ(bench.discipline->bytes(), 0U);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

TEST_P(EveryDiscipline, StaysWithinItsBuffer) {
  QueueBench bench(40);
  bench.use(usual(GetParam()));
  for (int i = 0; i < 2000; ++i) {
    bench.offer(static_cast<FlowId>(i % 40), 1000);
    ASSERT_LE(bench.discipline->bytes(), 150'000U);
  }
  EXPECT_GT(bench.discipline->bytes(), 10'000U);
}

// Counts the buffer's contents at each event of the discipline, together with packets that left the
// queue and have not been read out.
struct BufferWatch : DisciplineListener {
  std::uint64_t admitted(const Packet& packet) override {
    arriving = nullptr;
    queued.add(packet.size_bytes);
    most.bytes = std::max(most.bytes, queued.bytes + ahead.bytes);
    most.packets = std::max(most.packets, queued.packets + ahead.packets);
    return ++last_write;
  }
  void dropped(const Packet& packet, aqm_verdict verdict, Shortage shortage) override {
    EXPECT_EQ(verdict == AQM_DROP_FULL, shortage != Shortage::kNone);
    buffer_drops += verdict == AQM_DROP_FULL ? 1 : 0;
    if (&packet == arriving) {
      arriving = nullptr;
    } else {
      queued.remove(packet.size_bytes);
    }
  }
  void marked(const Packet&) override {}

  PacketTally queued;
  PacketTally ahead;
  PacketTally most;
  std::uint64_t buffer_drops = 0;
  std::uint64_t last_write = 0;
  const Packet* arriving = nullptr;
};

struct BufferLimits {
  std::uint32_t bytes;
  std::uint32_t packets;
};

// Up to three packets that left the queue are read out in pieces, as by bursts of a modem.
BufferWatch fill_buffer(const std::string& name, const BufferLimits& limits) {
  PacketPool pool;
  BufferWatch watch;
  const FlowTable flows = udp_flows(12);
  DisciplineConfig config = usual(name);
  config.law.settings.buffer_bytes = limits.bytes;
  config.law.settings.buffer_packets = limits.packets;
  const auto discipline = make_discipline(config, flows, watch);
  RandomStream random(4, "arrivals");
  std::vector<std::uint32_t> rests;
  for (int i = 0; i < 6'000; ++i) {
    const TimePs now = i * 100 * kPsPerUs;
    while (rests.size() < 3 && random.below(3) == 0) {
      const QueuedPacket next = discipline->dequeue(now);
      if (!next.packet) break;
      EXPECT_GT(next.write, 0U) << "the write of its packet";
      watch.queued.remove(next.packet->size_bytes);
      watch.ahead.add(next.packet->size_bytes);
      rests.push_back(next.packet->size_bytes);
    }
    if (!rests.empty()) {
      const auto read = static_cast<std::uint32_t>(random.between(1, rests.front()));
      watch.ahead.bytes -= read;
      rests.front() -= read;
      if (rests.front() == 0) {
        rests.erase(rests.begin());
        --watch.ahead.packets;
      }
    }
    PacketHandle packet = pool.take();
    packet->flow = static_cast<FlowId>(random.below(12));
    packet->size_bytes = static_cast<std::uint32_t>(random.between(64, 2'000));
    watch.arriving = &*packet;
    discipline->enqueue(std::move(packet), now, watch.ahead);
    EXPECT_EQ(watch.arriving, nullptr);
    EXPECT_EQ(watch.queued.bytes, discipline->bytes());
    EXPECT_EQ(watch.queued.packets, discipline->packets());
  }
  return watch;
}

TEST_P(EveryDiscipline, KeepsWhatWentAheadWithinItsBufferToo) {
  for (const BufferLimits& limits :
       {BufferLimits{15'625, 0}, {4'000, 0}, {2'000, 0}, {1'000'000, 10}, {1'000'000, 3}}) {
    const BufferWatch watch = fill_buffer(GetParam(), limits);
    EXPECT_LE(watch.most.bytes, limits.bytes);
    EXPECT_GT(watch.buffer_drops, 100U) << limits.bytes;
    if (limits.packets != 0) {
      EXPECT_EQ(watch.most.packets, limits.packets);
    } else {
      EXPECT_GT(watch.most.bytes + 700, limits.bytes);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryDiscipline, testing::ValuesIn(all_names()),
                         [](const auto& of) { return of.param; });

// RFC 8290 builds on RFC 8289; the simulations of 2014 were before it.
TEST(Discipline, SfqCodelEntersDroppingAgainByTheRuleOf2012) {
  const aqm_algorithm& codel = *aqm_find("codel");
  const auto rule_of = [&codel](const Manager* manager) {
    return default_options(manager, codel).at(CODEL_REENTRY);
  };
  EXPECT_EQ(rule_of(find_manager("sfq_codel")), CODEL_REENTRY_2012);
  EXPECT_EQ(rule_of(find_manager("fq_codel")), CODEL_REENTRY_RFC8289);
  EXPECT_EQ(rule_of(nullptr), CODEL_REENTRY_RFC8289);
}

struct Tokens : TokenSource {
  std::uint64_t sustained_tokens(TimePs) const override { return bytes; }
  TimePs drained(std::uint64_t waiting, TimePs at) const override {
    return at + static_cast<TimePs>(waiting) * kPsPerUs;  // 8 Mbit/s
  }
  std::uint64_t bytes = 0;
};

DisciplineConfig docsis_pie_at_8_mbps() {
  DisciplineConfig config = plain("docsis_pie");
  config.law.settings.msr_bytes_per_s = 1'000'000;
  config.law.settings.peak_rate_bytes_per_s = 10'000'000;
  return config;
}

// RFC 8034 sec. 4.2: 3000 bytes at the peak rate, 2000 at the sustained rate.
TEST(Discipline, ALawThatPredictsByTokensKnowsThoseOfItsQueue) {
  QueueBench bench(1);
  bench.use(docsis_pie_at_8_mbps());
  for (int i = 0; i < 5; ++i) bench.offer(0, 1'000);
  EXPECT_NEAR(static_cast<double>(bench.discipline->sample(0).predicted_delay), 5'000 * kPsPerUs,
              2 * kPsPerUs);
  Tokens tokens;
  tokens.bytes = 3'000;
  bench.discipline->know_tokens(tokens);
  EXPECT_NEAR(static_cast<double>(bench.discipline->sample(0).predicted_delay), 2'300 * kPsPerUs,
              2 * kPsPerUs);
}

// Records the delay that a law is told for each arriving packet.
struct DelaySpy {
  struct Params {
    std::uint32_t unused;
  };
  static std::vector<std::uint32_t>& seen() {
    static std::vector<std::uint32_t> delays;
    return delays;
  }
  static const char* configure(Params&, const aqm_config&, const std::uint32_t*) { return nullptr; }
  aqm_verdict enqueue(const Params&, const aqm_queue& queue, const aqm_packet&, std::uint32_t) {
    seen().push_back(queue.predicted_delay_us);
    return AQM_ACCEPT;
  }
};

TEST(Discipline, TellsALawThatForeseesWhenEachPacketLeaves) {
  const aqm_algorithm spy = algorithm_of<DelaySpy>("delay_spy");
  for (const bool foresees : {false, true}) {
    DelaySpy::seen().clear();
    QueueBench bench(1);
    DisciplineConfig config;
    config.law.custom = &spy;
    config.foresees = foresees;
    bench.use(config);
    const Tokens tokens;
    bench.discipline->know_tokens(tokens);
    bench.offer(0, 1'000);
    bench.offer(0, 500);
    EXPECT_EQ(DelaySpy::seen(), foresees ? (std::vector<std::uint32_t>{1'000, 1'500})
                                         : (std::vector<std::uint32_t>{0, 0}));
  }
}

// 50 ms at the sustained rate, 5 at the peak rate.
TEST(Discipline, ALawGoesBeforeTokensAreTaken) {
  const auto probability = [](bool caught_up) {
    QueueBench bench(1);
    bench.use(docsis_pie_at_8_mbps());
    Tokens tokens;
    tokens.bytes = 50'000;
    bench.discipline->know_tokens(tokens);
    for (int i = 0; i < 50; ++i) bench.offer(0, 1'000, kPsPerMs);
    if (caught_up) bench.discipline->run_law_until(1'000 * kPsPerMs);
    tokens.bytes = 0;
    bench.send(1'000 * kPsPerMs);
    return bench.discipline->sample(1'000 * kPsPerMs).drop_probability;
  };
  EXPECT_EQ(probability(true), 0);
  EXPECT_GT(probability(false), 0);
}

// Whatever its phase, the law's first update falls into its first interval.
TEST(Discipline, AnUpdateIsNeverFurtherThanAnInterval) {
  for (const TimePs phase : {TimePs{0}, 15 * kPsPerMs, 9'999 * kPsPerMs}) {
    QueueBench bench(1);
    DisciplineConfig config = docsis_pie_at_8_mbps();
    config.update_phase = phase;
    bench.use(config);
    for (int i = 0; i < 200; ++i) bench.offer(0, 1'000);
    EXPECT_EQ(bench.discipline->sample(0).drop_probability, 0);
    EXPECT_GT(bench.discipline->sample(32 * kPsPerMs).drop_probability, 0) << phase;
  }
}

// The law advances also without arrivals and departures, for queries too.
TEST(Discipline, ShowsALawThatDecaysWhileTheQueueIsEmpty) {
  QueueBench watched(1);
  QueueBench alone(1);
  for (QueueBench* bench : {&watched, &alone}) {
    bench->use(docsis_pie_at_8_mbps());
    for (int i = 0; i < 200; ++i) bench->offer(0, 1'000);
    while (bench->send(40 * kPsPerMs)) {
    }
  }
  const double before = watched.discipline->sample(40 * kPsPerMs).drop_probability;
  EXPECT_GT(before, 0);
  EXPECT_LT(watched.discipline->sample(400 * kPsPerMs).drop_probability, 0.9 * before);
  EXPECT_EQ(watched.discipline->sample(800 * kPsPerMs).drop_probability,
            alone.discipline->sample(800 * kPsPerMs).drop_probability);
}

TEST(Discipline, NamesWhatItDoesNotKnow) {
  QueueBench bench(1);
  EXPECT_THROW(bench.use(plain("fair")), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::queue::discipline_test
