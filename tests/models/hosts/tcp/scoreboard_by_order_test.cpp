// Loss by forward acknowledgments, at the scoreboard: segments of 1000 octets.
#include <gtest/gtest.h>

#include <vector>

#include "models/hosts/tcp/scoreboard.h"

namespace docsis_vp::hosts::scoreboard_by_order_test {
namespace {

using Numbers = std::vector<std::uint64_t>;

class ScoreboardByOrder : public ::testing::Test {
 protected:
  ScoreboardByOrder() { board.start(0, 1000, {3, false, true}); }

  void send(unsigned segments) {
    for (unsigned i = 0; i < segments; ++i) board.append(1000, false, ++now);
  }
  void arrives(std::uint64_t number) {
    const SackBlock block = {number * 1000, number * 1000 + 1000};
    summary = {};
    board.sack(&block, 1, summary);
    board.lose_by_order(summary);
  }
  Numbers retransmit_all() {
    Numbers numbers;
    for (;;) {
      const std::uint64_t number = board.next_to_retransmit();
      if (number == board.end() || !board.segment(number).has(SentSegment::kLost)) return numbers;
      board.retransmitted(number, ++now, true);
      numbers.push_back(number);
    }
  }

  TimePs now = 0;
  Scoreboard board;
  Scoreboard::AckSummary summary;
};

TEST_F(ScoreboardByOrder, LosesWhatIsMoreThanThreeBehindTheHighest) {
  send(10);
  arrives(3);
  EXPECT_FALSE(summary.newly_lost);
  arrives(4);
  EXPECT_TRUE(summary.newly_lost);
  EXPECT_EQ(board.lost_bytes(), 1000U);
  arrives(7);  // one that is SACKed does not count
  EXPECT_EQ(board.lost_bytes(), 3000U);
  EXPECT_EQ(retransmit_all(), (Numbers{0, 1, 2}));
  EXPECT_EQ(board.pipe_bytes(), 7000U);
}

TEST_F(ScoreboardByOrder, LosesARetransmissionWhenNewDataSentAfterItArrives) {
  send(10);
  arrives(4);
  EXPECT_EQ(retransmit_all(), Numbers{0});
  send(2);
  arrives(9);  // sent before it
  EXPECT_EQ(retransmit_all(), (Numbers{1, 2, 3, 5}));
  arrives(10);
  EXPECT_TRUE(summary.newly_lost);
  // The others were sent after segment 11.
  EXPECT_EQ(retransmit_all(), (Numbers{0, 6}));
}

TEST_F(ScoreboardByOrder, LosesARetransmissionWhenOneMoreThanFourLaterArrives) {
  send(20);
  arrives(19);
  EXPECT_EQ(retransmit_all().size(), 16U);
  arrives(4);
  EXPECT_FALSE(summary.newly_lost);
  arrives(5);
  EXPECT_TRUE(summary.newly_lost);
  EXPECT_EQ(retransmit_all(), Numbers{0});
}

TEST_F(ScoreboardByOrder, ForgetsAll) {
  send(10);
  arrives(7);
  retransmit_all();
  board.forget_all();
  EXPECT_EQ(board.pipe_bytes(), 10'000U);
  EXPECT_EQ(retransmit_all(), Numbers{});
  arrives(9);
  EXPECT_EQ(retransmit_all(), (Numbers{0, 1, 2, 3, 4, 5}));
}

TEST_F(ScoreboardByOrder, AnAcknowledgmentOfARetransmissionCountsAsItsArrival) {
  send(20);
  arrives(19);
  EXPECT_EQ(retransmit_all().size(), 16U);
  const SackBlock block = {6000, 16'000};
  summary = {};
  board.sack(&block, 1, summary);
  board.lose_by_order(summary);
  EXPECT_EQ(retransmit_all(), (Numbers{0, 1, 2, 3, 4, 5}));
  summary = {};
  board.acknowledge(6000, summary);
  board.lose_by_order(summary);
  EXPECT_EQ(board.una(), 6000U);
  EXPECT_FALSE(summary.newly_lost);
}

}  // namespace
}  // namespace docsis_vp::hosts::scoreboard_by_order_test
