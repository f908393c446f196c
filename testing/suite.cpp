#include "testing/suite.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/errors.h"
#include "testing/child.h"
#include "testing/junit.h"
#include "testing/recording.h"
#include "testing/test_list.h"

namespace docsis_vp::testing {

namespace {

using Clock = std::chrono::steady_clock;

// Set in the child process of one of several tests.
constexpr const char* kChild = "DOCSIS_VP_TEST_CHILD";

constexpr int kBadInput = 2;

// A suite's child prints only failures and skips; the parent prints the rest.
class FailuresOnly : public ::testing::EmptyTestEventListener {
 private:
  void OnTestPartResult(const ::testing::TestPartResult& part) override {
    if (part.passed()) {
      return;
    }
    if (part.file_name() != nullptr) {
      std::printf("%s:%d: ", part.file_name(), part.line_number());
    }
    std::printf("%s\n%s\n", part.skipped() ? "Skipped" : "Failure", part.message());
    std::fflush(stdout);
  }
};

[[noreturn]] void run_as_child() {
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new FailuresOnly);
  std::exit(RUN_ALL_TESTS());
}

bool writes_xml() {
  const std::string output = GTEST_FLAG_GET(output);
  return output == "xml" || output.compare(0, 4, "xml:") == 0;
}

// Returns the path of --gtest_output's XML report, given as "xml:" and a file or folder.
std::optional<std::filesystem::path> xml_path() {
  const std::string output = GTEST_FLAG_GET(output);
  if (output.empty()) {
    return {};
  }
  if (!writes_xml()) {
    throw InputError("--gtest_output=" + output + ": expected xml of several tests");
  }
  std::filesystem::path path = output.size() > 4 ? output.substr(4) : "test_detail.xml";
  if (!path.has_filename()) {
    path /= std::filesystem::read_symlink("/proc/self/exe").filename().string() + ".xml";
  }
  return path;
}

std::ofstream opened(const std::filesystem::path& path, std::ios::openmode mode) {
  std::error_code ignored;  // opening the file reports the error
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, mode);
  if (!file) {
    throw InputError("--gtest_output: " + path.string() + " cannot be written");
  }
  return file;
}

void write_report(const JunitReport& report, const std::filesystem::path& path) {
  std::ostringstream text;
  report.write(text);
  std::ofstream file = opened(path, std::ios::out);
  file << text.str();
  if (!file.flush()) {
    throw InputError("--gtest_output: " + path.string() + " cannot be written");
  }
}

