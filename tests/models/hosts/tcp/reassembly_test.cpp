// Compares with a set of octets: the next octet, whether an arrival was new, and that SACK reports
// the largest possible ranges, the latest first.
#include "models/hosts/tcp/reassembly.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::hosts::reassembly_test {
namespace {

void compare(std::uint64_t seed) {
  RandomStream random(seed, "reassembly");
  constexpr std::uint64_t kEnd = 400;
  std::vector<bool> here(kEnd + 60, false);
  Reassembly reassembly;
  reassembly.start(0);
  while (reassembly.next() < kEnd) {
    const std::uint64_t around = random.below(3) == 0 ? reassembly.next() : random.below(kEnd);
    const std::uint64_t begin = around - std::min(around, random.below(10));
    const std::uint64_t end = begin + 1 + random.below(25);
    if (end <= reassembly.next()) continue;
    const auto first = here.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = here.begin() + static_cast<std::ptrdiff_t>(end);
    const bool is_new = std::find(first, last, false) != last;
    std::fill(first, last, true);
    ASSERT_EQ(reassembly.add(begin, end), is_new);

    const auto next =
        static_cast<std::uint64_t>(std::find(here.begin(), here.end(), false) - here.begin());
    ASSERT_EQ(reassembly.next(), next);
    ASSERT_EQ(reassembly.has_gap(), std::find(here.begin() + static_cast<std::ptrdiff_t>(next),
                                              here.end(), true) != here.end());
    std::array<SackBlock, TcpHeader::kMaxSackBlocks> blocks{};
    const unsigned count = reassembly.report(blocks.data(), TcpHeader::kMaxSackBlocks);
    ASSERT_LE(count, TcpHeader::kMaxSackBlocks);
    for (unsigned i = 0; i < count; ++i) {
      const SackBlock& block = blocks[i];
      for (std::uint64_t octet = block.begin; octet < block.end; ++octet) ASSERT_TRUE(here[octet]);
      ASSERT_FALSE(here[block.begin - 1]);
      ASSERT_FALSE(here[block.end]);
      for (unsigned other = 0; other < i; ++other) ASSERT_NE(blocks[other].begin, block.begin);
    }
    if (begin > next) {
      ASSERT_GE(count, 1U);
      ASSERT_LE(blocks[0].begin, begin);
      ASSERT_GE(blocks[0].end, end);
    }
  }
}

TEST(Reassembly, DoesWhatASetOfOctetsDoes) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare(seed);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::reassembly_test
