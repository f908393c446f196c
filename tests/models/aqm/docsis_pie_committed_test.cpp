// Drops of the data path by a committed probability: the figures of docs/registers.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/aqm/pie_bench.h"

namespace docsis_vp::aqm::docsis_pie_committed_test {
namespace {

constexpr std::uint32_t kDeep = 50'000;  // bytes: above the guard, below a third of the buffer
constexpr std::array<std::uint32_t, 3> kMix{1500, 500, 100};

PieBench committed(double p, std::uint32_t delay_us, docsis_pie_status status,
                   std::uint32_t burst_us = 0) {
  PieBench pie;
  pie.state.law = {q28(p), delay_us, burst_us, status, 0, 0};
  return pie;
}

PieBench active(double p) {
  return committed(p, 10'000, DOCSIS_PIE_ACTIVE);
}

// Which packet after a drop is dropped at first, by this draw.
int first_dropped(PieBench pie, std::uint32_t size, std::uint32_t draw) {
  int n = 1;
  while (pie.enqueue(kDeep, size, draw) == AQM_ACCEPT) {
    ++n;
  }
  return n;
}

double own_probability(double p, std::uint32_t size) {
  return std::min(p * size / 1024, 0.85);
}

// The formula of the page.
double share_of(double p, std::uint32_t size) {
  const double q = own_probability(p, size);
  const double n0 = std::ceil(0.85 / q);
  const double n1 = std::ceil(8.5 / q);
  return 1 / (n0 - 1 + (1 - std::pow(1 - q, n1 - n0 + 1)) / q);
}

// Shares of dropped packets, size by size, of packets in turns.
std::vector<double> simulated(PieBench pie, const std::vector<std::uint32_t>& sizes, int packets,
                              std::uint32_t queue_bytes = kDeep) {
  RandomStream random(1, "test/docsis_pie/committed");
  std::vector<double> drops(sizes.size());
  std::vector<double> offered(sizes.size());
  for (int i = 0; i < packets; ++i) {
    const auto which = static_cast<std::size_t>(random.below(sizes.size()));
    const std::uint32_t draw = random.next_u32();
    offered[which] += 1;
    drops[which] += pie.enqueue(queue_bytes, sizes[which], draw) == AQM_DROP ? 1 : 0;
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    drops[i] /= offered[i];
  }
  return drops;
}

std::string text(const char* format, double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

// The cells of the page's row that begins with these, without them; "" if there is none.
std::vector<std::string> page_row(const char* file, const std::string& begins) {
  std::ifstream page(file);
  std::vector<std::string> cells;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind(begins, 0) == 0) {
      std::istringstream rest(line.substr(begins.size()));
      for (std::string cell; std::getline(rest, cell, '|');) {
        const auto last = cell.find_last_not_of(' ');
        if (last != std::string::npos) {
          cells.push_back(
              cell.substr(cell.find_first_not_of(' '), last + 1 - cell.find_first_not_of(' ')));
        }
      }
    }
  }
  return cells;
}

struct Row {
  int percent;
  std::uint32_t size;
};

class PieCommitted : public ::testing::TestWithParam<Row> {
 protected:
  double p() const { return GetParam().percent / 100.0; }
};

TEST_P(PieCommitted, DropsTheShareOfTheFormula) {
  const double share = simulated(active(p()), {GetParam().size}, 1'000'000).at(0);
  EXPECT_NEAR(share, share_of(p(), GetParam().size), 0.0005);
}

TEST_P(PieCommitted, HasTheFiguresOfThePage) {
  const auto [percent, size] = GetParam();
  const std::vector<std::string> cells = page_row(
      "docs/registers.md", "| " + std::to_string(percent) + " % | " + std::to_string(size) + " |");
  ASSERT_EQ(cells.size(), 5U);
  EXPECT_EQ(cells[0], text("%.5f", own_probability(p(), size)));
  EXPECT_EQ(cells[1], std::to_string(first_dropped(active(p()), size, kDrop)));
  EXPECT_EQ(cells[2], std::to_string(first_dropped(active(p()), size, kNeverDrop)));
  EXPECT_EQ(cells[3], text("%.2f %%", 100 * share_of(p(), size)));
  if (percent == 10) {
    const std::string row = "| " + std::to_string(size) + " |";
    EXPECT_EQ(page_row("docs/placements.md", row), std::vector<std::string>{cells[3]});
  }

  const std::vector<double> mix = simulated(active(p()), {kMix.begin(), kMix.end()}, 1'500'000);
  const auto which = std::find(kMix.begin(), kMix.end(), size) - kMix.begin();
  EXPECT_NEAR(std::stod(cells[4]), 100 * mix.at(static_cast<std::size_t>(which)), 0.08);
}

// "Right to 0.6 points up to p = 10 %", says the page.
TEST_P(PieCommitted, IsNearTheRuleOfThumb) {
  const double thumb = own_probability(p(), GetParam().size) / 1.85;
  EXPECT_NEAR(share_of(p(), GetParam().size), thumb, 0.006);
  const std::vector<double> mix = simulated(active(p()), {kMix.begin(), kMix.end()}, 500'000);
  for (std::size_t i = 0; i < kMix.size(); ++i) {
    EXPECT_NEAR(mix[i], own_probability(p(), kMix.at(i)) / 1.85, 0.006);
  }
}

INSTANTIATE_TEST_SUITE_P(Page, PieCommitted,
                         ::testing::Values(Row{10, 1500}, Row{10, 500}, Row{10, 100}, Row{1, 1500},
                                           Row{1, 500}, Row{1, 100}),
                         [](const auto& row) {
                           return std::to_string(row.param.percent) + "_percent_of_" +
                                  std::to_string(row.param.size) + "_bytes";
                         });

TEST(PieCommittedStatus, InactiveDropsNothingBelowAThird) {
  const PieBench pie = committed(0.1, 10'000, DOCSIS_PIE_INACTIVE);
  EXPECT_EQ(simulated(pie, {1500}, 10'000, 99'999).at(0), 0);
  EXPECT_GT(simulated(pie, {1500}, 10'000, 100'000).at(0), 0);
}

TEST(PieCommittedStatus, ADelayBelowHalfTheTargetDropsNothing) {
  EXPECT_EQ(simulated(committed(0.1, 0, DOCSIS_PIE_ACTIVE), {1500}, 10'000).at(0), 0);
  EXPECT_EQ(simulated(committed(0.1, 4'999, DOCSIS_PIE_ACTIVE), {1500}, 10'000).at(0), 0);
  EXPECT_GT(simulated(committed(0.1, 5'000, DOCSIS_PIE_ACTIVE), {1500}, 10'000).at(0), 0);
  EXPECT_GT(simulated(committed(0.201, 0, DOCSIS_PIE_ACTIVE), {1500}, 10'000).at(0), 0);
}

TEST(PieCommittedStatus, TwoPacketsOfQueueDropNothing) {
  EXPECT_EQ(simulated(active(0.1), {1500}, 10'000, 2'048).at(0), 0);
  EXPECT_GT(simulated(active(0.1), {1500}, 10'000, 2'049).at(0), 0);
}

TEST(PieCommittedStatus, ABurstAllowanceDropsNothing) {
  EXPECT_EQ(simulated(committed(0.1, 10'000, DOCSIS_PIE_ACTIVE, 1), {1500}, 10'000).at(0), 0);
}

// Nothing commits a new allowance here.
TEST(PieCommittedStatus, QuiescentDropsOnePacket) {
  const PieBench pie = committed(0.1, 10'000, DOCSIS_PIE_QUIESCENT);
  EXPECT_DOUBLE_EQ(simulated(pie, {1500}, 10'000).at(0), 1e-4);
}

}  // namespace
}  // namespace docsis_vp::aqm::docsis_pie_committed_test
