#include "models/cm/resequencer/resequencer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm::resequencer_test {
namespace {

constexpr std::uint32_t kBytes = 100;

void run_until(TimePs time) {
  sc_core::sc_start(platform::to_sc_time(time - platform::now_ps()));
}

struct Lan : PacketSink {
  void push(PacketHandle packet) override {
    passed.emplace_back(packet->sequence, platform::now_ps());
  }
  std::vector<std::uint64_t> numbers() const {
    std::vector<std::uint64_t> all;
    for (const auto& entry : passed) all.push_back(entry.first);
    return all;
  }
  std::vector<std::pair<std::uint64_t, TimePs>> passed;
};

ResequencerConfig two_channels() {
  ResequencerConfig config;
  config.modem = 3;
  config.channels = {0, 1};
  return config;
}

struct Bench {
  explicit Bench(const ResequencerConfig& config = two_channels())
      : sequencer("sequencer"), resequencer("resequencer", config, sequencer, lan) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  docsis::DownstreamFrame frame(std::uint64_t number, unsigned channel, unsigned flow = 0) {
    docsis::DownstreamFrame made(channel, pool.take());
    made.packet->sequence = number;
    made.packet->size_bytes = kBytes;
    docsis::DsService service;
    service.dsid = docsis::dsid_of(3, flow);
    service.sequence = static_cast<std::uint16_t>(number);
    write(made, service);
    return made;
  }
  static void write(docsis::DownstreamFrame& frame, const docsis::DsService& service) {
    std::vector<std::uint8_t> octets;
    docsis::append_ds_packet_header(octets, service, kBytes);
    std::copy(octets.begin(), octets.end(), frame.header.begin());
    frame.header_bytes = static_cast<std::uint8_t>(octets.size());
  }
  void arrive(std::uint64_t number, unsigned channel, unsigned flow = 0) {
    resequencer.receive(frame(number, channel, flow));
  }

