#include "tests/fw/costs/page.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace docsis_vp::fw::page_test {
namespace {

TEST(AqmPage, CommittedOneIsWhatIsMeasured) {
  std::ifstream file("docs/aqm.md");
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(committed, cost_page()) << "run: build/release/bin/aqm_table > docs/aqm.md";
}

}  // namespace
}  // namespace docsis_vp::fw::page_test
