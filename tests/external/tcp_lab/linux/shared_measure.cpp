#include "tests/external/tcp_lab/linux/shared_measure.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/external/tcp_lab/linux/shared_relay.h"

namespace docsis_vp::tcp_lab {
namespace {

constexpr int kRelayPriority = 20;
// Four products of 200 Mbit/s and 100 ms are 10 MB; the kernel doubles what is asked for.
constexpr TransferBuffers kBuffers{32 << 20, 16 << 20};

void require_hystart(const SharedCase& c) {
  if (std::find(c.controls.begin(), c.controls.end(), "cubic") == c.controls.end()) return;
  std::ifstream in("/sys/module/tcp_cubic/parameters/hystart");
  std::string value;
  std::getline(in, value);
  if (value != "1") throw std::runtime_error("tcp_cubic/parameters/hystart: expected 1");
}

}  // namespace

SharedRow measure_shared(const SharedCase& c) {
  require_hystart(c);
  std::vector<std::unique_ptr<LinuxTransfer>> transfers;
  for (const std::string& control : c.controls) {
    transfers.push_back(std::make_unique<LinuxTransfer>(control, kBuffers));
  }
  SharedObserver observer(c);
  SharedRelay relay(c, transfers, observer);
  // A thread of its own, so that the caller keeps its own priority.
  std::exception_ptr failure;
  std::thread carrier([&] {
    run_in_real_time(kRelayPriority);
    try {
      relay.run();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  carrier.join();
  if (failure) std::rethrow_exception(failure);
  SharedRow row;
  row.figures = observer.figures();
  const Lateness& late = relay.lateness();
  if (late.packets > 0) {
    row.late_percent = 100 * static_cast<double>(late.over_1ms) / static_cast<double>(late.packets);
  }
  row.worst_late_ms = static_cast<double>(late.worst) / 1e6;
  return row;
}

SharedRow measure_shared_undisturbed(const SharedCase& c, int tries) {
  std::optional<SharedRow> best;
  for (int i = 0; i < tries && (!best || best->late_percent > 1); ++i) {
    const SharedRow row = measure_shared(c);
    if (!best || row.late_percent < best->late_percent) best = row;
  }
  return best.value();
}

std::map<std::string, std::string> shared_facts() {
  return LinuxTransfer("bbr").facts();
}

}  // namespace docsis_vp::tcp_lab
