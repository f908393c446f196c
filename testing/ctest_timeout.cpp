#include "testing/ctest_timeout.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace docsis_vp::testing {

namespace fs = std::filesystem;

namespace {

// Matches the line of a test: add_test(... [==[--gtest_filter=Suite.Test]==] ...).
bool adds(const std::string& line, const std::string& test) {
  const std::string filter = "--gtest_filter=" + test;
  const std::size_t at =
      line.compare(0, 9, "add_test(") == 0 ? line.find(filter) : std::string::npos;
  return at != std::string::npos &&
         std::string("]\" )").find(line.c_str()[at + filter.size()]) != std::string::npos;
}

std::optional<double> timeout_of(const std::string& properties) {
  constexpr const char* kKey = " TIMEOUT ";
  const std::size_t at = properties.find(kKey);
  if (at == std::string::npos) {
    return {};
  }
  const std::size_t digits = properties.find_first_of("0123456789.", at);
  const double seconds =
      digits == std::string::npos ? 0 : std::strtod(properties.c_str() + digits, nullptr);
  return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

}  // namespace

std::optional<double> timeout_in(std::istream& tests, const std::string& test) {
  bool is_next = false;
  for (std::string line; std::getline(tests, line);) {
    if (is_next && line.compare(0, 21, "set_tests_properties(") == 0) {
      return timeout_of(line);
    }
    is_next = is_next || adds(line, test);
  }
  return {};
}

std::optional<double> ctest_timeout(const std::string& test) {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  for (const fs::path& folder : {fs::current_path(ignored), program.parent_path()}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().filename().string();
      constexpr std::string_view kEnd = "_tests.cmake";
      if (name.size() < kEnd.size() ||
          name.compare(name.size() - kEnd.size(), kEnd.size(), kEnd) != 0) {
        continue;
      }
      std::ifstream tests(entry.path());
      if (const std::optional<double> seconds = timeout_in(tests, test)) {
        return seconds;
      }
    }
  }
  return {};
}

}  // namespace docsis_vp::testing
