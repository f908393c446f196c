// Settings for the speed of the simulation change no simulated time.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "tests/platform/cpu/apart.h"
#include "tests/platform/cpu/bench.h"
#include "tests/platform/cpu/workload.h"

namespace docsis_vp::platform::testing::time_invariance_test {
namespace {

// Everything that can be seen from outside the CPU, as text.
std::string observe(const CpuConfig& config, bool watched = false) {
  Bench bench(config);
  CpuObserver watcher;
  CpuObserver another;
  if (watched) {
    bench.cpu.observe(watcher);
    bench.cpu.observe(another);
  }
  std::uint32_t reads = 0;
  bench.around.ram_latency_ps = 10'000;
  bench.around.on_read = [&](std::uint32_t, TimePs at) {
    return static_cast<std::uint32_t>(at / 1000) + ++reads;
  };
  bench.around.on_write = [&](std::uint32_t address, std::uint32_t cause, TimePs at) {
    if (address == kTimer) {
      const auto line = static_cast<HartInterrupt>(cause & 31);
      bench.cpu.set_interrupt(line, false, to_sc_time(at - now_ps()));
    }
  };
  TimePs time = 0;
  for (int i = 0; i < 60; ++i) {
    time += 1'234'567 + 611'953 * (i % 7) * (i % 3);
    bench.script.at(time, [&bench, i] {
      bench.raise(i % 3 == 0 ? HartInterrupt::kExternal : HartInterrupt::kTimer);
    });
  }
  bench.run(workload());
  std::ostringstream text;
  for (const auto& access : bench.around.accesses) {
    text << access.write << ' ' << access.address << ' ' << access.value << ' ' << access.at
         << '\n';
  }
  const Cpu::Counters counters = bench.cpu.counters();
  text << bench.outcome.at() << ' ' << counters.instructions << ' ' << counters.cycles_busy << ' '
       << counters.interrupts << ' ' << bench.outcome.cause() << '\n';
  for (unsigned number = 0; number < 32; ++number) {
    text << bench.cpu.reg(number) << ' ';
  }
  return text.str();
}

std::string observe_run(const CpuConfig& config, bool watched = false) {
  return observe_apart([&] { return observe(config, watched); });
}

class TimeInvariance : public ::testing::TestWithParam<const char*> {};

TEST_P(TimeInvariance, OverQuantumHostPointersAndBlocks) {
  for (const std::uint64_t clock_hz : {100'000'000U, 300'000'000U}) {
    CpuConfig config = Bench::with_profile(GetParam());
    config.clock_hz = clock_hz;
    const std::string reference = observe_run(config);
    // Three notes from each of 40 interrupts at least, and an end that firmware chose.
    EXPECT_GT(std::count(reference.begin(), reference.end(), '\n'), 120);
    EXPECT_EQ(reference.find("limit"), std::string::npos);
    for (const TimePs quantum :
         {TimePs{1}, 100 * kPsPerNs, 777 * kPsPerNs, kPsPerUs, 100 * kPsPerUs, kPsPerMs}) {
      for (const bool direct : {true, false}) {
        for (const bool blocks : {true, false}) {
          config.quantum_ps = quantum;
          config.direct_memory = direct;
          config.whole_blocks = blocks;
          EXPECT_EQ(observe_run(config), reference)
              << clock_hz << " Hz, quantum " << quantum << " ps, direct " << direct << ", blocks "
              << blocks;
        }
      }
    }
  }
}

TEST_P(TimeInvariance, OverObservers) {
  CpuConfig config = Bench::with_profile(GetParam());
  config.clock_hz = 300'000'000;
  const std::string reference = observe_run(config);
  EXPECT_GT(std::count(reference.begin(), reference.end(), '\n'), 120);
  for (const TimePs quantum : {TimePs{1}, 777 * kPsPerNs, 100 * kPsPerUs}) {
    for (const bool direct : {true, false}) {
      config.quantum_ps = quantum;
      config.direct_memory = direct;
      EXPECT_EQ(observe_run(config, true), reference) << quantum << " ps, direct " << direct;
    }
  }
}

// Cycles of the last and the next instruction, at an end that firmware did not choose.
TEST_P(TimeInvariance, OverBlocksAtAnyEnd) {
  const auto counters_at = [](CpuConfig config, TimePs end, bool blocks) {
    config.whole_blocks = blocks;
    return observe_apart([&] {
      Bench bench(config);
      bench.around.ram_latency_ps = 10'000;
      bench.script.at(end, [&bench] { bench.outcome.exit(0, now_ps()); });
      bench.run(workload());
      const Cpu::Counters counters = bench.cpu.counters();
      return std::to_string(counters.instructions) + ' ' + std::to_string(counters.cycles_busy);
    });
  };
  CpuConfig config = Bench::with_profile(GetParam());
  config.clock_hz = 100'000'000;
  for (TimePs end = 20 * kPsPerUs; end < 21 * kPsPerUs; end += 10 * kPsPerNs) {
    EXPECT_EQ(counters_at(config, end, true), counters_at(config, end, false)) << end << " ps";
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, TimeInvariance,
                         ::testing::Values("ibex-small", "ibex-maxperf", "ideal"),
                         [](const auto& profile) {
                           std::string name = profile.param;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

}  // namespace
}  // namespace docsis_vp::platform::testing::time_invariance_test
