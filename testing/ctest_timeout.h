// The TIMEOUT that CTest gives a test, which it does not tell the test.
#pragma once

#include <istream>
#include <optional>
#include <string>

namespace docsis_vp::testing {

// Reads a file that gtest_discover_tests() left for CTest, <target>[1]_tests.cmake. Nothing: it
// does not name the test, or gives it no TIMEOUT. In seconds.
std::optional<double> timeout_in(std::istream& tests, const std::string& test);

// Looks for such files in the working folder, where gtest_discover_tests() leaves them and has
// tests run, and beside the program.
std::optional<double> ctest_timeout(const std::string& test);

}  // namespace docsis_vp::testing
