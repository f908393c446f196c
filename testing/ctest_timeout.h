// Finds the TIMEOUT of a test in CTest's files, because CTest does not pass it to the test.
#pragma once

#include <istream>
#include <optional>
#include <string>

namespace docsis_vp::testing {

// Reads a file of gtest_discover_tests(), <target>[1]_tests.cmake. Returns seconds; nothing if it
// does not contain the test, or gives no TIMEOUT.
std::optional<double> timeout_in(std::istream& tests, const std::string& test);

// Searches such files beside the program and in the working folder, where gtest_discover_tests()
// writes them and runs the tests.
std::optional<double> ctest_timeout(const std::string& test);

}  // namespace docsis_vp::testing
