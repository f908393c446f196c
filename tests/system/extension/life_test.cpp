// Begin and end of systems with parts of a program's own.
#include <gmock/gmock.h>

#include <sstream>
#include <stdexcept>
#include <string>

#include "platform/bus/register_file.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/system.h"
#include "system/extension/hardware_block.h"
#include "tests/platform/support/test_master.h"
#include "tests/system/extension/in_child.h"

namespace docsis_vp::system::life_test {
namespace {

using sc_core::SC_MS;
using sc_core::sc_time;
using ::testing::AllOf;
using ::testing::HasSubstr;

struct Part : sc_core::sc_module, HardwareBlock {
  explicit Part(const BlockSite& site) : sc_module(site.name.c_str()), interrupt(site.interrupt) {}
  tlm::tlm_base_target_socket_b<32>& socket() override { return registers.socket; }
  platform::InterruptLine interrupt;
  platform::RegisterFile registers{"registers"};
};

std::string scenario(const std::string& block, const std::string& more = {}) {
  return R"({"duration_s": 0.02, "modems": [{"name": "cm0", "control_law": "firmware",
    "firmware": "docsis_pie", "blocks": [{"kind": "part", "address": "0x20300000", )" +
         block +
         R"(}]}], "service_flows": [{"name": "us0", "modem": "cm0",
    "max_sustained_rate_mbps": 10}], "flows": [{"name": "up", "modem": "cm0", "rate_mbps": 2}])" +
         more + "}";
}

using Make = std::function<std::unique_ptr<HardwareBlock>(const BlockSite&)>;

LoadedScenario load(const std::string& text, const Make& make) {
  BlockKind kind;
  kind.make = make;
  return load_scenario_text(text, "scenario", {}, Extensions().add_block("part", kind));
}

std::unique_ptr<HardwareBlock> make_part(const BlockSite& site) {
  return std::make_unique<Part>(site);
}

// The message of a system that cannot be built.
std::string refusal(const std::string& block, const Make& make) {
  return in_child([&] {
    const System system(load(scenario(block), make));
    return std::string("none");
  });
}

TEST(Life, RefusesABlockThatIsNotMade) {
  EXPECT_THAT(refusal(R"("name": "mine")", [](const BlockSite&) { return nullptr; }),
              AllOf(HasSubstr("cm0"), HasSubstr("\"mine\""), HasSubstr("null pointer")));
}

TEST(Life, RefusesANameThatABlockOfThePlatformHas) {
  for (const char* name : {"ram", "plic", "aqm_engine"}) {
    EXPECT_THAT(refusal("\"name\": \"" + std::string(name) + "\"", make_part),
                AllOf(HasSubstr("the name of " + std::string(name) + " (0x20300000"),
                      HasSubstr("is taken by " + std::string(name))));
  }
}

TEST(Life, RefusesARegisterBeyondTheBlock) {
  for (const auto& [offset, refused] :
       {std::pair(0xffcU, false), std::pair(0x1000U, true), std::pair(0x5000U, true)}) {
    const std::string said = refusal(R"("name": "mine")", [offset = offset](const BlockSite& site) {
      auto part = std::make_unique<Part>(site);
      part->registers.add(offset, {});
      return part;
    });
    EXPECT_THAT(said, refused ? HasSubstr("mine (0x20300000, 0x1000 bytes) ends before its last")
                              : HasSubstr("none"));
  }
}

TEST(Life, LetsABlockWithoutASourceRaiseItsInterrupt) {
  Part* part = nullptr;
  System system(load(scenario(R"("name": "mine")"), [&part](const BlockSite& site) {
    auto made = std::make_unique<Part>(site);
    part = made.get();
    return made;
  }));
  system.run_for(sc_time(1, SC_MS));
  part->interrupt(true, platform::now_ps());
  part->interrupt(false, 2 * kPsPerMs);
  system.run();
  EXPECT_FALSE(system.outcome().ended());
}

