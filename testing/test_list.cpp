#include "testing/test_list.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>

namespace docsis_vp::testing {

namespace {

constexpr int kLastSeed = 99999;

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(to, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
}

// GoogleTest shuffles the suites and the tests of each suite, and tells only the order of the
// tests. So the suites are ordered here, by the seed alone.
std::vector<int> order_of_suites(const ::testing::UnitTest& all) {
  std::vector<int> order(static_cast<std::size_t>(all.total_test_suite_count()));
  std::iota(order.begin(), order.end(), 0);
  if (GTEST_FLAG_GET(shuffle)) {
    std::minstd_rand random(static_cast<unsigned>(all.random_seed()));
    for (std::size_t left = order.size(); left > 1; --left) {
      std::swap(order[random() % left], order[left - 1]);
    }
  }
  return order;
}

// GoogleTest tells the selected tests and their order only after the start of the run.
class SelectionTeller : public ::testing::EmptyTestEventListener {
 public:
  explicit SelectionTeller(int to) : to_(to) {}

 private:
  void OnTestIterationStart(const ::testing::UnitTest& all, int) override {
    std::string lines = "seed " + std::to_string(all.random_seed()) + "\n";
    for (const int i : order_of_suites(all)) {
      const ::testing::TestSuite& suite = *all.GetTestSuite(i);
      for (int j = 0; j < suite.total_test_count(); ++j) {
        const ::testing::TestInfo& test = *suite.GetTestInfo(j);
        if (test.is_reportable()) {
          lines.append(test.should_run() ? "run " : "disabled ")
              .append(test.test_suite_name())
              .append(".")
              .append(test.name())
              .append("\n");
        }
      }
    }
    write_all(to_, lines);
    _exit(0);
  }

  const int to_;
};

[[noreturn]] void tell_selection(int to, int seed) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  if (seed != 0) {
    GTEST_FLAG_SET(random_seed, seed);
  }
  ::testing::UnitTest::GetInstance()->listeners().Append(new SelectionTeller(to));
  _exit(RUN_ALL_TESTS());
}

}  // namespace

Selection select_tests(int seed) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return {};
  }
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    tell_selection(ends[1], seed);
  }
  close(ends[1]);
  std::string lines;
  std::array<char, 4096> piece{};
  for (ssize_t got = 0; (got = read(ends[0], piece.data(), piece.size())) != 0;) {
    if (got > 0) {
      lines.append(piece.data(), static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      break;
    }
  }
  close(ends[0]);
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return parse_selection(lines);
}

int next_seed(int seed) {
  return seed % kLastSeed + 1;
}

Selection parse_selection(std::string_view lines) {
  Selection selection;
  const auto behind = [](std::string_view line, std::string_view word) -> std::string {
    return line.substr(0, word.size()) == word ? std::string(line.substr(word.size())) : "";
  };
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (std::string seed = behind(line, "seed "); !seed.empty()) {
      selection.runs = true;
      selection.seed = std::atoi(seed.c_str());
    } else if (std::string test = behind(line, "run "); !test.empty()) {
      selection.tests.push_back(std::move(test));
    } else if (std::string left_out = behind(line, "disabled "); !left_out.empty()) {
      selection.disabled.push_back(std::move(left_out));
    }
  }
  return selection;
}

}  // namespace docsis_vp::testing
