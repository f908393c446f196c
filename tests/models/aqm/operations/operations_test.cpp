// The costs that the laws declare are those of their own code on its longest paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/models/aqm/operations/worst_path.h"

namespace docsis_vp::aqm::operations_test {
namespace {

constexpr const char* kFunctionNames[kFunctions] = {"enqueue", "dequeue", "departed", "update"};
constexpr const char* kOperationNames[kOperationKinds] = {
    "additions",  "multiplications", "divisions",   "comparisons",
    "words_read", "words_written",   "random_words"};

Counts counts_of(const aqm_operations& o) {
  return {o.additions,  o.multiplications, o.divisions,   o.comparisons,
          o.words_read, o.words_written,   o.random_words};
}

std::array<Counts, kFunctions> declared_by(const aqm_algorithm& law) {
  return {counts_of(law.cost.enqueue), counts_of(law.cost.dequeue), counts_of(law.cost.departed),
          counts_of(law.cost.update)};
}

class DeclaredCost : public testing::TestWithParam<const aqm_algorithm*> {};

TEST_P(DeclaredCost, IsThatOfTheLongestPath) {
  const aqm_algorithm& law = *GetParam();
  const WorstPath worst = WorstPathSearch(law, 1).run(1'500);
  EXPECT_EQ(worst.differences, 0U) << "of " << worst.calls << " calls: what counts is not the law";
  const auto declared = declared_by(law);
  for (std::size_t f = 0; f < kFunctions; ++f) {
    for (std::size_t kind = 0; kind < kOperationKinds; ++kind) {
      const std::uint32_t counted = worst.counts[f][kind];
      const std::string what = std::string(kFunctionNames[f]) + "." + kOperationNames[kind];
      EXPECT_GE(declared[f][kind], counted) << what;
      EXPECT_LE(declared[f][kind], counted + counted / 2 + 2) << what << ": not so many";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, DeclaredCost, testing::ValuesIn([] {
                           std::vector<const aqm_algorithm*> all;
                           for (auto a = aqm_algorithms; *a != nullptr; ++a) {
                             all.push_back(*a);
                           }
                           return all;
                         }()),
                         [](const auto& tested) { return std::string(tested.param->name); });

}  // namespace
}  // namespace docsis_vp::aqm::operations_test
