#include "system/assembly/instruments/console_bench.h"

#include <chrono>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/instruments/call_order.h"
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
  require_before_first_run("ConsoleBench()");
  cpu_.console().observe([this](std::uint8_t octet) { said_ += static_cast<char>(octet); });
  look_.set(0);
}

void ConsoleBench::look() {
  if (!begun_) {
    begun_ = true;
    wait_for_user();
  }
  finish();
  if (is_live()) {
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

void ConsoleBench::finish() {
  host_->send(said_);
  said_.clear();
}

}  // namespace docsis_vp::system