// An anonymous file for a child's report.
class ReportOfChild {
 public:
  ReportOfChild() : file_(memfd_create("report of a test", 0)) {
    if (file_ < 0) {
      throw InputError("no memory for the report of a test");
    }
  }
  ReportOfChild(const ReportOfChild&) = delete;
  ReportOfChild& operator=(const ReportOfChild&) = delete;
  ~ReportOfChild() { close(file_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  const int file_;
};

void tell_where(const std::string& test, int seed, Clock::duration first_run) {
  const std::string where = record(test, seed, first_run);
  if (!where.empty()) {
    std::printf("[ RECORD   ] %s\n", where.c_str());
  }
  std::fflush(stdout);
  end_if_stopped();
}

class Run {
 public:
  explicit Run(Selection selection) : selection_(std::move(selection)) {}

  // Returns true if no test failed.
  bool once();
  const JunitReport& report() const { return report_; }

 private:
  using Verdict = JunitReport::Verdict;

  Verdict run(const std::string& test);
  void list(const char* what, const std::vector<std::string>& tests) const;

  const Selection selection_;
  JunitReport report_;
};

std::string number_of(std::size_t tests) {
  return std::to_string(tests) + (tests == 1 ? " test" : " tests");
}

bool Run::once() {
  const bool brief = GTEST_FLAG_GET(brief);
  if (GTEST_FLAG_GET(shuffle)) {
    std::printf("Note: Randomizing tests' orders with a seed of %d .\n", selection_.seed);
    report_.set_seed(selection_.seed);
  }
  if (!brief) {
    std::printf("[==========] Running %s, each in a process of its own.\n",
                number_of(selection_.tests.size()).c_str());
  }
  const Clock::time_point begin = Clock::now();
  std::vector<std::string> failed;
  std::vector<std::string> skipped;
  std::size_t ran = 0;
  for (const std::string& test : selection_.tests) {
    if (!failed.empty() && GTEST_FLAG_GET(fail_fast)) {
      report_.add_not_run(test, "an earlier test failed, and --gtest_fail_fast is set");
      skipped.push_back(test);
      continue;
    }
    ++ran;
    const Verdict verdict = run(test);
    if (verdict == Verdict::kFailed) {
      failed.push_back(test);
    } else if (verdict == Verdict::kSkipped) {
      skipped.push_back(test);
    }
  }
  for (const std::string& test : selection_.disabled) {
    report_.add_disabled(test);
  }
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
  std::printf("[==========] %s ran. (%lld ms total)\n[  PASSED  ] %s.\n", number_of(ran).c_str(),
              static_cast<long long>(ms.count()),
              number_of(selection_.tests.size() - failed.size() - skipped.size()).c_str());
  if (!brief) {
    list("SKIPPED", skipped);
  }
  list("FAILED ", failed);
  if (const std::size_t disabled = selection_.disabled.size(); disabled > 0 && !brief) {
    std::printf("\n  YOU HAVE %zu DISABLED %s\n\n", disabled, disabled == 1 ? "TEST" : "TESTS");
  }
  std::fflush(stdout);
  return failed.empty();
}

void Run::list(const char* what, const std::vector<std::string>& tests) const {
  if (!tests.empty()) {
    std::printf("[  %s ] %s, listed below:\n", what, number_of(tests.size()).c_str());
  }
  for (const std::string& test : tests) {
    std::printf("[  %s ] %s\n", what, test.c_str());
  }
}

Run::Verdict Run::run(const std::string& test) {
  const bool brief = GTEST_FLAG_GET(brief);
  if (!brief) {
    std::printf("[ RUN      ] %s\n", test.c_str());
    std::fflush(stdout);
  }
  const ReportOfChild report;
  const Clock::time_point begin = Clock::now();
  const int status =
      run_child({test, selection_.seed, {"--gtest_output=xml:" + report.path()}, {{kChild, "1"}}});
  const Clock::duration taken = Clock::now() - begin;
  end_if_stopped();

  const std::string end = status == 0 ? "" : end_of(status);
  std::ifstream written(report.path());
  Verdict verdict = report_.add(written, end);
  if (verdict == Verdict::kNone || verdict == Verdict::kEndedBadly) {
    const std::string why = end.empty() ? "its process ended without a report" : end;
    if (verdict == Verdict::kNone) {
      report_.add_broken(test, why, std::chrono::duration<double>(taken).count());
    }
    std::printf("%s\n", why.c_str());
    verdict = Verdict::kFailed;
  }
  if (!brief || verdict == Verdict::kFailed) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(taken);
    std::printf("[ %s ] %s (%lld ms)\n",
                verdict == Verdict::kFailed    ? " FAILED "
                : verdict == Verdict::kSkipped ? " SKIPPED"
                                               : "      OK",
                test.c_str(), static_cast<long long>(ms.count()));
    std::fflush(stdout);
  }
  if (verdict == Verdict::kFailed) {
    tell_where(test, selection_.seed, taken);
  }
  return verdict;
}

int run_each(Selection selection, int repeat) {
  const std::optional<std::filesystem::path> path = xml_path();
  std::error_code ignored;
  if (path && !std::filesystem::is_fifo(*path, ignored)) {
    opened(*path, std::ios::app);  // refuses a bad path before the tests run
  }
  bool all_passed = true;
  for (int i = 0; repeat < 0 || i < repeat; ++i) {
    if (i > 0) {
      selection = select_tests(next_seed(selection.seed));
    }
    Run run(selection);
    all_passed = run.once() && all_passed;
    if (path) {
      write_report(run.report(), *path);
    }
    if (!all_passed && GTEST_FLAG_GET(fail_fast)) {
      break;
    }
  }
  return all_passed ? 0 : 1;
}

// A number written by a child; -1 until then.
class SharedStatus {
 public:
  SharedStatus()
      : place_(
            mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (place_ == MAP_FAILED) {
      throw InputError("no memory for the status of a test");
    }
    set(-1);
  }
  SharedStatus(const SharedStatus&) = delete;
  SharedStatus& operator=(const SharedStatus&) = delete;
  ~SharedStatus() { munmap(place_, sizeof(int)); }

