// The model against the kernel of this machine, measured while the test runs.
#include <gmock/gmock.h>

#include <string>

#include "tests/external/tcp_lab/comparison.h"
#include "tests/external/tcp_lab/linux/hystart_switch.h"
#include "tests/external/tcp_lab/linux/measure.h"
#include "tests/external/tcp_lab/model/run_model.h"

namespace docsis_vp::tcp_lab::live_test {
namespace {

class ModelBesideThisKernel : public ::testing::TestWithParam<const char*> {};

TEST_P(ModelBesideThisKernel, StaysWithinTheLimits) {
  const Case& c = case_named(GetParam());
  const HystartSwitch hystart;
  const Record measured = measure_on_linux(c, 3, 6);
  for (const Figure& figure : compare(c, measured, run_model(c))) {
    EXPECT_TRUE(figure.holds()) << figure.name << ": Linux " << figure.measured << ", model "
                                << figure.model << ", limit " << figure.limit;
  }
}

INSTANTIATE_TEST_SUITE_P(Live, ModelBesideThisKernel,
                         ::testing::Values("reno_growth_50ms", "reno_single", "reno_double",
                                           "reno_burst_40", "reno_full_50ms_20mbps",
                                           "cubic_growth_50ms", "cubic_single", "cubic_double",
                                           "cubic_burst_40", "cubic_full_50ms_20mbps"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace docsis_vp::tcp_lab::live_test