// A register whose handler waits: a write between runs takes effect in the next one.
TEST(Life, LetsAProgramWriteToATargetThatWaits) {
  std::uint32_t written = 0;
  TimePs at = 0;
  System system(load(scenario(R"("name": "mine")"), [&](const BlockSite& site) {
    auto part = std::make_unique<Part>(site);
    part->registers.add(8, {}, [&](std::uint32_t value, TimePs) {
      sc_core::wait(10, sc_core::SC_NS);
      written = value;
      at = platform::now_ps();
    });
    return part;
  }));
  system.run_for(sc_time(1, SC_MS));
  system.firmware().set_word_at(0x20300008, 7);
  EXPECT_EQ(written, 0U);
  system.run_for(sc_time(1, SC_MS));
  EXPECT_EQ(written, 7U);
  EXPECT_EQ(at, kPsPerMs + 10'000);
}

TEST(Life, RefusesAnotherTimeResolution) {
  for (const auto unit : {sc_core::SC_FS, sc_core::SC_PS, sc_core::SC_NS}) {
    const std::string said = in_child([unit] {
      sc_core::sc_set_time_resolution(1, unit);
      const System system(load(scenario(R"("name": "mine")"), make_part));
      return std::string("none");
    });
    EXPECT_THAT(said, unit == sc_core::SC_PS ? HasSubstr("none")
                                             : HasSubstr("expected 1 ps, the default, got 1 "));
  }
}

// Pauses the kernel at 3 ms.
struct Pauser : sc_core::sc_module {
  SC_HAS_PROCESS(Pauser);
  Pauser() : sc_module(sc_core::sc_module_name("pauser")) { SC_THREAD(pause); }
  void pause() {
    wait(3, SC_MS);
    sc_core::sc_pause();
  }
};

// results.json without host times and the version.
std::string results(const System& system) {
  std::ostringstream text;
  const Results results = system.results();
  text << results.simulated_s << ' ' << results.cpus[0].instructions;
  for (const ServiceFlowResult& flow : results.service_flows) {
    text << ' ' << flow.sent.packets << ' ' << flow.drop_digest;
  }
  return text.str();
}

TEST(Life, RunsAsLongAsTheProgramAsksTheKernel) {
  const auto run = [](const std::function<void(System&)>& ask) {
    return in_child([&] {
      System system(load(scenario(R"("name": "mine")"), make_part));
      ask(system);
      return results(system);
    });
  };
  const std::string expected = run([](System& system) { system.run_for(sc_time(12, SC_MS)); });
  EXPECT_EQ(run([](System&) { sc_core::sc_start(12, SC_MS); }), expected);
  EXPECT_EQ(run([](System& system) {
              sc_core::sc_start(3, SC_MS);
              system.run_for(sc_time(4, SC_MS));
              sc_core::sc_start(5, SC_MS);
            }),
            expected);
  // Cut short by the program, a stretch does not end a later one.
  EXPECT_EQ(run([](System& system) {
              const Pauser pauser;
              system.run_for(sc_time(6, SC_MS));
              system.run_for(sc_time(9, SC_MS));
            }),
            expected);
}

struct Ending : sc_core::sc_module {
  explicit Ending(int& calls) : sc_module(sc_core::sc_module_name("ending")), calls_(calls) {}
  void end_of_simulation() override { ++calls_; }
  int& calls_;
};

TEST(Life, TellsModulesOnceThatTheSimulationHasEnded) {
  int calls = 0;
  {
    System system(load(scenario(R"("name": "mine")"), make_part));
    const Ending ending(calls);
    system.run_for(sc_time(5, SC_MS));
    EXPECT_EQ(calls, 0);
    system.run();
    EXPECT_EQ(calls, 1);
    system.run();
    EXPECT_THROW(system.run_for(sc_time(5, SC_MS)), std::logic_error);
  }
  EXPECT_EQ(calls, 1);
}

TEST(Life, EndsTheSimulationWithTheSystem) {
  int calls = 0;
  const Ending* ending = nullptr;
  {
    System system(load(scenario(R"("name": "mine")"), make_part));
    ending = new Ending(calls);  // outlives it
    system.run_for(sc_time(5, SC_MS));
  }
  EXPECT_EQ(calls, 1);
  delete ending;
}

TEST(Life, LeavesTheProgramsReportActionsAlone) {
  using sc_core::sc_report_handler;
  for (const bool by_severity : {true, false}) {
    const std::string notices = in_child([by_severity] {
      static int seen = 0;
      sc_report_handler::set_handler(
          [](const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
            seen += (actions & sc_core::SC_CACHE_REPORT) != 0 ? 1 : 0;
            if ((actions & sc_core::SC_THROW) != 0) {
              throw report;
            }
          });
      const char* const type = "/OSCI/SystemC";
      if (by_severity) {
        sc_report_handler::set_actions(type, sc_core::SC_INFO, sc_core::SC_CACHE_REPORT);
      } else {
        sc_report_handler::set_actions(type, sc_core::SC_CACHE_REPORT);
      }
      System system(load(scenario(R"("name": "mine")"), make_part));
      system.run();
      return std::to_string(seen);
    });
    EXPECT_NE(notices, "0");
  }
}

// The read of a master beside the CPU during a stall from 5 to 6 ms, and after it.
TEST(Life, StallsEveryInitiatorOfABus) {
  System system(load(scenario(R"("name": "mine")", R"(, "events": [{"time_s": 0.005,
      "kind": "stall_bus", "modem": "cm0", "duration_us": 1000}])"),
                     make_part));
  platform::TestMaster master("master");
  master.socket.bind(system.modem_units()[0]->cpu()->bus().socket);
  system.run_for(sc_time(4.9, SC_MS));
  EXPECT_EQ(master.read(0x80000000).ends, 4'900 * kPsPerUs);
  system.run_for(sc_time(0.5, SC_MS));
  EXPECT_EQ(master.read(0x80000000).ends, 6'000 * kPsPerUs);
  EXPECT_EQ(master.read(0x80000000, 700 * kPsPerUs).ends, 6'100 * kPsPerUs);
  EXPECT_GE(master.invalidated.size(), 1U);
  system.run_for(sc_time(1, SC_MS));
  EXPECT_EQ(master.read(0x80000000).ends, 6'400 * kPsPerUs);
}

}  // namespace
}  // namespace docsis_vp::system::life_test
