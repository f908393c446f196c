// What makes the simulation faster or slower changes no time in it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing {
namespace {

constexpr std::uint32_t kHandler = 0x80000400, kTimer = 0x20000020, kData = 0x80008000;

// Mixed work that writes to a device now and then and reads its data back, while interrupts come
// at times that have nothing to do with the clock; the handler acknowledges, notes mcycle and
// pc, and ends the run after 40.
Program workload() {
  Program program;
  program.li(t0, kHandler).word(csrrw(x0, csr::kMtvec, t0)).li(s0, kTimer).li(s1, kData);
  program.li(t0, 0x880).words(csrrw(x0, csr::kMie, t0), csr_immediate(6, x0, csr::kMstatus, 8));
  program.li(a1, 12345).li(a2, 77).pad_to(0x80000080);
  const std::uint32_t loop = program.here();
  program.words(addi(a3, x0, 5), mul(a1, a1, a2), r_type(1, 5, a4, a1, a2), sw(a1, s1, 3));
  program.words(lw(a5, s1, 2), add(a1, a1, a5), addi(a3, a3, -1)).half(kCNop);
  program.words(bne(a3, x0, 10)).half(kCNop).half(kCNop).half(kCNop);
  program.words(lw(a6, s0, 4), add(a1, a1, a6), sw(a1, s0, 8)).half(kCNop).half(kCNop);
  program.words(i_type(31, a1, 7, a7), addi(a7, a7, -1), bne(a7, x0, -4));
  program.word(jal(x0, static_cast<std::int32_t>(loop - program.here())));
  program.pad_to(kHandler);
  program.words(csrrs(s2, csr::kMcycle, x0), csrrs(s3, csr::kMepc, x0),
                csrrs(s4, csr::kMcause, x0));
  program.words(sw(s4, s0, 0), sw(s2, s0, 12), sw(s3, s0, 16), csrrs(s5, csr::kMinstret, x0));
  program.words(sw(s5, s0, 20), addi(s6, s6, 1), addi(s7, x0, 40), beq(s6, s7, 8), kMret);
  return program.exit();
}

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

// A simulation has a process of its own.
std::string observe_apart(const CpuConfig& config, bool watched = false) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = observe(config, watched);
    const bool sent = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    std::_Exit(sent ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return text;
}

class TimeInvariance : public ::testing::TestWithParam<const char*> {};

TEST_P(TimeInvariance, OverQuantumHostPointersAndBlocks) {
  for (const std::uint64_t clock_hz : {100'000'000U, 300'000'000U}) {
    CpuConfig config = Bench::with_profile(GetParam());
    config.clock_hz = clock_hz;
    const std::string reference = observe_apart(config);
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
          EXPECT_EQ(observe_apart(config), reference)
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
  const std::string reference = observe_apart(config);
  EXPECT_GT(std::count(reference.begin(), reference.end(), '\n'), 120);
  for (const TimePs quantum : {TimePs{1}, 777 * kPsPerNs, 100 * kPsPerUs}) {
    for (const bool direct : {true, false}) {
      config.quantum_ps = quantum;
      config.direct_memory = direct;
      EXPECT_EQ(observe_apart(config, true), reference) << quantum << " ps, direct " << direct;
    }
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
}  // namespace docsis_vp::platform::testing
