// RFC 8985 sec. 6.2, at the scoreboard: segments of 1000 octets, a millisecond apart, acknowledged
// 20 ms after they were sent.
#include <gtest/gtest.h>

#include <vector>

#include "models/hosts/tcp/scoreboard.h"

namespace docsis_vp::hosts::scoreboard_by_time_test {
namespace {

constexpr TimePs kRtt = 20 * kPsPerMs;

class ScoreboardByTime : public ::testing::Test {
 protected:
  ScoreboardByTime() { board.start(0, 1000, {3, true}); }

  void send(unsigned segments) {
    for (unsigned i = 0; i < segments; ++i) {
      board.append(1000, false, static_cast<TimePs>(board.end()) * kPsPerMs);
    }
  }
  // The acknowledgment of segment `number`, which arrived out of order. Returns when to look again.
  TimePs arrives(std::uint64_t number, TimePs at, TimePs window = 0) {
    const SackBlock block = {number * 1000, number * 1000 + 1000};
    summary = {};
    board.sack(&block, 1, summary);
    return board.lose_by_time(at, kRtt, window, summary);
  }
  static TimePs answer_to(std::uint64_t number) {
    return static_cast<TimePs>(number) * kPsPerMs + kRtt;
  }
  std::vector<std::uint64_t> retransmit_all(TimePs at) {
    std::vector<std::uint64_t> numbers;
    for (;;) {
      const std::uint64_t number = board.next_to_retransmit();
      if (number == board.end() || !board.segment(number).has(SentSegment::kLost)) return numbers;
      board.retransmitted(number, at, true);
      numbers.push_back(number);
    }
  }

  Scoreboard board;
  Scoreboard::AckSummary summary;
};

using Numbers = std::vector<std::uint64_t>;

TEST_F(ScoreboardByTime, LosesAllThatWasSentBeforeTheLatestArrival) {
  send(6);
  EXPECT_EQ(arrives(3, answer_to(3)), kNever);
  EXPECT_TRUE(summary.newly_lost);
  EXPECT_EQ(board.lost_bytes(), 3000u);
  EXPECT_EQ(board.pipe_bytes(), 2000u);
  EXPECT_EQ(retransmit_all(answer_to(3)), (Numbers{0, 1, 2}));
}

TEST_F(ScoreboardByTime, AwaitsReorderingAsLongAsItIsTold) {
  send(6);
  const TimePs window = 2 * kPsPerMs;
  // Segment 1 is 2 ms overdue when 3 arrives; what was sent last before 3 is soon.
  EXPECT_EQ(arrives(3, answer_to(3), window), answer_to(3) + window);
  EXPECT_EQ(board.lost_bytes(), 2000u);
  summary = {};
  EXPECT_EQ(board.lose_by_time(answer_to(3) + window, kRtt, window, summary), kNever);
  EXPECT_TRUE(summary.newly_lost);
  EXPECT_EQ(board.lost_bytes(), 3000u);
}

// Step 5 has one timer for all of them, or each would let out a segment of its own.
TEST_F(ScoreboardByTime, LooksAgainOnceForAllThatIsAwaited) {
  send(9);
  const TimePs window = 9 * kPsPerMs;
  EXPECT_EQ(arrives(8, answer_to(8), window), answer_to(8) + window);
  EXPECT_EQ(board.lost_bytes(), 0u);
  summary = {};
  EXPECT_EQ(board.lose_by_time(answer_to(8) + window, kRtt, window, summary), kNever);
  EXPECT_EQ(board.lost_bytes(), 8000u);
}

TEST_F(ScoreboardByTime, LosesARetransmissionWhenSomethingSentLaterArrives) {
  send(4);
  arrives(3, answer_to(3));
  EXPECT_EQ(retransmit_all(answer_to(3)), (Numbers{0, 1, 2}));
  board.append(1000, false, answer_to(3) + kPsPerMs);
  arrives(2, answer_to(3) + kRtt);
  // 0 and 1 were retransmitted at the same time, and lie below.
  EXPECT_TRUE(summary.newly_lost);
  EXPECT_EQ(board.pipe_bytes(), 1000u);
  EXPECT_EQ(retransmit_all(answer_to(3) + kRtt), (Numbers{0, 1}));
  EXPECT_EQ(board.pipe_bytes(), 3000u);
  arrives(4, answer_to(3) + kRtt + kPsPerMs);
  EXPECT_EQ(retransmit_all(answer_to(3) + kRtt + kPsPerMs), Numbers{});
}

TEST_F(ScoreboardByTime, LearnsNothingFromARetransmissionThatIsAcknowledgedTooSoon) {
  send(4);
  arrives(3, answer_to(3));
  EXPECT_EQ(retransmit_all(answer_to(3)), (Numbers{0, 1, 2}));
  arrives(2, answer_to(3) + kRtt - 1);
  EXPECT_FALSE(summary.newly_lost);
}

TEST_F(ScoreboardByTime, SeesReorderingOnlyAcrossAcknowledgments) {
  send(6);
  const SackBlock both[] = {{4000, 5000}, {2000, 3000}};
  board.sack(both, 2, summary);
  board.lose_by_time(answer_to(4), kRtt, kRtt, summary);
  EXPECT_FALSE(board.reordering_seen());
  arrives(3, answer_to(5), kRtt);
  EXPECT_TRUE(board.reordering_seen());
}

TEST_F(ScoreboardByTime, DoesNotTakeARepairForReordering) {
  send(4);
  arrives(3, answer_to(3));
  retransmit_all(answer_to(3));
  summary = {};
  board.acknowledge(4000, summary);
  board.lose_by_time(answer_to(3) + kRtt, kRtt, 0, summary);
  EXPECT_FALSE(board.reordering_seen());
}

TEST_F(ScoreboardByTime, ForgetsRetransmissionsAfterATimeout) {
  send(4);
  arrives(3, answer_to(3));
  retransmit_all(answer_to(3));
  board.lose_all(true);
  EXPECT_EQ(retransmit_all(answer_to(3) + 10 * kRtt), (Numbers{0, 1, 2}));
  EXPECT_EQ(board.pipe_bytes(), 3000u);
}

// New data first, then a retransmission, at one instant: the arrival of the data says nothing of
// it.
TEST_F(ScoreboardByTime, OrdersWhatIsSentAtOneInstantByTheSending) {
  send(4);
  arrives(3, answer_to(3));
  board.append(1000, false, answer_to(3));
  EXPECT_EQ(retransmit_all(answer_to(3)), (Numbers{0, 1, 2}));
  const TimePs later = answer_to(3) + kRtt;
  arrives(4, later);
  EXPECT_FALSE(summary.newly_lost);
  EXPECT_EQ(retransmit_all(later), Numbers{});
  // But the arrival of the last of the retransmissions does, of those before it.
  arrives(2, later);
  EXPECT_TRUE(summary.newly_lost);
  EXPECT_EQ(retransmit_all(later), (Numbers{0, 1}));
}

}  // namespace
}  // namespace docsis_vp::hosts::scoreboard_by_time_test
