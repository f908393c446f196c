#include "testing/isolation.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "platform/base/errors.h"
#include "testing/child.h"
#include "testing/junit.h"
#include "testing/recording.h"
#include "testing/test_list.h"

namespace docsis_vp::testing {

namespace {

constexpr const char* kChild = "DOCSIS_VP_TEST_CHILD";  // set in the process of one test of several

constexpr int kBadInput = 2;

// Of the one test of a process nothing but what failed; the parent says the rest.
class FailuresOnly : public ::testing::EmptyTestEventListener {
 private:
  void OnTestPartResult(const ::testing::TestPartResult& part) override {
    if (part.passed() || part.skipped()) {
      return;
    }
    if (part.file_name() != nullptr) {
      std::printf("%s:%d: ", part.file_name(), part.line_number());
    }
    std::printf("Failure\n%s\n", part.message());
    std::fflush(stdout);
  }
};

int run_as_child() {
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new FailuresOnly);
  return RUN_ALL_TESTS();
}

// What the user asked GoogleTest to write: "xml:" and a file, or a folder for it.
std::optional<std::filesystem::path> xml_path() {
  const std::string output = GTEST_FLAG_GET(output);
  if (output.empty()) {
    return {};
  }
  if (output != "xml" && output.compare(0, 4, "xml:") != 0) {
    throw InputError("--gtest_output=" + output + ": expected xml of several tests");
  }
  std::filesystem::path path = output.size() > 4 ? output.substr(4) : "test_detail.xml";
  if (!path.has_filename()) {
    path /= std::filesystem::read_symlink("/proc/self/exe").filename().string() + ".xml";
  }
  return path;
}

std::ofstream opened(const std::filesystem::path& path, std::ios::openmode mode) {
  std::error_code ignored;  // opening the file will tell
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, mode);
  if (!file) {
    throw InputError("--gtest_output: " + path.string() + " cannot be written");
  }
  return file;
}

// What ended a child that did not exit by itself; nothing: it did.
std::optional<std::string> violent_end(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
  }
  return {};
}

void tell_where(const std::string& test) {
  if (const std::optional<std::string> folder = record(test)) {
    std::printf("[ RECORD   ] %s\n", folder->c_str());
  }
}

class Run {
 public:
  explicit Run(std::vector<std::string> tests) : tests_(std::move(tests)) {}

  // All passed.
  bool once();
  void write(const std::filesystem::path& path) const;

 private:
  bool passes(const std::string& test);

  const std::vector<std::string> tests_;
  JunitReport report_;
};

bool Run::once() {
  std::printf("[==========] Running %zu tests, each in a process of its own.\n", tests_.size());
  std::vector<std::string> failed;
  for (const std::string& test : tests_) {
    if (!passes(test)) {
      failed.push_back(test);
      if (GTEST_FLAG_GET(fail_fast)) {
        break;
      }
    }
  }
  std::printf("[==========] %zu tests ran.\n[  PASSED  ] %zu tests.\n", tests_.size(),
              tests_.size() - failed.size());
  for (const std::string& test : failed) {
    std::printf("[  FAILED  ] %s\n", test.c_str());
  }
  std::fflush(stdout);
  return failed.empty();
}

bool Run::passes(const std::string& test) {
  using Clock = std::chrono::steady_clock;
  std::printf("[ RUN      ] %s\n", test.c_str());
  std::fflush(stdout);
  const std::filesystem::path report = std::filesystem::temp_directory_path() /
                                       ("docsis-vp-test-" + std::to_string(getpid()) + ".xml");
  const Clock::time_point begin = Clock::now();
  const int status = run_child({test, {"--gtest_output=xml:" + report.string()}, kChild, "1"});
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);

  std::ifstream written(report);
  const bool reported = report_.add(written);
  std::filesystem::remove(report);
  const std::optional<std::string> broke = violent_end(status);
  const bool passed = reported && !broke && WEXITSTATUS(status) == 0;
  if (!reported || broke) {
    const std::size_t dot = test.find('.');
    const std::string why = "its process was ended by " +
                            broke.value_or("status " + std::to_string(WEXITSTATUS(status)));
    report_.add_broken(test.substr(0, dot), test.substr(dot + 1), why);
    std::printf("%s\n", why.c_str());
  }
  if (!passed) {
    tell_where(test);
  }
  std::printf("[ %s ] %s (%lld ms)\n", passed ? "      OK" : " FAILED ", test.c_str(),
              static_cast<long long>(ms.count()));
  std::fflush(stdout);
  return passed;
}

void Run::write(const std::filesystem::path& path) const {
  std::ostringstream text;
  report_.write(text);
  std::ofstream file = opened(path, std::ios::out);
  file << text.str();
  if (!file.flush()) {
    throw InputError("--gtest_output: " + path.string() + " cannot be written");
  }
}

int run_each(const std::vector<std::string>& tests, int repeat) {
  const std::optional<std::filesystem::path> path = xml_path();
  std::error_code ignored;
  if (path && !std::filesystem::is_fifo(*path, ignored)) {
    opened(*path, std::ios::app);  // what cannot be is said now, not after the tests
  }
  bool all_passed = true;
  for (int i = 0; repeat < 0 || i < repeat; ++i) {
    Run run(tests);
    all_passed = run.once() && all_passed;
    if (path) {
      run.write(*path);
    }
    if (!all_passed && GTEST_FLAG_GET(fail_fast)) {
      break;
    }
  }
  return all_passed ? 0 : 1;
}

}  // namespace

int run_isolated() {
  if (GTEST_FLAG_GET(list_tests)) {
    return RUN_ALL_TESTS();
  }
  if (std::getenv(kChild) != nullptr) {
    return run_as_child();
  }
  const std::vector<std::string> tests = selected_tests();
  const int repeat = GTEST_FLAG_GET(repeat);
  if (tests.size() <= 1 && repeat == 1) {
    const int status = RUN_ALL_TESTS();
    if (status != 0 && tests.size() == 1 && !recording_folder()) {
      tell_where(tests.front());
    }
    return status;
  }
  try {
    return run_each(tests, repeat);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kBadInput;
  }
}

}  // namespace docsis_vp::testing
