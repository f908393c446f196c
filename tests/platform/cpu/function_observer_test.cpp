// Observers of functions see each entry at its time, and change nothing.
#include "platform/cpu/function_observer.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "tests/platform/cpu/apart.h"
#include "tests/platform/cpu/bench.h"
#include "tests/platform/cpu/workload.h"

namespace docsis_vp::platform::testing::function_observer_test {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t kMain = Surroundings::kRam, kCallee = kMain + 0x100, kNext = kMain + 0x110;

std::string note(TimePs at, std::uint32_t pc) {
  return std::to_string(at / 1000) + " " + std::to_string(pc - kMain);
}

// Functions of a constant size.
struct Entries : FunctionObserver {
  explicit Entries(std::uint32_t bytes) : function_bytes(bytes) {}

  CodeRange function_at(std::uint32_t pc) const override {
    const std::uint32_t first = kMain + (pc - kMain) / function_bytes * function_bytes;
    return {first, first + function_bytes - 1};
  }
  void on_function(TimePs at, std::uint32_t pc) override { notes.push_back(note(at, pc)); }
  void on_sleep(TimePs at) override { notes.push_back("sleep " + std::to_string(at / 1000)); }
  void on_reset(TimePs at) override { notes.push_back("reset " + std::to_string(at / 1000)); }

  std::uint32_t function_bytes;
  std::vector<std::string> notes;
};

// Tells the same from every instruction.
struct Stepper : CpuObserver {
  explicit Stepper(Entries& to) : entries(to) {}

  bool on_instruction(TimePs at, std::uint32_t pc) override {
    if (!function.contains(pc)) {
      function = entries.function_at(pc);
      entries.on_function(at, pc);
    }
    return true;
  }
  void on_sleep(TimePs at) override {
    function = {1, 0};
    entries.on_sleep(at);
  }

  Entries& entries;
  CodeRange function = {1, 0};
};

TEST(FunctionObserver, IsToldOfCallsReturnsAndFallsIntoTheNextFunction) {
  Bench bench;
  Entries entries(16);
  bench.cpu.observe_functions(entries);
  Program program;
  program.li(t0, kCallee).words(addi(a0, x0, 3), jalr(1, t0, 0));
  program.words(addi(a1, a1, 1), addi(a0, a0, -1), bne(a0, x0, -8), jal(x0, 0x20));
  program.pad_to(kMain + 0x3c).exit();
  program.pad_to(kCallee).words(addi(a2, x0, 1), addi(a2, x0, 2), addi(a2, x0, 3));
  program.words(addi(a2, x0, 4), jalr(x0, 1, 0));
  bench.run(program);
  EXPECT_THAT(entries.notes, ElementsAre(note(0, kMain), note(40'000, kCallee), note(80'000, kNext),
                                         note(90'000, kMain + 0x10), note(190'000, kMain + 0x3c),
                                         note(200'000, kMain + 0x40)));
}

TEST(FunctionObserver, IsToldAgainAfterSleepAndReset) {
  Bench bench;
  Entries entries(1024);
  bench.cpu.observe_functions(entries);
  bench.script.at(500'000, [&] { bench.raise(HartInterrupt::kTimer); });
  bench.script.at(700'000, [&] { bench.cpu.reset(kMain + 20, 800'000); });
  Program program;
  program.li(t0, 0x80).words(csrrw(x0, csr::kMie, t0), kWfi, jal(x0, 0)).exit();
  bench.run(program);
  EXPECT_THAT(entries.notes, ElementsAre(note(0, kMain), "sleep 40", note(500'000, kMain + 16),
                                         "reset 800", note(800'000, kMain + 20)));
}

// Returns the entries, then the counters of the run.
std::string left_by(const CpuConfig& config, std::uint32_t function_bytes, bool is_stepped) {
  Bench bench(config);
  Entries entries(std::max(function_bytes, 1U));
  Stepper stepper(entries);
  if (is_stepped) {
    bench.cpu.observe(stepper);
  } else if (function_bytes != 0) {
    bench.cpu.observe_functions(entries);
  }
  bench.around.ram_latency_ps = 10'000;
  bench.around.on_write = [&](std::uint32_t address, std::uint32_t cause, TimePs at) {
    if (address == kTimer) {
      bench.cpu.set_interrupt(static_cast<HartInterrupt>(cause & 31), false,
                              to_sc_time(at - now_ps()));
    }
  };
  for (TimePs i = 1; i <= 60; ++i) {
    bench.script.at(i * 1'234'567, [&bench] { bench.raise(HartInterrupt::kTimer); });
  }
  bench.run(workload());
  std::ostringstream text;
  for (const std::string& each : entries.notes) {
    text << each << '\n';
  }
  const Cpu::Counters counters = bench.cpu.counters();
  text << "end " << bench.outcome.at() << ' ' << counters.instructions << ' '
       << counters.cycles_busy << ' ' << counters.interrupts << ' ' << bench.cpu.reg(a1);
  return text.str();
}

class FunctionObservers : public ::testing::TestWithParam<const char*> {};

TEST_P(FunctionObservers, SeeWhatEachInstructionTells) {
  const CpuConfig config = Bench::with_profile(GetParam());
  const auto observe = [&config](std::uint32_t function_bytes, bool is_stepped) {
    return observe_apart([&] { return left_by(config, function_bytes, is_stepped); });
  };
  const std::string unobserved = observe(0, false);
  // Such bounds lie within straight lines of code and within loops.
  for (const std::uint32_t function_bytes : {2U, 6U, 20U, 26U, 100U, 1024U}) {
    const std::string seen = observe(function_bytes, false);
    EXPECT_EQ(seen, observe(function_bytes, true)) << function_bytes;
    EXPECT_EQ(seen.substr(seen.find("end")), unobserved) << function_bytes;
    EXPECT_GE(std::count(seen.begin(), seen.end(), '\n'), 80) << "handlers and returns";
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, FunctionObservers,
                         ::testing::Values("ideal", "ibex-small", "ibex-maxperf"));

}  // namespace
}  // namespace docsis_vp::platform::testing::function_observer_test
