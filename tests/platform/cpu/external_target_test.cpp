// Targets that use time in every way that IEEE 1666 allows, before a CPU that runs ahead.
#include <gmock/gmock.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "tests/platform/cpu/apart.h"
#include "tests/platform/cpu/bench.h"
#include "tests/platform/cpu/external_bench.h"

namespace docsis_vp::platform::testing::external_target_test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;
using sc_core::SC_ZERO_TIME;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Engine = ExternalEngine;
using Board = ExternalBoard;

constexpr std::uint32_t kRam = Board::kRam, kBlock = Board::kBlock, kScratch = kRam + 0x800;
constexpr std::uint32_t kStart = Engine::kStart, kStatus = Engine::kStatus, kSlow = Engine::kSlow;
constexpr TimePs kQuanta[] = {1'000, 1'000'000, 10'000'000, 1'000'000'000};

CpuConfig with(TimePs quantum, const char* profile = "ideal", std::uint64_t hz = 100'000'000) {
  CpuConfig config;
  config.profile = cycle_profile(profile);
  config.clock_hz = hz;
  config.quantum_ps = quantum;
  return config;
}

// Some work in RAM, a start, and polls of the status until it is 1.
Program starting() {
  Program program;
  program.li(s0, kBlock).li(s1, kScratch).words(addi(s2, x0, 300));
  program.words(sw(s2, s1, 0), addi(s2, s2, -1), bne(s2, x0, -8));
  program.words(sw(s0, s0, kStart), lw(t0, s0, kStatus), beq(t0, x0, -4));
  return program.exit();
}

// Work in RAM, two slow loads with a quick one between, more work, and a last access.
Program loading() {
  Program program;
  program.li(s0, kBlock).li(s1, kScratch).words(addi(s2, x0, 300));
  program.words(sw(s2, s1, 0), addi(s2, s2, -1), bne(s2, x0, -8));
  program.words(lw(a0, s0, kSlow), lw(a1, s0, kStatus), lw(a0, s0, kSlow), addi(s2, x0, 50));
  program.words(sw(s2, s1, 0), addi(s2, s2, -1), bne(s2, x0, -8), sw(s2, s0, kStatus));
  return program.exit();
}

std::string run(const CpuConfig& config, const Program& program,
                const std::function<void(Engine&)>& set_up) {
  return observe_apart([&] {
    Board board(config);
    Engine engine("engine");
    board.bus.map({"engine", kBlock, 4096}, engine.socket);
    set_up(engine);
    board.load(program);
    sc_core::sc_start();
    return engine.log.str() + board.end();
  });
}

void spawn_in(Engine& engine, const sc_time& time) {
  sc_core::sc_spawn([&engine, time] {
    sc_core::wait(time);
    engine.finished.notify();
  });
}

// 1 us after the write, whatever the means: what IEEE 1666 offers to a target.
const std::pair<const char*, std::function<void(Engine&)>> kMeans[] = {
    {"notify",
     [](Engine& engine) {
       engine.start = [&](sc_time& delay) { engine.finished.notify(delay + sc_time(1, SC_US)); };
     }},
    {"notify_at",
     [](Engine& engine) {
       engine.start = [&](sc_time& delay) {
         notify_at(engine.finished, now_ps() + to_ps(delay) + kPsPerUs);
       };
     }},
    {"thread woken at once",
     [](Engine& engine) { engine.start = [&](sc_time&) { engine.woken.notify(); }; }},
    {"thread woken a delta later",
     [](Engine& engine) { engine.start = [&](sc_time&) { engine.woken.notify(SC_ZERO_TIME); }; }},
    {"process spawned",
     [](Engine& engine) {
       engine.start = [&](sc_time& delay) { spawn_in(engine, delay + sc_time(1, SC_US)); };
     }},
};

TEST(ExternalTarget, FinishesWhenItSaysWhateverTheMeansAndTheQuantum) {
  const std::string expected = run(with(kQuanta[0]), starting(), kMeans[0].second);
  // Two instructions each of li, one of addi, 900 of the loop: 5 + 900 cycles of 10 ns.
  EXPECT_THAT(expected, HasSubstr("9050000 w 16\n"));
  EXPECT_THAT(expected, HasSubstr("\n10050000 done\n10060000 r 20\n"));
  for (const auto& [name, means] : kMeans) {
    for (const TimePs quantum : kQuanta) {
      EXPECT_EQ(run(with(quantum), starting(), means), expected) << name << ' ' << quantum;
    }
  }
}

