#include "testing/test_list.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace docsis_vp::testing {

namespace {

// GoogleTest's mark of a test that runs only with --gtest_also_run_disabled_tests.
constexpr std::string_view kDisabled = "DISABLED_";

bool is_disabled(std::string_view name) {
  // A part between slashes may be what says so: "Prefix/DISABLED_Suite".
  const std::size_t slash = name.find('/');
  return name.substr(0, kDisabled.size()) == kDisabled ||
         (slash != std::string_view::npos && is_disabled(name.substr(slash + 1)));
}

std::string_view without_comment(std::string_view line) {
  return line.substr(0, line.find("  # "));
}

// GoogleTest has no function that gives the list, it only prints it.
std::string printed_list() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) {
    return {};
  }
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    GTEST_FLAG_SET(list_tests, true);
    GTEST_FLAG_SET(output, "");
    const int status = RUN_ALL_TESTS();
    std::fflush(stdout);
    _exit(status);
  }
  close(ends[1]);
  std::string list;
  std::array<char, 4096> piece{};
  for (ssize_t got = 0; (got = read(ends[0], piece.data(), piece.size())) > 0;) {
    list.append(piece.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return list;
}

unsigned number_in(const char* variable, unsigned otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

}  // namespace

std::vector<std::string> parse_list(std::string_view list, bool with_disabled) {
  std::vector<std::string> tests;
  std::string_view suite;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find('\n'), list.size());
    const std::string_view line = without_comment(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (line.substr(0, 2) != "  ") {
      suite = line;
      continue;
    }
    const std::string_view test = line.substr(2);
    if (with_disabled || (!is_disabled(suite) && !is_disabled(test))) {
      tests.emplace_back(suite).append(test);
    }
  }
  return tests;
}

std::vector<std::string> shard(const std::vector<std::string>& tests, unsigned shards,
                               unsigned index) {
  std::vector<std::string> own;
  for (std::size_t i = index; i < tests.size(); i += shards) {
    own.push_back(tests[i]);
  }
  return own;
}

std::vector<std::string> selected_tests() {
  const auto tests = parse_list(printed_list(), GTEST_FLAG_GET(also_run_disabled_tests));
  const unsigned shards = number_in("GTEST_TOTAL_SHARDS", 1);
  return shards < 2 ? tests : shard(tests, shards, number_in("GTEST_SHARD_INDEX", 0));
}

}  // namespace docsis_vp::testing
