// Calls of a System in the wrong order: each is refused in one line that names call and reason.
#include "system/assembly/instruments/call_order.h"

#include <gmock/gmock.h>

#include <functional>
#include <sstream>
#include <vector>

#include "system/assembly/instruments/console_bench.h"
#include "system/assembly/instruments/cpu_recordings.h"
#include "system/assembly/instruments/gdb_bench.h"
#include "system/assembly/instruments/pace.h"
#include "system/assembly/modem/events.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::call_order_test {
namespace {

constexpr const char* kScenario = "scenarios/quickstart.json";

sc_core::sc_time ms(double count) {
  return {count, sc_core::SC_MS};
}

std::string refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CallOrderError& error) {
    return error.what();
  }
  return "none";
}

class Ear : public EventObserver {};

TEST(CallOrder, WhatConnectsToTheModelsIsRefusedAfterTheFirstRun) {
  System system(load_scenario(kScenario));
  std::ostringstream to;
  Ear ear;
  CpuRecordings recordings(system.modem_units());
  system.run_for(ms(1));
  const std::pair<const char*, std::function<void()>> calls[] = {
      {"write_time_series()", [&] { system.write_time_series(to); }},
      {"write_waves()", [&] { system.write_waves(to, {}); }},
      {"write_packets()", [&] { system.write_packets(to, {}); }},
      {"write_timeline()", [&] { system.write_timeline(to, {}); }},
      {"log_transactions()", [&] { system.log_transactions("ram", to); }},
      {"serve_gdb()", [&] { system.serve_gdb({}); }},
      {"watch_faults()", [&] { system.watch_faults(); }},
      {"check_tlm()", [&] { system.check_tlm(); }},
      {"on_progress()", [&] { system.on_progress([](double) { return true; }); }},
      {"subscribe()", [&] { system.subscribe(ear, 0); }},
      {"commit_log()", [&] { recordings.commit_log("--commit-log", "", to); }},
      {"trace()", [&] { recordings.trace("--trace", "", to, {}); }},
      {"callgrind()", [&] { recordings.callgrind("--callgrind", "", to); }},
      {"coverage()", [&] { recordings.coverage("--coverage", "", to); }},
      {"profile()", [&] { recordings.profile("--profile", ""); }},
      {"ConsoleBench()",
       [&] { ConsoleBench console(system.modem_units(), ConsoleSettings{"stdio"}); }},
      {"Pace()", [] { Pace pace(1); }},
  };
  for (const auto& [name, call] : calls) {
    EXPECT_EQ(refusal_of(call), std::string(name) + ": expected a call before the first run");
  }
  EXPECT_EQ(to.str(), "");
}

TEST(CallOrder, WhatIsMadeOnceIsRefusedASecondTime) {
  System system(load_scenario(kScenario));
  std::ostringstream to;
  system.write_timeline(to, {});
  EXPECT_EQ(refusal_of([&] { system.write_timeline(to, {}); }),
            "write_timeline(): expected one call at most");
  GdbSettings any_port;
  any_port.wait = false;
  system.serve_gdb(any_port);
  EXPECT_EQ(refusal_of([&] { system.serve_gdb(any_port); }),
            "serve_gdb(): expected one call at most");
}

TEST(CallOrder, WhatFinishesEndsTheRuns) {
  System system(load_scenario(kScenario));
  std::ostringstream packets;
  system.write_packets(packets, {});
  system.run_for(ms(20));
  system.finish_packets();
  system.finish_gdb(0);
  EXPECT_EQ(refusal_of([&] { system.run_for(ms(20)); }),
            "run_for(): expected no run after finish_packets()");
  EXPECT_EQ(refusal_of([&] { system.run(); }), "run(): expected no run after finish_packets()");
  const std::string complete = packets.str();
  system.finish_packets();
  EXPECT_EQ(packets.str(), complete) << "a second call does nothing";
  EXPECT_EQ(system.results().simulated_s, 0.02);
}

TEST(CallOrder, NothingFinishesOrRunsInsideARun) {
  System system(load_scenario(kScenario));
  std::vector<std::string> refusals;
  system.on_progress([&](double) {
    for (const auto& call : std::vector<std::function<void()>>{[&] { system.finish_packets(); },
                                                               [&] { system.finish_gdb(0); },
                                                               [&] { system.run_for(ms(1)); }}) {
      refusals.push_back(refusal_of(call));
    }
    return false;
  });
  system.run_for(ms(20));
  const std::string reason = ": expected a call after the last run, not during run_for()";
  EXPECT_EQ(refusals,
            (std::vector<std::string>{"finish_packets()" + reason, "finish_gdb()" + reason,
                                      "run_for(): expected no call during run_for()"}));
  system.finish_packets();
}

// A recorder with a limit does so, and the run goes on.
TEST(CallOrder, CaptureAndWavesMayEndInsideARun) {
  System system(load_scenario(kScenario));
  std::ostringstream waves;
  system.write_waves(waves, {});
  std::vector<std::string> refusals;
  system.on_progress([&](double) {
    refusals.push_back(refusal_of([&] { system.finish_capture(); }));
    refusals.push_back(refusal_of([&] { system.finish_waves(); }));
    return true;
  });
  system.run_for(ms(15));
  EXPECT_EQ(refusals, (std::vector<std::string>(4, "none")));
  EXPECT_EQ(refusal_of([&] { system.run_for(ms(5)); }), "none");
  EXPECT_EQ(system.results().simulated_s, 0.02);
}

}  // namespace
}  // namespace docsis_vp::system::call_order_test