TEST(ExternalTarget, MayWriteASignal) {
  const auto set_up = [](Engine& engine) {
    engine.start = [&engine](sc_time&) { engine.ending.write(true); };
  };
  const std::string expected = run(with(kQuanta[0]), starting(), set_up);
  EXPECT_THAT(expected, HasSubstr("9050000 w 16\n9050000 done\n9060000 r 20\n"));
  for (const TimePs quantum : kQuanta) {
    EXPECT_EQ(run(with(quantum), starting(), set_up), expected) << quantum;
  }
}

TEST(ExternalTarget, MayKeepTransactionsInAQueue) {
  const auto set_up = [](Engine& engine) {
    struct Queue : sc_core::sc_module {
      SC_HAS_PROCESS(Queue);
      Queue(const sc_core::sc_module_name& name, Engine& of) : sc_module(name), engine(of) {
        SC_METHOD(take);
        sensitive << queue.get_event();
        dont_initialize();
      }
      void take() {
        while (queue.get_next_transaction() != nullptr) {
          engine.finished.notify(500, SC_NS);
        }
      }
      Engine& engine;
      tlm::tlm_generic_payload job;
      tlm_utils::peq_with_get<tlm::tlm_generic_payload> queue{"queue"};
    };
    const auto queue = std::make_shared<Queue>("queue", engine);
    engine.start = [queue](sc_time& delay) {
      queue->queue.notify(queue->job, delay + sc_time(500, SC_NS));
    };
  };
  const std::string expected = run(with(kQuanta[0]), starting(), kMeans[0].second);
  for (const TimePs quantum : kQuanta) {
    EXPECT_EQ(run(with(quantum), starting(), set_up), expected) << quantum;
  }
}

const std::pair<const char*, std::function<void(Engine&)>> kAnswers[] = {
    {"delay",
     [](Engine& engine) { engine.answer = [](sc_time& delay) { delay += sc_time(2, SC_US); }; }},
    {"wait for all",
     [](Engine& engine) {
       engine.answer = [](sc_time& delay) {
         sc_core::wait(delay + sc_time(2, SC_US));
         delay = SC_ZERO_TIME;
       };
     }},
    {"wait, delay kept",
     [](Engine& engine) { engine.answer = [](sc_time&) { sc_core::wait(2, SC_US); }; }},
    {"half of each",
     [](Engine& engine) {
       engine.answer = [](sc_time& delay) {
         sc_core::wait(1, SC_US);
         delay += sc_time(1, SC_US);
       };
     }},
    {"wait for an event",
     [](Engine& engine) {
       engine.answer = [&engine](sc_time& delay) {
         engine.woken.notify(delay + sc_time(1, SC_US));
         sc_core::wait(engine.finished);
       };
     }},
};

// The log without the engine's own events: the CPU does the same with every quantum.
std::string without_done(std::string text) {
  for (auto at = text.find(" done\n"); at != std::string::npos; at = text.find(" done\n")) {
    const auto begin = text.rfind('\n', at);
    text.erase(begin + 1, at + 6 - begin - 1);
  }
  return text;
}

TEST(ExternalTarget, TakesTheTimeItTakesWhetherItWaitsOrAnnotates) {
  for (const auto& [profile, hz] :
       {std::pair("ideal", 100'000'000), std::pair("ibex-small", 125'000'000),
        std::pair("ibex-maxperf", 80'000'000), std::pair("zero", 100'000'000)}) {
    const std::string expected = run(with(kQuanta[0], profile, hz), loading(), kAnswers[0].second);
    if (std::string(profile) == "ideal") {
      EXPECT_THAT(expected, HasSubstr("9050000 r 32\n11060000 r 20\n11070000 r 32\n"));
    }
    for (const auto& [name, answer] : kAnswers) {
      for (const TimePs quantum : kQuanta) {
        EXPECT_EQ(without_done(run(with(quantum, profile, hz), loading(), answer)), expected)
            << profile << ' ' << name << ' ' << quantum;
      }
    }
  }
}

// A handler that waits for a part of the time that its access takes, and one that says it all.
TEST(ExternalTarget, MayBeARegisterFileWhoseHandlersWait) {
  const auto run_file = [](TimePs quantum, TimePs waits) {
    return observe_apart([&] {
      Board board(with(quantum));
      RegisterFile file("file");
      std::ostringstream log;
      file.add(kSlow, [&](TimePs at) {
        log << at << '\n';
        if (waits != 0) {
          sc_core::wait(to_sc_time(waits));
        }
        file.stall_until(at + 3 * kPsPerUs);
        return 7U;
      });
      file.add(
          kStatus,
          [&](TimePs at) {
            log << at << '\n';
            return 0U;
          },
          [&](std::uint32_t, TimePs at) { log << at << '\n'; });
      board.bus.map({"file", kBlock, 4096}, file.socket);
      board.load(loading());
      sc_core::sc_start();
      return log.str() + board.end();
    });
  };
  const std::string expected = run_file(kQuanta[0], 0);
  EXPECT_THAT(expected, StartsWith("9050000\n12060000\n12070000\n"));
  for (const TimePs quantum : kQuanta) {
    for (const TimePs waits : {TimePs{0}, kPsPerUs, 3 * kPsPerUs}) {
      EXPECT_EQ(run_file(quantum, waits), expected) << quantum << ' ' << waits;
    }
  }
}

