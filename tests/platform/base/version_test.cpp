#include "platform/base/version.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace docsis_vp::version_test {
namespace {

TEST(Version, NamesTheProjectsVersionAndTheCommit) {
  const std::regex expected(R"(\d+\.\d+\.\d+(\+g[0-9a-f]{12,}(\.modified)?)?)");
  EXPECT_TRUE(std::regex_match(std::string(version()), expected)) << version();
}

}  // namespace
}  // namespace docsis_vp::version_test
