#include "testing/recorder.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <filesystem>
#include <utility>

#include "system/assembly/system.h"
#include "testing/print.h"

namespace docsis_vp::testing {

namespace fs = std::filesystem;

namespace {

constexpr std::array<int, 5> kCrashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
// Stack for the crash handler: the process may have exhausted its own.
constexpr std::size_t kStackBytes = 1 << 20;
constexpr unsigned kSecondsAfterCrash = 10;

Recorder* current = nullptr;

void catch_crashes(void (*action)(int)) {
  static std::array<char, kStackBytes> stack;
  stack_t other = {};
  other.ss_sp = stack.data();
  other.ss_size = stack.size();
  sigaltstack(&other, nullptr);
  for (const int number : kCrashes) {
    struct sigaction next = {};
    next.sa_handler = action;
    next.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND) | SA_NODEFER;
    sigaction(number, &next, nullptr);
  }
}

std::optional<std::chrono::steady_clock::time_point> time_after(
    const std::optional<double>& seconds) {
  using std::chrono::steady_clock;
  if (!seconds) {
    return {};
  }
  return steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(
                                   std::chrono::duration<double>(*seconds));
}

}  // namespace

Recorder::Recorder(RecordingOrder order)
    : order_(std::move(order)), time_is_up_at_(time_after(order_.seconds)) {}

Recorder::~Recorder() {
  if (current == this) {
    current = nullptr;
  }
}

std::string Recorder::capture_file() const {
  return file("capture.pcapng");
}

void Recorder::begin(system::System& system, const std::ostringstream& trace) {
  system_ = &system;
  trace_ = &trace;
  waves_.open(file("waves.vcd"));
  system.write_waves(waves_, {});
  system.on_progress([this](double) {
    look_at_limits();
    return true;
  });
  current = this;
  catch_crashes(on_crash);
}

std::uintmax_t Recorder::bytes_written() {
  std::error_code ignored;
  const fs::path hidden = file((".capture.pcapng." + std::to_string(getpid())).c_str());
  const std::uintmax_t capture = fs::file_size(hidden, ignored);
  const std::streamoff waves = waves_.tellp();
  return (ignored ? 0 : capture) + static_cast<std::uintmax_t>(std::max<std::streamoff>(waves, 0));
}

void Recorder::look_at_limits() {
  if (!capture_has_ended_ && bytes_written() >= order_.most_bytes) {
    add_note(order_.folder, "capture.pcapng and waves.vcd end at " + simulated_time() +
                                ": they have grown to " +
                                as_text(static_cast<double>(order_.most_bytes) / 1e6) +
                                " MB, DOCSIS_VP_TEST_RECORDING_MB");
    end_capture_and_waves();
  }
  if (time_is_up_at_ && Clock::now() >= *time_is_up_at_) {
    add_note(order_.folder, "the recording ends at " + simulated_time() +
                                ": the test's TIMEOUT leaves no more time");
    finish();
    _exit(1);
  }
}

// The kernel's own time may be behind.
std::string Recorder::simulated_time() const {
  return as_text(system_->results().simulated_s) + " s";
}

// Later packets and values are not written.
void Recorder::end_capture_and_waves() {
  if (!capture_has_ended_) {
    capture_has_ended_ = true;
    system_->finish_capture();
    system_->finish_waves();
    waves_.close();
  }
}

void Recorder::finish() {
  if (system_ == nullptr || finished_) {
    return;
  }
  finished_ = true;
  std::ofstream(file("results.json")) << system_->results().json();
  std::ofstream(file("timeseries.csv")) << trace_->str();
  end_capture_and_waves();
}

void Recorder::finish_if_possible() noexcept {
  try {
    finish();
  } catch (const std::exception&) {  // the files written so far remain
  }
}

// None of the functions it calls is async-signal-safe, but the process is lost either way. The
// files help the user, and an alarm ends the process if it hangs.
void Recorder::on_crash(int signal) {
  alarm(kSecondsAfterCrash);
  if (current != nullptr) {
    std::exchange(current, nullptr)->finish_if_possible();
  }
  std::raise(signal);
}

}  // namespace docsis_vp::testing
