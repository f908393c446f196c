// Beats of the port: cases by hand, and random traffic beside a model that serves beat by beat.
#include "models/cm/queue_memory/port_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <ostream>
#include <vector>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"

namespace docsis_vp::cm::port_schedule_test {
namespace {

// 8 bytes at 50 %: 4 bytes in a beat.
PortConfig alternating() {
  return {8, 50, true};
}
PortConfig reads_first() {
  return {8, 50, false};
}

TEST(PortSchedule, BeatsRoundUp) {
  const PortSchedule port({8, 60, false});  // 4.8 bytes in a beat
  EXPECT_EQ(port.beats(0), 0U);
  EXPECT_EQ(port.beats(1), 1U);
  EXPECT_EQ(port.beats(48), 10U);
  EXPECT_EQ(port.beats(49), 11U);
  EXPECT_EQ(port.beats(1500), 313U);
  EXPECT_EQ(port.promised_read_cycles(1500), 313U);
}

TEST(PortSchedule, AReadIsPromisedEverySecondBeatWhenWritesAlternate) {
  const PortSchedule port(alternating());
  EXPECT_EQ(port.promised_read_cycles(400), 200U);
  EXPECT_EQ(port.beats(400), 100U);
}

TEST(PortSchedule, ReadsFollowOneAnotherAndFillGapsThatAreLongEnough) {
  PortSchedule port(reads_first());
  port.reserve_read(1000, 1000, 400);           // 1000..1100
  EXPECT_EQ(port.find_read(1050, 400), 1100U);  // behind it
  EXPECT_EQ(port.find_read(900, 400), 900U);    // exactly fits before it
  EXPECT_EQ(port.find_read(901, 400), 1100U);   // does not
  port.reserve_read(1100, 1100, 400);           // 1100..1200
  port.reserve_read(1500, 1500, 400);
  EXPECT_EQ(port.find_read(1150, 1200), 1200U);  // 300 cycles: the gap 1200..1500
  EXPECT_EQ(port.find_read(1150, 1204), 1600U);
}

TEST(PortSchedule, WritesFollowOneAnotherAndHaveEveryBeatAlone) {
  PortSchedule port(alternating());
  const WriteNumber first = port.write(100, 1, 400);
  const WriteNumber second = port.write(150, 2, 400);
  EXPECT_EQ(port.backlog_bytes(), 800U);
  port.advance(199);
  EXPECT_FALSE(port.is_finished(first));
  port.advance(200);
  EXPECT_TRUE(port.is_finished(first));
  EXPECT_EQ(port.beats_left(second), 100U);
  EXPECT_EQ(port.backlog_bytes(), 400U);
  port.advance(300);
  EXPECT_TRUE(port.is_finished(second));
  EXPECT_EQ(port.counters().longest_write_wait, 50U);
  EXPECT_EQ(port.counters().peak_backlog_bytes, 800U);
}

// However many packets wait: 10 000 beats of writes are queued, the read of 100 is done in 200.
TEST(PortSchedule, AReadStandsBehindNoQueueOfWrites) {
  PortSchedule port(alternating());
  for (std::uint64_t i = 0; i < 100; ++i) {
    port.write(0, i, 400);
  }
  port.begin_plan(1000);
  ASSERT_EQ(port.find_read(1000, 400), 1000U);
  port.reserve_read(1000, 1000, 400);
  port.advance(1199);
  EXPECT_EQ(port.counters().read_cycles, 100U) << "the last beat before was a write's";
  EXPECT_EQ(port.counters().write_cycles, 1000U + 99U);
  EXPECT_EQ(port.counters().longest_read_wait, 0U);
  port.advance(10'100);
  EXPECT_EQ(port.counters().write_cycles, 10'000U);
  EXPECT_EQ(port.backlog_bytes(), 0U);
}

TEST(PortSchedule, AWriteGoesAtHalfSpeedBesideARead) {
  PortSchedule port(alternating());
  port.reserve_read(100, 100, 400);                   // 100 beats
  const WriteNumber write = port.write(100, 1, 200);  // 50: the second, fourth ... hundredth
  port.advance(199);
  EXPECT_FALSE(port.is_finished(write));
  port.advance(200);
  EXPECT_TRUE(port.is_finished(write));
  EXPECT_EQ(port.counters().read_cycles, 50U);
  port.advance(250);  // alone again
  EXPECT_EQ(port.counters().read_cycles, 100U);
  EXPECT_EQ(port.counters().longest_write_wait, 1U);
}

// Behind the last beat of a read the write is first, and so the next read waits for one beat.
TEST(PortSchedule, TheSideThatHadTheLastBeatLetsTheOtherGoFirst) {
  PortSchedule port(alternating());
  port.reserve_read(100, 100, 4);
  port.reserve_read(101, 102, 4);
  port.write(101, 1, 40);
  port.advance(103);
  EXPECT_EQ(port.counters().read_cycles, 2U);
  EXPECT_EQ(port.counters().write_cycles, 1U);
  EXPECT_EQ(port.counters().longest_read_wait, 1U);
}

TEST(PortSchedule, AWriteWaitsForAReadThatHasPriority) {
  PortSchedule port(reads_first());
  port.reserve_read(100, 100, 400);                  // 100..200
  const WriteNumber write = port.write(50, 1, 400);  // 50 cycles before, 50 after
  EXPECT_EQ(port.writes_done_by(port.beats_until(write)), 250U);
  port.advance(249);
  EXPECT_FALSE(port.is_finished(write));
  port.advance(250);
  EXPECT_TRUE(port.is_finished(write));
  EXPECT_EQ(port.find_read(210, 4), 250U);
}

// A promised read may wait for that very write.
TEST(PortSchedule, ReadsWithPriorityTakeNoGapWhilePacketsWait) {
  PortSchedule port(reads_first());
  const WriteNumber write = port.write(0, 1, 400);
  const std::uint64_t due = port.writes_done_by(port.beats_until(write));
  EXPECT_EQ(due, 100U);
  port.reserve_read(due, due, 400);
  EXPECT_EQ(port.find_read(0, 40), 200U);
  port.advance(100);
  port.reserve_read(1000, 1000, 400);
  EXPECT_EQ(port.find_read(200, 40), 200U) << "nothing waits";
}

// Alone a read ends early, and the next plan counts on what is left of it.
TEST(PortSchedule, APromiseIsDrawnInToWhatIsLeft) {
  PortSchedule port(alternating());
  port.reserve_read(0, 0, 400);  // 200 promised, 100 alone
  EXPECT_EQ(port.find_read(0, 400), 200U);
  port.begin_plan(60);
  EXPECT_EQ(port.find_read(60, 400), 60U + 2 * 40U);
  port.begin_plan(100);
  EXPECT_EQ(port.find_read(100, 400), 100U);
}

TEST(PortSchedule, ACancelledWriteCostsNoBeat) {
  PortSchedule port(alternating());
  const WriteNumber first = port.write(0, 1, 400);
  const WriteNumber second = port.write(0, 2, 400);
  const WriteNumber third = port.write(0, 3, 400);
  EXPECT_TRUE(port.cancel_write(50, 2));
  EXPECT_FALSE(port.cancel_write(50, 2)) << "it is no more";
  EXPECT_FALSE(port.cancel_write(50, 1)) << "it has begun";
  EXPECT_EQ(port.backlog_bytes(), 800U);
  EXPECT_EQ(port.beats_left(second), 0U);
  EXPECT_EQ(port.beats_until(third), 150U);
  port.advance(200);
  EXPECT_TRUE(port.is_finished(first));
  EXPECT_TRUE(port.is_finished(third));
  EXPECT_EQ(port.counters().write_cycles, 200U);
}

TEST(PortSchedule, AWriteMayBeCancelledAtTheCycleOfItsArrival) {
  PortSchedule port(alternating());
  port.write(10, 1, 400);
  EXPECT_TRUE(port.cancel_write(10, 1));
  port.advance(500);
  EXPECT_EQ(port.counters().write_cycles, 0U);
  EXPECT_EQ(port.counters().idle_cycles, 500U);
}

// Serves one beat after the other, by the rule alone.
class BeatByBeat {
 public:
  struct Read {
    std::uint64_t due;
    std::uint64_t beats;
    std::uint64_t promised;  // end
    WriteNumber needs;       // its packet's write; 0: none
    bool begun;
  };
  struct Write {
    WriteNumber number;
    std::uint64_t beats;
    std::uint32_t bytes;
    std::uint64_t arrived;
    std::uint64_t done_by;  // as it was told last
    bool begun;
  };

  explicit BeatByBeat(bool alternate) : alternate_(alternate) {}

  void serve_until(std::uint64_t cycle) {
    for (; now < cycle; ++now) {
      serve_one();
    }
  }
  // Promises the rest of each read anew where that is sooner.
  void draw_in_promises() {
    std::uint64_t free = now;
    for (Read& read : reads) {
      const std::uint64_t cycles = read.beats * (alternate_ ? 2 : 1);
      read.promised = std::min(read.promised, std::max(free, read.due) + cycles);
      free = read.promised;
    }
  }
  void promise(const Read& read) {
    const auto next = std::find_if(reads.begin(), reads.end(), [&read](const Read& other) {
      return other.promised > read.promised;
    });
    reads.insert(next, read);
  }
  std::uint64_t backlog() const {
    std::uint64_t bytes = 0;
    for (const Write& write : writes) {
      bytes += write.bytes;
    }
    return bytes;
  }
  bool is_pending(WriteNumber number) const {
    return std::any_of(writes.begin(), writes.end(),
                       [number](const Write& write) { return write.number == number; });
  }

  std::uint64_t now = 0;
  std::deque<Read> reads;
  std::deque<Write> writes;
  PortSchedule::Counters counters;

 private:
  void serve_one() {
    const bool reads_want = !reads.empty() && reads.front().due <= now;
    const bool writes_want = !writes.empty();
    const bool read = reads_want && (!writes_want || !alternate_ || !read_was_last_);
    read_was_last_ = read;
    if (read) {
      Read& first = reads.front();
      if (!first.begun) {
        first.begun = true;
        counters.longest_read_wait = std::max(counters.longest_read_wait, now - first.due);
        EXPECT_FALSE(is_pending(first.needs)) << "read before it is written";
      }
      ++counters.read_cycles;
      if (--first.beats == 0) {
        EXPECT_LE(now + 1, first.promised) << "a promise is broken";
        reads.pop_front();
      }
    } else if (writes_want) {
      Write& first = writes.front();
      if (!first.begun) {
        first.begun = true;
        counters.longest_write_wait = std::max(counters.longest_write_wait, now - first.arrived);
      }
      ++counters.write_cycles;
      if (--first.beats == 0) {
        EXPECT_LE(now + 1, first.done_by);
        writes.pop_front();
      }
    } else {
      ++counters.idle_cycles;
    }
  }

  bool alternate_;
  bool read_was_last_ = false;
};

// Random arrivals, drops and bursts, light to overloaded.
struct Traffic {
  bool alternate;
  std::uint64_t most_between;  // cycles
};
std::ostream& operator<<(std::ostream& to, const Traffic& traffic) {
  return to << (traffic.alternate ? "alternating" : "reads first") << ", up to "
            << traffic.most_between;
}

class PortAtRandom : public ::testing::TestWithParam<Traffic> {
 protected:
  void run(RandomStream& random) {
    PortSchedule port({8, 100, GetParam().alternate});
    BeatByBeat oracle(GetParam().alternate);
    std::uint64_t now = 0;
    std::uint64_t packets = 0;
    for (int i = 0; i < 60; ++i) {
      now += random.below(GetParam().most_between);
      oracle.serve_until(now);
      switch (random.below(4)) {
        case 0:
          plan(port, oracle, now, random);
          break;
        case 1:
          drop(port, oracle, now, random);
          break;
        default:
          write(port, oracle, now, ++packets, random);
      }
      port.advance(now);
      compare(port, oracle);
    }
    oracle.serve_until(now + 100'000);
    port.advance(now + 100'000);
    compare(port, oracle);
    EXPECT_TRUE(oracle.reads.empty());
    EXPECT_TRUE(oracle.writes.empty());
  }

 private:
  static void write(PortSchedule& port, BeatByBeat& oracle, std::uint64_t now, std::uint64_t id,
                    RandomStream& random) {
    const auto bytes = static_cast<std::uint32_t>(8 * (1 + random.below(60)));
    const WriteNumber number = port.write(now, id, bytes);
    ASSERT_EQ(number, id);
    oracle.writes.push_back({number, bytes / 8, bytes, now, UINT64_MAX, false});
    oracle.counters.peak_backlog_bytes =
        std::max(oracle.counters.peak_backlog_bytes, oracle.backlog());
  }
  static void drop(PortSchedule& port, BeatByBeat& oracle, std::uint64_t now,
                   RandomStream& random) {
    if (oracle.writes.empty()) {
      return;
    }
    const auto victim =
        oracle.writes.begin() + static_cast<std::ptrdiff_t>(random.below(oracle.writes.size()));
    ASSERT_EQ(port.cancel_write(now, victim->number), !victim->begun);
    if (!victim->begun) {
      oracle.writes.erase(victim);
    }
  }
  // A burst of up to three units, each after the one before it, perhaps of a packet that waits.
  static void plan(PortSchedule& port, BeatByBeat& oracle, std::uint64_t now,
                   RandomStream& random) {
    port.begin_plan(now);
    oracle.draw_in_promises();
    std::vector<BeatByBeat::Read> units;
    std::uint64_t due = now;
    std::uint64_t planned = 0;
    const std::uint64_t more = random.below(3);
    for (std::uint64_t unit = 0; unit <= more; ++unit) {
      due += random.below(100);
      WriteNumber needs = 0;
      if (!oracle.writes.empty() && random.below(2) == 0) {
        BeatByBeat::Write& needed = oracle.writes[random.below(oracle.writes.size())];
        needs = needed.number;
        const std::uint64_t done_by = port.writes_done_by(port.beats_until(needs), planned);
        due = std::max(due, done_by);
        needed.done_by = std::min(needed.done_by, done_by);
      }
      const std::uint64_t bytes = 8 * (1 + random.below(60));
      const std::uint64_t start = port.find_read(due, bytes);
      ASSERT_GE(start, due);
      const std::uint64_t end = start + port.promised_read_cycles(bytes);
      planned += bytes / 8;
      units.push_back({due, bytes / 8, end, needs, false});
      due = end;
    }
    for (const BeatByBeat::Read& unit : units) {
      port.reserve_read(unit.due, unit.promised - port.promised_read_cycles(8 * unit.beats),
                        8 * unit.beats);
      oracle.promise(unit);
    }
  }
  static void compare(const PortSchedule& port, const BeatByBeat& oracle) {
    const PortSchedule::Counters& counters = port.counters();
    ASSERT_EQ(port.now(), oracle.now);
    ASSERT_EQ(counters.read_cycles + counters.write_cycles + counters.idle_cycles, port.now());
    ASSERT_EQ(counters.read_cycles, oracle.counters.read_cycles);
    ASSERT_EQ(counters.write_cycles, oracle.counters.write_cycles);
    ASSERT_EQ(counters.idle_cycles, oracle.counters.idle_cycles);
    ASSERT_EQ(counters.longest_read_wait, oracle.counters.longest_read_wait);
    ASSERT_EQ(counters.longest_write_wait, oracle.counters.longest_write_wait);
    ASSERT_EQ(counters.peak_backlog_bytes, oracle.counters.peak_backlog_bytes);
    ASSERT_EQ(port.backlog_bytes(), oracle.backlog());
    for (const BeatByBeat::Write& write : oracle.writes) {
      ASSERT_FALSE(port.is_finished(write.number));
      ASSERT_EQ(port.beats_left(write.number), write.beats);
    }
  }
};

TEST_P(PortAtRandom, ServesBeatByBeatAndKeepsItsPromises) {
  RandomStream random(1, "port");
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    run(random);
  }
}

INSTANTIATE_TEST_SUITE_P(Loads, PortAtRandom,
                         ::testing::Values(Traffic{true, 30}, Traffic{true, 90}, Traffic{true, 400},
                                           Traffic{false, 30}, Traffic{false, 90},
                                           Traffic{false, 400}));

TEST(PortSchedule, RefusesNonsense) {
  EXPECT_THROW(PortSchedule({0, 60, true}), ConfigError);
  EXPECT_THROW(PortSchedule({8, 0, true}), ConfigError);
  EXPECT_THROW(PortSchedule({8, 100.1, true}), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::port_schedule_test
