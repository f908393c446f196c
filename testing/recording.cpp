#include "testing/recording.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "testing/child.h"
#include "testing/ctest_timeout.h"
#include "testing/print.h"

namespace docsis_vp::testing {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

namespace {

// Set for the process that records.
constexpr const char* kFolder = "DOCSIS_VP_TEST_RECORDING";
constexpr const char* kSeconds = "DOCSIS_VP_TEST_RECORDING_S";
// Set by the user.
constexpr const char* kFolders = "DOCSIS_VP_TEST_RECORDINGS";
constexpr const char* kMegabytes = "DOCSIS_VP_TEST_RECORDING_MB";
// Set by docsis_vp_discover_tests().
constexpr const char* kTimeout = "DOCSIS_VP_TEST_TIMEOUT_S";
// Set by CTest.
constexpr const char* kUnderCtest = "CTEST_INTERACTIVE_DEBUG_MODE";

constexpr double kUsualMegabytes = 100;
constexpr double kBytesPerMegabyte = 1e6;
// All recordings in a folder may take this multiple of one's limit.
constexpr double kRecordingsPerFolder = 10;
// A recording reserves part of its time for writing its files.
constexpr double kSecondsToWrite = 1;
constexpr double kShareToWrite = 0.1;
// Without a known timeout, a recording under CTest has at least this time.
constexpr double kLeastSeconds = 5;

// All files of a recording.
constexpr std::array<const char*, 5> kFiles = {"capture.pcapng", "waves.vcd", "timeseries.csv",
                                               "results.json", "notes.txt"};
constexpr const char* kHiddenCapture = ".capture.pcapng.";

const steady_clock::time_point kProgramStart = steady_clock::now();

std::string value_of(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? "" : text;
}

// Returns nothing if the variable is not set, or is no number.
std::optional<double> number_in(const char* variable) {
  const std::string text = value_of(variable);
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_number = !text.empty() && *end == '\0' && std::isfinite(number) && number >= 0;
  return is_number ? std::optional(number) : std::nullopt;
}

// Returns a message for a variable that is set but no number of 0 or more; else "".
std::string wrong_variable() {
  for (const char* variable : {kMegabytes, kTimeout}) {
    if (!value_of(variable).empty() && !number_in(variable)) {
      return std::string(variable) + "=" + value_of(variable) + ": expected a number of 0 or more";
    }
  }
  return {};
}

double most_megabytes() {
  return number_in(kMegabytes).value_or(kUsualMegabytes);
}

// Returns nothing outside CTest, or if CTest's files have no timeout.
std::optional<double> timeout_of_test(const std::string& test) {
  const std::optional<double> told = number_in(kTimeout);
  return told || std::getenv(kUnderCtest) == nullptr ? told : ctest_timeout(test);
}

// Returns the time left for the recording; nothing: unlimited.
std::optional<double> seconds_left(const std::optional<double>& timeout,
                                   steady_clock::duration first_run) {
  const auto in_s = [](steady_clock::duration time) {
    return std::chrono::duration<double>(time).count();
  };
  if (timeout) {
    const double left = *timeout - in_s(steady_clock::now() - kProgramStart);
    return left - std::max(kSecondsToWrite, kShareToWrite * *timeout);
  }
  if (std::getenv(kUnderCtest) != nullptr) {
    return std::max(kLeastSeconds, in_s(first_run));
  }
  return {};
}

std::vector<fs::path> hidden_captures(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().compare(0, std::strlen(kHiddenCapture), kHiddenCapture) ==
        0) {
      found.push_back(entry.path());
    }
  }
  return found;
}

// The folder may contain other files.
void remove_recording(const fs::path& folder) {
  std::error_code ignored;
  for (const char* file : kFiles) {
    fs::remove(folder / file, ignored);
  }
  for (const fs::path& hidden : hidden_captures(folder)) {
    fs::remove(hidden, ignored);
  }
}

std::uintmax_t bytes_in(const fs::path& folders) {
  std::uintmax_t bytes = 0;
  std::error_code ignored;
  for (const fs::directory_entry& each : fs::directory_iterator(folders, ignored)) {
    for (const char* file : kFiles) {
      const std::uintmax_t size = fs::file_size(each.path() / file, ignored);
      bytes += ignored ? 0 : size;
    }
  }
  return bytes;
}