  int get() const { return *static_cast<volatile int*>(place_); }
  void set(int status) const { *static_cast<volatile int*>(place_) = status; }

 private:
  void* const place_;
};

// Uses GoogleTest's own output and reports in any format.
int run_single(const std::string& test, int seed) {
  GTEST_FLAG_SET(random_seed, seed);
  const SharedStatus said;
  const Clock::time_point begin = Clock::now();
  const pid_t child = fork_with_parent();
  if (child == 0) {
    said.set(RUN_ALL_TESTS());
    std::exit(said.get());
  }
  const int status = wait_for(child);
  const Clock::duration taken = Clock::now() - begin;
  end_if_stopped();
  if (WIFEXITED(status) && WEXITSTATUS(status) == said.get()) {
    if (status != 0) {
      tell_where(test, seed, taken);
    }
    return WEXITSTATUS(status);
  }
  // GoogleTest could not print it, or printed that the test passed.
  const std::string why = end_of(status);
  std::printf("%s\n[  FAILED  ] %s\n", why.c_str(), test.c_str());
  if (writes_xml()) {
    JunitReport report;
    report.add_broken(test, why, std::chrono::duration<double>(taken).count());
    write_report(report, *xml_path());
  }
  tell_where(test, seed, taken);
  return 1;
}

// Returns whether a debugger or similar program traces this process; it would not see the children.
bool is_traced() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.compare(0, 10, "TracerPid:") == 0) {
      return std::atoi(line.c_str() + 10) != 0;
    }
  }
  return false;
}

// A new file must not get the number of a closed standard stream.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0) {
      open("/dev/null", O_RDWR);  // takes the lowest free number
    }
  }
}

// Takes the option out of the arguments; a child inherits the environment.
void take_check_tlm(int* argc, char** argv) {
  char** const end = std::remove_if(argv + 1, argv + *argc, [](const char* argument) {
    return std::string_view(argument) == "--check-tlm";
  });
  if (end != argv + *argc) {
    setenv("DOCSIS_VP_CHECK_TLM", "1", 1);
    *argc = static_cast<int>(end - argv);
    *end = nullptr;
  }
}

int run_traced(const std::string& test, int seed) {
  GTEST_FLAG_SET(random_seed, seed);
  const Clock::time_point begin = Clock::now();
  const int status = RUN_ALL_TESTS();
  if (status != 0) {
    tell_where(test, seed, Clock::now() - begin);
  }
  return status;
}

}  // namespace

void init_suite(int* argc, char** argv) {
  open_closed_streams();
  remember_arguments(*argc, argv);
  take_check_tlm(argc, argv);
  ::testing::InitGoogleMock(argc, argv);
}

int run_suite() {
  if (GTEST_FLAG_GET(list_tests) || !GTEST_FLAG_GET(internal_run_death_test).empty()) {
    return RUN_ALL_TESTS();
  }
  if (std::getenv(kChild) != nullptr || recording_order()) {
    run_as_child();
  }
  const Selection selection = select_tests(GTEST_FLAG_GET(random_seed));
  const int repeat = GTEST_FLAG_GET(repeat);
  const bool single = selection.tests.size() == 1 && repeat == 1;
  if (!selection.runs || (selection.tests.empty() && repeat == 1)) {
    return RUN_ALL_TESTS();
  }
  if (single && is_traced()) {
    return run_traced(selection.tests.front(), selection.seed);
  }
  catch_stop_signals();
  try {
    return single ? run_single(selection.tests.front(), selection.seed)
                  : run_each(selection, repeat);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kBadInput;
  }
}

}  // namespace docsis_vp::testing