  PacketPool pool;
  Lan lan;
  platform::InstantSequencer sequencer;
  Resequencer resequencer;
};

using Numbers = std::vector<std::uint64_t>;

TEST(Resequencer, PassesWhatComesInOrderAtOnce) {
  Bench bench;
  for (std::uint64_t i = 0; i < 4; ++i) bench.arrive(i, static_cast<unsigned>(i % 2));
  EXPECT_EQ(bench.lan.numbers(), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(bench.resequencer.counters().out_of_order, 0U);
}

TEST(Resequencer, HoldsWhatOvertookUntilTheOthersAreThere) {
  Bench bench;
  bench.arrive(1, 1);
  run_until(300 * kPsPerUs);
  bench.arrive(2, 1);
  EXPECT_EQ(bench.lan.numbers(), Numbers{});
  EXPECT_EQ(bench.resequencer.held(), 2U);
  run_until(500 * kPsPerUs);
  bench.arrive(0, 0);
  EXPECT_EQ(bench.lan.numbers(), (Numbers{0, 1, 2}));
  const auto& counters = bench.resequencer.counters();
  EXPECT_EQ(counters.out_of_order, 2U);
  EXPECT_EQ(counters.missing, 0U);
  EXPECT_EQ(counters.skew_ps.max(), 500U * kPsPerUs);
}

TEST(Resequencer, GivesUpWhatIsMissingAfterTheWait) {
  Bench bench;
  bench.arrive(0, 0);
  run_until(kPsPerMs);
  bench.arrive(2, 1);
  run_until(19 * kPsPerMs - 1);
  EXPECT_EQ(bench.lan.numbers(), Numbers{0});
  run_until(19 * kPsPerMs + 1);
  EXPECT_EQ(bench.lan.numbers(), (Numbers{0, 2}));
  EXPECT_EQ(bench.lan.passed[1].second, 19 * kPsPerMs);
  EXPECT_EQ(bench.resequencer.counters().missing, 1U);
  EXPECT_EQ(bench.resequencer.counters().missing_early, 0U);
  bench.arrive(1, 0);  // too late
  EXPECT_EQ(bench.resequencer.counters().late, 1U);
  EXPECT_EQ(bench.lan.numbers(), (Numbers{0, 2}));
}

TEST(Resequencer, GivesUpAtOnceWhatEveryChannelHasPassed) {
  Bench bench;
  bench.arrive(0, 0);
  bench.arrive(1, 1);
  bench.arrive(3, 0);  // 2 may still be on channel 1
  EXPECT_EQ(bench.lan.numbers(), (Numbers{0, 1}));
  bench.arrive(4, 1);  // it is not
  EXPECT_EQ(bench.lan.numbers(), (Numbers{0, 1, 3, 4}));
  EXPECT_EQ(bench.resequencer.counters().missing_early, 1U);
}

// Channel 1 was last heard more than half a round of numbers ago.
TEST(Resequencer, WaitsForAChannelThatWasSilentForLong) {
  Bench bench;
  bench.arrive(0, 1);
  for (std::uint64_t i = 1; i <= 40'000; ++i) bench.arrive(i, 0);
  bench.arrive(40'002, 0);
  EXPECT_EQ(bench.resequencer.held(), 1U);
  bench.arrive(40'001, 1);
  EXPECT_EQ(bench.lan.passed.size(), 40'003U);
  EXPECT_EQ(bench.resequencer.counters().missing, 0U);
}

TEST(Resequencer, WaitsForASilentChannelAlsoWhereOthersAlwaysWait) {
  ResequencerConfig config = two_channels();
  config.channels = {0, 1, 2};
  Bench bench(config);
  bench.arrive(1, 2);
  for (std::uint64_t i = 2; i <= 40'000; i += 2) {
    bench.arrive(i + 1, 1);
    bench.arrive(i - 2, 0);
    ASSERT_EQ(bench.resequencer.held(), 1U);
  }
  bench.arrive(40'002, 0);  // 40'000 is still to come
  EXPECT_EQ(bench.resequencer.held(), 2U);
  bench.arrive(40'000, 2);
  EXPECT_EQ(bench.lan.passed.size(), 40'003U);
  EXPECT_EQ(bench.resequencer.counters().missing, 0U);
}

TEST(Resequencer, FlowsDoNotWaitForEachOther) {
  Bench bench;
  bench.arrive(1, 0, 0);
  bench.arrive(0, 1, 5);
  EXPECT_EQ(bench.lan.numbers(), Numbers{0});
}

TEST(Resequencer, NumbersGoRoundAt65536) {
  Bench bench;
  for (std::uint64_t i = 0; i < 70'000; ++i) {
    bench.arrive(i ^ 1, static_cast<unsigned>(i % 2));  // 1, 0, 3, 2 ...
  }
  ASSERT_EQ(bench.lan.passed.size(), 70'000U);
  for (std::uint64_t i = 0; i < 70'000; ++i) EXPECT_EQ(bench.lan.passed[i].first, i);
  EXPECT_EQ(bench.resequencer.counters().missing, 0U);
}

TEST(Resequencer, GoesOnAtOnceAfterAnOutageOfAnyLength) {
  Bench bench;
  unsigned flow = 0;
  std::uint64_t missing = 0;
  for (const std::uint64_t length : {100U, 32'000U, 33'000U, 50'000U, 65'000U, 70'000U}) {
    bench.lan.passed.clear();
    for (std::uint64_t i = 0; i < 10; ++i) bench.arrive(i, static_cast<unsigned>(i % 2), flow);
    const std::uint64_t end = 10 + length;
    bench.arrive(end, 0, flow);
    bench.arrive(end + 2, 0, flow);
    bench.arrive(end + 1, 1, flow);
    bench.arrive(end + 3, 1, flow);
    EXPECT_EQ(bench.lan.passed.size(), 14U) << length;
    missing += length % 65'536;
    EXPECT_EQ(bench.resequencer.counters().missing, missing) << length;
    ++flow;
  }
  EXPECT_EQ(bench.resequencer.counters().late, 0U);
}

// After `silence` numbers that channel 0 alone brought, an outage of `lost` numbers; then both
// channels bring two each, and channel 1 all of its own behind those of channel 0.
struct Outage {
  std::uint64_t silence;
  std::uint64_t lost;
  unsigned first;  // channel of the first number behind the outage
};
void PrintTo(const Outage& outage, std::ostream* to) {
  *to << outage.lost << " lost after a silence of " << outage.silence << ", then channel "
      << outage.first;
}

class OutageOf : public testing::TestWithParam<Outage> {};

TEST_P(OutageOf, LosesNothingMore) {
  const auto [silence, lost, first] = GetParam();
  Bench bench;
  std::uint64_t next = 0;
  bench.arrive(next++, 1);
  for (std::uint64_t i = 0; i < silence; ++i) bench.arrive(next++, 0);
  next += lost;
  run_until(kPsPerMs);
  const std::uint64_t of_0 = next + first;
  const std::uint64_t of_1 = next + 1 - first;
  bench.lan.passed.clear();
  bench.arrive(of_0, 0);
  bench.arrive(of_0 + 2, 0);
  run_until(2 * kPsPerMs);
  bench.arrive(of_1, 1);
  bench.arrive(of_1 + 2, 1);
  EXPECT_EQ(bench.lan.numbers(), (Numbers{next, next + 1, next + 2, next + 3}));
  EXPECT_EQ(bench.resequencer.counters().late, 0U);
  EXPECT_EQ(bench.resequencer.counters().missing, lost % 65'536);
  EXPECT_EQ(bench.resequencer.held(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Resequencer, OutageOf, testing::ValuesIn([] {
                           std::vector<Outage> outages;
                           for (const std::uint64_t silence : {1, 300, 32'768, 65'535, 70'000}) {
                             for (const std::uint64_t lost :
                                  {1, 2, 32'764, 32'765, 32'766, 32'767, 32'768, 32'769, 50'000,
                                   65'533, 65'534, 65'535, 98'303}) {
                               outages.push_back({silence, lost, 0});
                               // More would be a whole round on channel 0.
                               if (lost != 65'535) outages.push_back({silence, lost, 1});
                             }
                           }
                           return outages;
                         }()));

// Channel 0 goes on with exactly the expected number: this is not detectable, and nothing is lost.
TEST(Resequencer, AWholeRoundOnOneChannelLosesNothing) {
  Bench bench;
  bench.arrive(0, 1);
  bench.arrive(1, 0);
  bench.lan.passed.clear();
  bench.arrive(65'538, 0);  // as 2
  bench.arrive(65'540, 0);
  bench.arrive(65'537, 1);
  bench.arrive(65'539, 1);
  bench.arrive(65'541, 1);
  run_until(40 * kPsPerMs);
  Numbers passed = bench.lan.numbers();
  std::sort(passed.begin(), passed.end());
  EXPECT_EQ(passed, (Numbers{65'537, 65'538, 65'539, 65'540, 65'541}));
  EXPECT_EQ(bench.resequencer.counters().late, 0U);
}

// Three channels of constant skew, below the wait, one of them seldom used: whatever is lost, no
// packet that arrives is late, and all leave in order.
TEST(Resequencer, IsNeverLateWhereSkewIsShorterThanTheWait) {
  ResequencerConfig config = two_channels();
  config.channels = {0, 1, 2};
  Bench bench(config);
  RandomStream random(3, "resequencer_test");
  constexpr TimePs kSkew[] = {0, 300 * kPsPerUs, 5 * kPsPerMs};
  struct Arrival {
    TimePs at;
    std::uint64_t number;
    unsigned channel;
  };
  std::vector<Arrival> arrivals;
  std::uint64_t number = 0;
  TimePs sent = 0;
  for (int burst = 0; burst < 60; ++burst) {
    const unsigned seldom = static_cast<unsigned>(random.between(2, 400));
    for (auto packets = random.between(50, 1'500); packets > 0; --packets) {
      sent += 25 * kPsPerUs;
      const unsigned channel =
          random.below(seldom) == 0 ? 2 : static_cast<unsigned>(random.below(2));
      if (random.below(100) != 0) arrivals.push_back({sent + kSkew[channel], number, channel});
      ++number;
    }
    constexpr std::uint64_t kOutages[] = {1, 32'000, 32'767, 40'000, 60'000};
    const std::uint64_t lost = kOutages[random.below(5)];
    number += lost;
    sent += static_cast<TimePs>(lost) * 25 * kPsPerUs;
  }
  std::stable_sort(arrivals.begin(), arrivals.end(),
                   [](const Arrival& a, const Arrival& b) { return a.at < b.at; });
  for (const Arrival& arrival : arrivals) {
    if (arrival.at > platform::now_ps()) run_until(arrival.at);
    bench.arrive(arrival.number, arrival.channel);
  }
  run_until(platform::now_ps() + 18 * kPsPerMs + 1);
  const Numbers passed = bench.lan.numbers();
  EXPECT_EQ(passed.size(), arrivals.size());
  EXPECT_TRUE(std::is_sorted(passed.begin(), passed.end()));
  EXPECT_EQ(bench.resequencer.counters().late, 0U);
  EXPECT_EQ(bench.resequencer.counters().missing + arrivals.size(), passed.back() + 1);
}

TEST(Resequencer, ALatePacketIsLateHoweverLongNothingElseCame) {
  Bench bench;
  bench.arrive(0, 0);
  bench.arrive(1, 1);
  bench.arrive(3, 1);
  run_until(kPsPerSecond);
  bench.arrive(2, 0);
  EXPECT_EQ(bench.resequencer.counters().late, 1U);
  EXPECT_EQ(bench.lan.numbers(), (Numbers{0, 1, 3}));
}

TEST(Resequencer, APacketWithoutANumberGoesOn) {
  Bench bench;
  docsis::DownstreamFrame plain(0, bench.pool.take());
  plain.packet->sequence = 7;
  bench.resequencer.receive(std::move(plain));
  docsis::DownstreamFrame unnumbered = bench.frame(8, 1);
  docsis::DsService service;
  service.dsid = docsis::dsid_of(3, 0);
  Bench::write(unnumbered, service);
  bench.resequencer.receive(std::move(unnumbered));
  EXPECT_EQ(bench.lan.numbers(), (Numbers{7, 8}));
}

TEST(Resequencer, StartsAfreshWhenTheCmtsDoes) {
  Bench bench;
  bench.arrive(0, 0);
  bench.arrive(2, 1);
  docsis::DownstreamFrame fresh = bench.frame(100, 0);
  docsis::DsService service;
  service.dsid = docsis::dsid_of(3, 0);
  service.sequence_change = true;
  service.sequence = 500;
  Bench::write(fresh, service);
  bench.resequencer.receive(std::move(fresh));
  EXPECT_EQ(bench.lan.numbers(), (Numbers{0, 2, 100}));
}

// Whatever the octets are, a packet is passed, held or counted, and nothing breaks.
TEST(Resequencer, IgnoresHostileHeaders) {
  Bench bench;
  RandomStream random(1, "resequencer_test");
  for (int i = 0; i < 20'000; ++i) {
    docsis::DownstreamFrame frame =
        bench.frame(random.below(40), static_cast<unsigned>(random.below(2)));
    switch (random.below(4)) {
      case 0:  // any octets
        for (auto& octet : frame.header) octet = static_cast<std::uint8_t>(random.next_u32());
        break;
      case 1:  // one bit
        frame.header[random.below(12)] ^= static_cast<std::uint8_t>(1U << random.below(8));
        break;
      case 2:  // cut
        frame.header_bytes = static_cast<std::uint8_t>(1 + random.below(11));
        break;
      default: {  // sound, of anybody
        docsis::DsService service;
        service.dsid = random.next_u32() & docsis::kMaxDsid;
        service.sequence = static_cast<std::uint16_t>(random.next_u32());
        service.sequence_change = random.below(2) == 1;
        Bench::write(frame, service);
      }
    }
    bench.resequencer.receive(std::move(frame));
  }
  run_until(100 * kPsPerMs);
  const auto& counters = bench.resequencer.counters();
  EXPECT_GT(counters.malformed, 5'000U);
  EXPECT_GT(counters.foreign, 4'000U);
  EXPECT_EQ(bench.resequencer.held(), 0U);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

// Two channels, each in order, skewed and lossy: everything that arrives leaves in order, once.
TEST(Resequencer, KeepsTheOrderOfEveryFlow) {
  Bench bench;
  RandomStream random(2, "resequencer_test");
  std::vector<std::uint64_t> on_way[2];
  std::uint64_t sent = 0;
  std::uint64_t lost = 0;
  for (int step = 0; step < 20'000; ++step) {
    for (auto& channel : on_way) {
      if (random.below(2) == 1) channel.push_back(sent++);
    }
    const auto channel = static_cast<unsigned>(random.below(2));
    if (on_way[channel].empty()) continue;
    const std::uint64_t number = on_way[channel].front();
    on_way[channel].erase(on_way[channel].begin());
    if (random.below(50) == 0) {
      ++lost;
    } else {
      bench.arrive(number, channel);
    }
    run_until(platform::now_ps() + static_cast<TimePs>(random.below(20 * kPsPerUs)));
  }
  run_until(platform::now_ps() + 20 * kPsPerMs);
  const Numbers passed = bench.lan.numbers();
  EXPECT_TRUE(std::is_sorted(passed.begin(), passed.end()));
  EXPECT_EQ(std::set<std::uint64_t>(passed.begin(), passed.end()).size(), passed.size());
  const auto& counters = bench.resequencer.counters();
  EXPECT_EQ(passed.size() + counters.late, counters.sequenced);
  EXPECT_GT(counters.missing, lost / 2);
}

TEST(Resequencer, RefusesWhatCannotBe) {
  platform::InstantSequencer sequencer("sequencer");
  Lan lan;
  ResequencerConfig config;
  config.wait = 0;
  EXPECT_THROW(Resequencer("a", config, sequencer, lan), ConfigError);
  config = {};
  config.channels = {32};
  EXPECT_THROW(Resequencer("b", config, sequencer, lan), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::resequencer_test