// Where a wait ends between two edges, the CPU goes on at the next one, never before the kernel.
TEST(ExternalTarget, NeverSeesTheCpuBehindTheKernel) {
  const auto set_up = [](Engine& engine) {
    engine.answer = [](sc_time& delay) {
      sc_core::wait(delay + sc_time(30'100, sc_core::SC_PS));
      delay = SC_ZERO_TIME;
    };
  };
  const std::string expected = run(with(kQuanta[0]), loading(), set_up);
  EXPECT_THAT(expected, HasSubstr("9050000 r 32\n9100000 r 20\n9110000 r 32\n"));
  for (const std::uint64_t hz : {100'000'000U, 133'000'000U, 71'000'000U}) {
    const std::string first = run(with(kQuanta[0], "ibex-small", hz), loading(), set_up);
    for (const TimePs quantum : kQuanta) {
      EXPECT_EQ(run(with(quantum, "ibex-small", hz), loading(), set_up), first) << quantum;
    }
  }
}

TEST(ExternalTarget, MayAnswerAfterAMinute) {
  for (const auto& answer :
       {std::function<void(sc_time&)>(
            [](sc_time& delay) { delay += sc_time(60, sc_core::SC_SEC); }),
        std::function<void(sc_time&)>([](sc_time&) { sc_core::wait(60, sc_core::SC_SEC); })}) {
    const std::string seen =
        run(with(kQuanta[2]), loading(), [&](Engine& engine) { engine.answer = answer; });
    EXPECT_THAT(seen, HasSubstr("9050000 r 32\n60000009060000 r 20\n60000009070000 r 32\n"));
  }
}

// A load across two words is two transactions, each at its time.
TEST(ExternalTarget, MayWaitInBothHalvesOfAnAccess) {
  Program program;
  program.li(s0, kBlock).words(lw(a0, s0, kSlow - 2), lw(a1, s0, kStatus)).exit();
  const auto halves = [](bool waits) {
    return [waits](Engine& engine) {
      engine.words[kSlow / 4 - 1] = 0x22221111;
      engine.answer = [waits](sc_time& delay) {
        waits ? sc_core::wait(3, SC_US) : void(delay += sc_time(3, SC_US));
      };
    };
  };
  const std::string expected = run(with(kQuanta[0]), program, halves(false));
  for (const TimePs quantum : kQuanta) {
    EXPECT_EQ(run(with(quantum), program, halves(true)), expected);
    EXPECT_EQ(run(with(quantum), program, halves(false)), expected);
  }
}

// Passes what reaches it on over the bus, to the block behind it, and takes 100 us more.
struct Bridge : sc_core::sc_module {
  explicit Bridge(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &Bridge::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& transaction, sc_time& delay) {
    const sc_dt::uint64 address = transaction.get_address();
    transaction.set_address(kBlock + address);
    out->b_transport(transaction, delay);
    transaction.set_address(address);
    wait(delay + sc_time(100, SC_US));
    delay = SC_ZERO_TIME;
  }
  tlm_utils::simple_target_socket<Bridge> in{"in"};
  tlm_utils::simple_initiator_socket<Bridge> out{"out"};
};

// As in run_reset(); the load takes 103 us, of which the engine takes all or, behind a bridge, 3.
std::string run_bridge(TimePs quantum, TimePs reset, bool has_bridge) {
  return observe_apart([&] {
    constexpr std::uint32_t kBridge = kBlock + 0x1000;
    Board board(with(quantum));
    Engine engine("engine");
    Script script("script");
    board.bus.map({"engine", kBlock, 4096}, engine.socket);
    engine.answer = [&](sc_time& delay) {
      wait(delay + sc_time(has_bridge ? 3 : 103, SC_US));
      delay = SC_ZERO_TIME;
    };
    std::optional<Bridge> bridge;
    if (has_bridge) {
      bridge.emplace("bridge");
      bridge->out.bind(board.bus.socket);
      board.bus.map({"bridge", kBridge, 4096}, bridge->in);
    }
    script.at(reset, [&] { board.cpu.reset(kRam, reset); });
    Program program;
    program.li(s0, has_bridge ? kBridge : kBlock).li(s1, kScratch);
    program.words(lw(t0, s1, 0), addi(t0, t0, 1), sw(t0, s1, 0), lw(a0, s0, kSlow));
    board.load(program.exit(t0));
    sc_core::sc_start();
    return engine.log.str() + board.end();
  });
}

TEST(ExternalTarget, MayPassTheTransactionOnAndWaitAfterwards) {
  // In the wait of the engine, in that of the bridge, after the end.
  for (const TimePs reset : {1'000'000, 50'000'000, 1'000'000'000}) {
    const std::string expected = run_bridge(kQuanta[0], reset, false);
    EXPECT_THAT(expected, HasSubstr(reset < 1'000'000'000 ? " exit 2 " : " exit 1 "));
    for (const TimePs quantum : kQuanta) {
      EXPECT_EQ(run_bridge(quantum, reset, true), expected) << reset << ' ' << quantum;
    }
  }
}

TEST(ExternalTarget, CountsTheWaitAsItPasses) {
  const std::string seen = observe_apart([] {
    Board board(with(kQuanta[2]));
    Engine engine("engine");
    Script script("script");
    board.bus.map({"engine", kBlock, 4096}, engine.socket);
    engine.answer = [](sc_time&) { sc_core::wait(100, SC_US); };
    std::ostringstream text;
    script.at(59'050'000, [&] { text << board.cpu.counters().cycles_busy << '\n'; });
    board.load(loading());
    sc_core::sc_start();
    return text.str();
  });
  EXPECT_EQ(seen, "5905\n");
}

// Two CPUs, one engine that serves one at a time.
std::string run_shared(TimePs quantum, TimePs lookahead) {
  return observe_apart([&] {
    CpuConfig config = with(quantum);
    config.lookahead_ps = lookahead;
    Board first(config, "first");
    config.clock_hz = 71'000'000;
    Board second(config, "second");
    Engine a("a");
    Engine b("b");
    std::ostringstream order;
    bool busy = false;
    sc_core::sc_event free;
    const auto serve = [&](Engine& engine, const char* name) {
      engine.answer = [&, name](sc_time& delay) {
        sc_core::wait(delay);
        delay = SC_ZERO_TIME;
        while (busy) {
          sc_core::wait(free);
        }
        busy = true;
        order << to_ps(sc_core::sc_time_stamp()) << ' ' << name << '\n';
        sc_core::wait(700, SC_NS);
        busy = false;
        free.notify();
      };
    };
    serve(a, "a");
    serve(b, "b");
    first.bus.map({"engine", kBlock, 4096}, a.socket);
    second.bus.map({"engine", kBlock, 4096}, b.socket);
    Program program;
    program.li(s0, kBlock).words(addi(s2, x0, 40));
    program.words(lw(a0, s0, kSlow), addi(s2, s2, -1), bne(s2, x0, -8), kWfi);
    first.load(program);
    second.load(program);
    sc_core::sc_start();
    order << first.cpu.counters().cycles_busy << ' ' << second.cpu.counters().cycles_busy;
    return order.str();
  });
}

TEST(ExternalTarget, MayBeSharedByCpusThatWaitForEachOther) {
  const std::string expected = run_shared(kQuanta[0], 0);
  EXPECT_THAT(expected, HasSubstr("30000 a\n730000 b\n1430000 a\n"));
  for (const TimePs quantum : kQuanta) {
    for (const TimePs lookahead : {TimePs{0}, 5 * kPsPerUs}) {
      EXPECT_EQ(run_shared(quantum, lookahead), expected) << quantum << ' ' << lookahead;
    }
  }
}

// How far ahead of the kernel the CPU's first access is, where nothing makes it wait.
std::string run_ahead_of_kernel(TimePs quantum, const sc_time& global) {
  return observe_apart([&] {
    tlm::tlm_global_quantum::instance().set(global);
    Board board(with(quantum));
    Engine engine("engine");
    board.bus.map({"engine", kBlock, 4096}, engine.socket, TargetTiming::kAnnotated);
    TimePs ahead = 0;
    engine.start = [&](sc_time& delay) {
      ahead = to_ps(delay);
      notify_at(engine.finished, now_ps() + to_ps(delay) + kPsPerUs);
    };
    board.load(starting());
    sc_core::sc_start();
    return std::to_string(ahead) + ' ' + board.end();
  });
}

TEST(ExternalTarget, LetsTheGlobalQuantumBoundTheCpu) {
  EXPECT_THAT(run_ahead_of_kernel(kQuanta[3], SC_ZERO_TIME), StartsWith("9050000 10100000 exit"));
  EXPECT_THAT(run_ahead_of_kernel(kQuanta[3], sc_time(1, SC_US)), StartsWith("50000 10100000 "));
  EXPECT_THAT(run_ahead_of_kernel(kQuanta[1], sc_time(5, SC_US)), StartsWith("50000 10100000 "));
}

}  // namespace
}  // namespace docsis_vp::platform::testing::external_target_test
