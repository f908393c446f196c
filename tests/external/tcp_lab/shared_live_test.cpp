// BBR of the model against this machine's kernel, measured while the test runs.
#include <gmock/gmock.h>

#include <string>

#include "tests/external/tcp_lab/linux/shared_measure.h"
#include "tests/external/tcp_lab/model/shared_model.h"
#include "tests/external/tcp_lab/shared/shared_comparison.h"

namespace docsis_vp::tcp_lab::shared_live_test {
namespace {

constexpr std::uint64_t kSeeds = 3;

class BbrBesideThisKernel : public ::testing::TestWithParam<SharedCase> {};

TEST_P(BbrBesideThisKernel, StaysWithinTheLimits) {
  const SharedRow measured = measure_shared_undisturbed(GetParam(), 2);
  if (measured.late_percent > 1) GTEST_SKIP() << "this machine is too busy to measure on";
  const SharedFigures model = mean_of_shared_model(GetParam(), kSeeds);
  for (const SharedFigure& figure : compare_shared(GetParam(), measured.figures, model)) {
    EXPECT_TRUE(figure.holds()) << figure.name << ": Linux " << figure.measured << ", model "
                                << figure.model << ", limit " << figure.limit;
  }
}

INSTANTIATE_TEST_SUITE_P(Live, BbrBesideThisKernel, ::testing::ValuesIn(live_shared_cases()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace docsis_vp::tcp_lab::shared_live_test
