// The lock-step comparison with other seeds, a hundred times as long.
#include "tests/models/aqm/docsis_pie_lock_step.h"

namespace docsis_vp::aqm::docsis_pie_oracle_nightly_test {
namespace {

TEST(PieOracleNightly, AHundredMillionUpdates) {
  for (std::uint64_t seed = 2; seed < 102; ++seed) {
    compare_updates(seed, 10'000, 100);
  }
}

TEST(PieOracleNightly, TwoHundredMillionPackets) {
  for (std::uint64_t seed = 2; seed < 102; ++seed) {
    compare_packets(seed, 20'000, 100);
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::docsis_pie_oracle_nightly_test
