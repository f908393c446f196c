// The model against what Linux was measured to do: data/*.csv.
#include "tests/external/tcp_lab/comparison.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "tests/external/tcp_lab/model/run_model.h"

namespace docsis_vp::tcp_lab::comparison_test {
namespace {

std::vector<Case> compared_cases() {
  std::vector<Case> cases;
  std::copy_if(all_cases().begin(), all_cases().end(), std::back_inserter(cases),
               [](const Case& c) { return c.purpose != Purpose::kReference; });
  return cases;
}

class ModelBesideLinux : public ::testing::TestWithParam<Case> {};

TEST_P(ModelBesideLinux, StaysWithinTheLimits) {
  const Record measured = read_record("tests/external/tcp_lab/data/" + GetParam().name + ".csv");
  const Record model = run_model(GetParam());
  ASSERT_EQ(model.samples.size(), measured.samples.size());
  for (const Figure& figure : compare(GetParam(), measured, model)) {
    EXPECT_TRUE(figure.holds()) << figure.name << ": Linux " << figure.measured << ", model "
                                << figure.model << ", limit " << figure.limit;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ModelBesideLinux, ::testing::ValuesIn(compared_cases()),
                         [](const auto& instance) {
                           std::string name = instance.param.name;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace docsis_vp::tcp_lab::comparison_test
