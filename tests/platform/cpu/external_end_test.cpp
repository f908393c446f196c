// Accesses to targets that use time, which a reset or an error of the target ends.
#include <gmock/gmock.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <stdexcept>
#include <string>

#include "tests/platform/cpu/apart.h"
#include "tests/platform/cpu/bench.h"
#include "tests/platform/cpu/external_bench.h"

namespace docsis_vp::platform::testing::external_end_test {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;
using sc_core::SC_ZERO_TIME;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Engine = ExternalEngine;
using Board = ExternalBoard;

constexpr std::uint32_t kRam = Board::kRam, kBlock = Board::kBlock, kScratch = kRam + 0x800;
constexpr std::uint32_t kStatus = Engine::kStatus, kSlow = Engine::kSlow;
constexpr TimePs kQuanta[] = {1'000, 1'000'000, 10'000'000, 1'000'000'000};

CpuConfig with(TimePs quantum, const char* profile = "ideal") {
  CpuConfig config;
  config.profile = cycle_profile(profile);
  config.quantum_ps = quantum;
  return config;
}

// How the engine takes 100 us, and what for.
struct Slowness {
  TimePs waited = 100'000'000;  // the rest is annotated
  bool fails = false;
  bool fetched = false;  // the CPU fetches a return from it
};

void take_100_us(const Slowness& slowness, sc_time& delay) {
  if (slowness.waited != 0) {
    wait(delay + to_sc_time(slowness.waited));
    delay = SC_ZERO_TIME;
  }
  delay += sc_time(100, SC_US) - to_sc_time(slowness.waited);
}

// Counts its starts in RAM; the first one loads from the engine, which takes 100 us.
std::string run_reset(TimePs quantum, TimePs reset, TimePs start, const Slowness& slowness,
                      const char* profile = "ideal") {
  return observe_apart([&] {
    Board board(with(quantum, profile));
    Engine engine("engine");
    Script script("script");
    board.bus.map({"engine", kBlock, 4096}, engine.socket);
    int loads = 0;
    engine.answer = [&](sc_time& delay) {
      if (loads++ == 0) {
        take_100_us(slowness, delay);
      }
    };
    engine.fails = slowness.fails;
    engine.words[kSlow / 4] = jalr(x0, ra, 0);
    script.at(reset, [&] { board.cpu.reset(kRam, start); });
    Program program;
    program.li(s0, kBlock).li(s1, kScratch);
    program.words(lw(t0, s1, 0), addi(t0, t0, 1), sw(t0, s1, 0));
    program.words(slowness.fetched ? jalr(ra, s0, kSlow) : lw(a0, s0, kSlow));
    program.words(lw(a1, s0, kStatus));
    board.load(program.exit(t0));
    sc_core::sc_start();
    return engine.log.str() + board.end();
  });
}

// All of the 100 us waited, a part, and nothing.
constexpr TimePs kWaited[] = {100'000'000, 5'000'000, 30'000'000, 0};

TEST(ExternalEnd, IsServedToItsEndIfTheCpuIsResetMeanwhile) {
  // Loads at 70 ns, is reset at 20 us, and starts when the bus is free at 100.07 us. Busy: 2000
  // cycles before the reset, and 12 after it.
  const std::string expected =
      "70000 r 32\n100140000 r 32\n100150000 r 20\n100180000 exit 2  cycles 2012\n";
  for (const TimePs quantum : kQuanta) {
    for (const TimePs waited : kWaited) {
      EXPECT_EQ(run_reset(quantum, 20'000'000, 20'000'000, {waited}), expected)
          << quantum << ' ' << waited;
      EXPECT_EQ(run_reset(quantum, 20'000'000, 90'000'000, {waited}), expected)
          << quantum << ' ' << waited;
    }
  }
  // A late error is that of the instruction before the reset: no trap, though none has a handler.
  // Later than the bus.
  for (const TimePs waited : kWaited) {
    EXPECT_THAT(run_reset(kQuanta[2], 20'000'000, 20'000'000, {waited, true}),
                StartsWith("70000 r 32\n100140000 r 32\n"));
    EXPECT_THAT(run_reset(kQuanta[2], 20'000'000, 200'000'000, {waited}),
                HasSubstr("\n200070000 r 32"));
  }
}

TEST(ExternalEnd, AnnotatedTimeEndsAtAResetAsWaitedTimeDoes) {
  for (const char* const profile : {"ideal", "ibex-small", "ibex-maxperf", "zero"}) {
    // In the first and in the last cycle, between two edges, and after the access.
    for (const TimePs reset : {300'000, 20'000'000, 54'321'987, 100'065'000, 100'500'000}) {
      for (const bool fetched : {false, true}) {
        const auto run = [&, fetched = fetched](TimePs quantum, TimePs waited) {
          return run_reset(quantum, reset, reset, {waited, false, fetched}, profile);
        };
        const std::string expected = run(kQuanta[0], kWaited[0]);
        for (const TimePs quantum : kQuanta) {
          for (const TimePs waited : kWaited) {
            EXPECT_EQ(run(quantum, waited), expected)
                << profile << ' ' << reset << ' ' << fetched << ' ' << quantum << ' ' << waited;
          }
        }
      }
    }
  }
}

// A handler reads the status: after the 3 us of the access that failed, and the cycles of a trap.
TEST(ExternalEnd, TakesTheTimeItTakesIfItFails) {
  const auto run_failure = [](TimePs quantum, TimePs waited, unsigned access) {
    return observe_apart([&] {
      Board board(with(quantum, "ibex-small"));
      Engine engine("engine");
      board.bus.map({"engine", kBlock, 4096}, engine.socket);
      engine.fails = true;
      engine.answer = [waited](sc_time& delay) {
        if (waited != 0) {
          wait(to_sc_time(waited));
        }
        delay += sc_time(3, SC_US) - to_sc_time(waited);
      };
      Program program;
      program.li(s0, kBlock).li(t0, kRam + 0x100).words(csrrw(x0, csr::kMtvec, t0));
      program.words(access);
      Program handler(kRam + 0x100);
      handler.words(lw(a1, s0, kStatus)).exit();
      board.load(program);
      board.load(handler);
      sc_core::sc_start();
      return engine.log.str() + board.end();
    });
  };
  for (const unsigned access : {lw(a0, s0, kSlow), sw(a0, s0, kSlow), jalr(ra, s0, kSlow)}) {
    const std::string expected = run_failure(kQuanta[0], 0, access);
    EXPECT_THAT(expected, HasSubstr(" 20\n"));
    for (const TimePs quantum : kQuanta) {
      for (const TimePs waited : {TimePs{0}, kPsPerUs, 3 * kPsPerUs}) {
        EXPECT_EQ(run_failure(quantum, waited, access), expected) << quantum << ' ' << waited;
      }
    }
  }
}

// Passes accesses on over the bus, and serves those that the target behind it throws at.
struct CatchingBridge : sc_core::sc_module {
  explicit CatchingBridge(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &CatchingBridge::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& transaction, sc_time& delay) {
    const sc_dt::uint64 address = transaction.get_address();
    transaction.set_address(kBlock + address);
    try {
      out->b_transport(transaction, delay);
    } catch (const std::runtime_error&) {
      delay += sc_time(1, SC_US);
      transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    transaction.set_address(address);
  }
  tlm_utils::simple_target_socket<CatchingBridge> in{"in"};
  tlm_utils::simple_initiator_socket<CatchingBridge> out{"out"};
};

TEST(ExternalEnd, MayBeAnExceptionThatABridgeCatches) {
  for (const TimePs quantum : kQuanta) {
    const std::string seen = observe_apart([quantum] {
      constexpr std::uint32_t kBridge = kBlock + 0x1000;
      Board board(with(quantum));
      Engine engine("engine");
      CatchingBridge bridge("bridge");
      bridge.out.bind(board.bus.socket);
      board.bus.map({"engine", kBlock, 4096}, engine.socket);
      board.bus.map({"bridge", kBridge, 4096}, bridge.in);
      engine.answer = [](sc_time& delay) {
        wait(delay + sc_time(2, SC_US));
        throw std::runtime_error("engine");
      };
      Program program;
      program.li(s0, kBridge).words(lw(a0, s0, kSlow), lw(a1, s0, kStatus));
      program.words(lw(a0, s0, kSlow), lw(a1, s0, kStatus));
      board.load(program.exit());
      sc_core::sc_start();
      return engine.log.str() + board.end();
    });
    EXPECT_EQ(seen,
              "20000 r 32\n3030000 r 20\n3040000 r 32\n6050000 r 20\n"
              "6080000 exit 0  cycles 609\n")
        << quantum;
  }
}

}  // namespace
}  // namespace docsis_vp::platform::testing::external_end_test
