#include "system/assembly/instruments/console_bench.h"

#include <thread>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/modem/find_cpu.h"

namespace docsis_vp::system {

namespace {

constexpr TimePs kLookEvery = kPsPerMs;
constexpr std::chrono::milliseconds kWaitAtMost(100);

}  // namespace

ConsoleBench::ConsoleBench(std::vector<std::unique_ptr<ModemUnit>>& modems,
                           const ConsoleSettings& settings)
    : settings_(settings),
      cpu_(*find_cpu(modems, "--console", settings.modem).cpu()),
      host_(platform::open_host_console(settings.where)),
      look_([this] { look(); }) {
  cpu_.console().observe([this](std::uint8_t octet) { said_ += static_cast<char>(octet); });
  look_.set(0);
}

void ConsoleBench::look() {
  if (!begun_) {
    begun_ = true;
    wait_for_user();
    start_ = HostClock::now();
  }
  finish();
  if (is_live()) {
    keep_pace();
    cpu_.console_line().type(host_->receive());
  }
  look_.set(platform::now_ps() + kLookEvery);
}

void ConsoleBench::wait_for_user() {
  while (!host_->ready(kWaitAtMost)) {
    if (settings_.keep_waiting && !settings_.keep_waiting()) {
      platform::Agenda::stop();
      return;
    }
  }
}

void ConsoleBench::keep_pace() {
  if (settings_.pace > 0) {
    std::this_thread::sleep_until(
        start_ + std::chrono::duration_cast<HostClock::duration>(std::chrono::duration<double>(
                     to_seconds(platform::now_ps()) / settings_.pace)));
  }
}

void ConsoleBench::finish() {
  host_->send(said_);
  said_.clear();
}

}  // namespace docsis_vp::system