// A process that was ended left its capture under a temporary name.
void salvage_capture(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::path& hidden : hidden_captures(folder)) {
    cut_to_whole_blocks(hidden.string());
    fs::rename(hidden, folder / "capture.pcapng", ignored);
  }
}

bool is_left_empty(const fs::path& folder) {
  return std::all_of(kFiles.begin(), kFiles.end(), [&](const char* file) {
    std::error_code ignored;
    return !fs::exists(folder / file, ignored);
  });
}

// The failure must occur again.
std::string how_it_went(int status) {
  if (status == 0) {
    return "this time the test passed: it is not deterministic";
  }
  const bool just_failed = WIFEXITED(status) && WEXITSTATUS(status) == 1;
  return just_failed ? "" : end_of(status);
}

std::string notes_in(const fs::path& folder) {
  std::ifstream file(folder / "notes.txt");
  std::string all;
  for (std::string line; std::getline(file, line);) {
    all.append(all.empty() ? " (" : "; ").append(line);
  }
  return all.empty() ? "" : all + ")";
}

}  // namespace

std::optional<RecordingOrder> recording_order() {
  const std::string folder = value_of(kFolder);
  if (folder.empty()) {
    return {};
  }
  return RecordingOrder{folder, number_in(kSeconds),
                        static_cast<std::uint64_t>(most_megabytes() * kBytesPerMegabyte)};
}

std::string record(const std::string& test, int seed, steady_clock::duration first_run) {
  const char* const chosen = std::getenv(kFolders);
  if (recording_order() || (chosen != nullptr && *chosen == '\0') || most_megabytes() == 0) {
    return {};
  }
  if (const std::string line = wrong_variable(); !line.empty()) {
    return "none: " + line;
  }
  const std::optional<double> timeout = timeout_of_test(test);
  const std::optional<double> seconds = seconds_left(timeout, first_run);
  if (seconds && *seconds <= 0) {
    return "none: the test's TIMEOUT of " + as_text(*timeout) + " s leaves no time";
  }
  const fs::path folders = fs::absolute(chosen == nullptr ? "failed-tests" : chosen);
  std::string name = test;
  std::replace(name.begin(), name.end(), '/', '_');
  const fs::path folder = folders / name;
  remove_recording(folder);
  const double most = kRecordingsPerFolder * most_megabytes();
  if (static_cast<double>(bytes_in(folders)) >= most * kBytesPerMegabyte) {
    return "none: " + folders.string() + " holds " + as_text(most) + " MB already (" + kMegabytes +
           ")";
  }
  std::error_code refused;
  fs::create_directories(folder, refused);
  if (refused) {
    return "none: " + folder.string() + ": " + refused.message();
  }

  Child again{test, seed, {"--gtest_output="}, {{kFolder, folder.string()}}, true};
  std::optional<Deadline> deadline;  // deadline of its process
  if (seconds) {
    again.environment.emplace_back(kSeconds, std::to_string(*seconds));
    // A test that hangs does not check its time.
    const double at_most = *seconds + kSecondsToWrite / 2;
    deadline = steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(
                                         std::chrono::duration<double>(at_most));
  }
  const int status = run_child(again, deadline);
  salvage_capture(folder);
  if (is_left_empty(folder)) {
    fs::remove(folder, refused);
    return {};
  }
  if (const std::string line = how_it_went(status); !line.empty()) {
    add_note(folder.string(), line);
  }
  return folder.string() + notes_in(folder);
}

void add_note(const std::string& folder, const std::string& line) {
  std::ofstream(fs::path(folder) / "notes.txt", std::ios::app) << line << '\n';
}

void cut_to_whole_blocks(const std::string& pcapng_file) {
  std::error_code ignored;
  const std::uintmax_t size = fs::file_size(pcapng_file, ignored);
  std::ifstream file(pcapng_file, std::ios::binary);
  std::uintmax_t whole = 0;
  // A block begins with its type and its total length.
  std::array<std::uint32_t, 2> head{};
  constexpr std::uint32_t kLeastBlock = 12;
  while (!ignored && whole + sizeof head <= size) {
    file.seekg(static_cast<std::streamoff>(whole));
    file.read(reinterpret_cast<char*>(head.data()), sizeof head);
    if (!file || head[1] < kLeastBlock || whole + head[1] > size) {
      break;
    }
    whole += head[1];
  }
  file.close();
  fs::resize_file(pcapng_file, whole, ignored);
}

}  // namespace docsis_vp::testing
