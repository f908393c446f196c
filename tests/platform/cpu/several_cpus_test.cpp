// CPUs that have memories of their own and run side by side.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tests/platform/cpu/apart.h"
#include "tests/platform/cpu/bench.h"
#include "tests/platform/cpu/workload.h"

namespace docsis_vp::platform::testing::several_cpus_test {
namespace {

constexpr std::uint64_t kClocksHz[] = {100'000'000, 133'000'000, 71'000'000};

struct Side {
  Side(const std::string& name, const CpuConfig& config, Outcome& outcome)
      : around((name + "_around").c_str(), outcome), cpu(name.c_str(), config, outcome) {
    cpu.socket.bind(around.socket);
  }
  Surroundings around;
  Cpu cpu;
};

// Made in this order: first, second, third.
std::vector<std::unique_ptr<Side>> sides(CpuConfig config, Outcome& outcome) {
  std::vector<std::unique_ptr<Side>> sides;
  config.reset_pc = Surroundings::kRam;
  for (const char* name : {"first", "second", "third"}) {
    config.clock_hz = kClocksHz[sides.size()];
    sides.push_back(std::make_unique<Side>(name, config, outcome));
  }
  return sides;
}

// Records the external accesses of each CPU in their order, and the end of the run.
std::string observe(const CpuConfig& config, bool in_step) {
  Outcome outcome;
  Script script("script");
  const auto all = sides(config, outcome);
  std::ostringstream text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Side& side = *all[i];
    if (in_step) {
      side.cpu.disable_lookahead();
    }
    side.around.load(workload());
    side.around.on_read = [&text, i](std::uint32_t address, TimePs at) {
      text << at << ' ' << i << " reads " << address << '\n';
      return static_cast<std::uint32_t>(at / 1000);
    };
    side.around.on_write = [&text, &side, i](std::uint32_t address, std::uint32_t value,
                                             TimePs at) {
      text << at << ' ' << i << " writes " << address << ' ' << value << '\n';
      if (address == kTimer) {
        side.cpu.set_interrupt(static_cast<HartInterrupt>(value & 31), false,
                               to_sc_time(at - now_ps()));
      }
    };
  }
  for (int i = 0; i < 60; ++i) {
    script.at(1'234'567 * (i + 1), [&all, i] {
      all[static_cast<std::size_t>(i) % all.size()]->cpu.set_interrupt(
          i % 4 == 0 ? HartInterrupt::kTimer : HartInterrupt::kExternal, true,
          sc_core::SC_ZERO_TIME);
    });
  }
  script.at(80 * kPsPerUs, [&outcome] { outcome.exit(0, now_ps()); });
  sc_core::sc_start();
  text << outcome.at();
  for (const auto& side : all) {
    text << ' ' << side->cpu.counters().instructions << ' ' << side->cpu.counters().cycles_busy;
  }
  return text.str() + '\n' + std::to_string(sc_core::sc_delta_count());
}

struct Seen {
  std::string events;
  std::uint64_t deltas;
};
Seen observe_with(TimePs lookahead, TimePs quantum, bool in_step = false) {
  CpuConfig config = Bench::with_profile("ibex-small");
  config.lookahead_ps = lookahead;
  config.quantum_ps = quantum;
  const std::string text = observe_apart([&] { return observe(config, in_step); });
  const std::size_t last = text.rfind('\n');
  return {text.substr(0, last), std::stoull(text.substr(last + 1))};
}

TEST(SeveralCpus, DoTheSameInTheSameOrderHoweverFarTheyLead) {
  const Seen reference = observe_with(0, 10 * kPsPerUs);
  EXPECT_GT(std::count(reference.events.begin(), reference.events.end(), '\n'), 500);
  for (const TimePs lookahead : {TimePs{1}, 33 * kPsPerNs, kPsPerUs, 5 * kPsPerUs}) {
    for (const TimePs quantum : {100 * kPsPerNs, 10 * kPsPerUs, kPsPerMs}) {
      EXPECT_EQ(observe_with(lookahead, quantum).events, reference.events)
          << "lookahead " << lookahead << " ps, quantum " << quantum << " ps";
    }
  }
}

// The outside is asked every seventh instruction or so.
TEST(SeveralCpus, DoNotWaitForEachOthersInstructions) {
  EXPECT_LT(3 * observe_with(5 * kPsPerUs, 10 * kPsPerUs).deltas,
            observe_with(0, 10 * kPsPerUs).deltas);
}

TEST(SeveralCpus, StayInStepIfAskedTo) {
  EXPECT_EQ(observe_with(5 * kPsPerUs, 10 * kPsPerUs, true).deltas,
            observe_with(0, 10 * kPsPerUs).deltas);
}

// The third is slowest, and the first runs first: it gets to its end ahead of the others' time.
TEST(SeveralCpus, TheEarliestFailureEndsTheRunWhoeverGetsToItsOwnFirst) {
  Outcome outcome;
  CpuConfig config = Bench::ideal();
  config.lookahead_ps = 5 * kPsPerUs;
  const auto all = sides(config, outcome);
  const unsigned instructions[] = {200, 100, 60};
  for (std::size_t i = 0; i < all.size(); ++i) {
    Program program;
    for (unsigned n = 0; n < instructions[i]; ++n) {
      program.word(addi(t0, t0, 1));
    }
    all[i]->around.load(program.word(0));
  }
  sc_core::sc_start();
  EXPECT_TRUE(outcome.failed());
  EXPECT_EQ(outcome.cause().substr(0, 7), "second:");
  EXPECT_EQ(outcome.at(), 100 * kPsPerSecond / 133'000'000);
}

}  // namespace
}  // namespace docsis_vp::platform::testing::several_cpus_test
