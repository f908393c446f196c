// Interventions of programs in a running system.
#include "system/assembly/interventions.h"

#include <gmock/gmock.h>

#include "models/cmts/cmts.h"
#include "models/docsis/map.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/system.h"
#include "system/scenario/derive/upstream_channel.h"
#include "tests/system/extension/in_child.h"

namespace docsis_vp::system::interventions_test {
namespace {

using sc_core::SC_MS;
using sc_core::sc_time;
using ::testing::HasSubstr;

constexpr const char* kQuiet = R"({
  "duration_s": 1, "stats": {"warmup_s": 0.1},
  "modems": [{"name": "cm0"}, {"name": "cm1", "control_law": "firmware", "firmware": "docsis_pie"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10},
    {"name": "us1", "modem": "cm0", "max_sustained_rate_mbps": 10},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 10},
    {"name": "ds1", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 10},
    {"name": "us2", "modem": "cm1", "max_sustained_rate_mbps": 10}],
  "flows": [{"name": "load", "modem": "cm1", "rate_mbps": 8}]
})";

std::vector<std::uint64_t> sent(const System& system) {
  std::vector<std::uint64_t> packets;
  for (const ServiceFlowResult& flow : system.results().service_flows) {
    packets.push_back(flow.sent.packets);
  }
  packets.pop_back();  // of the load
  return packets;
}

template <typename Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Interventions, InjectPacketsIntoAServiceFlowOfEitherDirection) {
  System system(load_scenario_text(kQuiet, "scenario"));
  Interventions& lab = system.interventions();
  system.run_for(sc_time(100, SC_MS));
  lab.inject_packet({"cm0", "us1"});
  lab.inject_packet({"cm0", "us1", 64});
  lab.at(sc_time(200, SC_MS), [&lab] {
    lab.inject_packet({"cm0", "ds1", 900});
    lab.inject_packet({"cm0", "us0", 900});
  });
  system.run_for(sc_time(50, SC_MS));
  EXPECT_THAT(sent(system), ::testing::ElementsAre(0, 2, 0, 0));
  system.run_for(sc_time(100, SC_MS));
  EXPECT_THAT(sent(system), ::testing::ElementsAre(1, 2, 0, 1));
  EXPECT_EQ(system.results().service_flows[1].offered.bytes, 1564U);
  system.run();
  EXPECT_LT(system.packets_alive(), 60U);  // of the load, none of those
}

TEST(Interventions, RunActionsInTheOrderOfTimeAndCall) {
  System system(load_scenario_text(kQuiet, "scenario"));
  Interventions& lab = system.interventions();
  std::string order;
  const auto note = [&](const char* name) { return [&order, name] { order += name; }; };
  lab.at(sc_time(2, SC_MS), note("c"));
  lab.at(sc_time(1, SC_MS), note("a"));
  lab.at(sc_time(1, SC_MS), [&] {
    order += "b";
    lab.at(sc_time(1, SC_MS), note("B"));
  });
  system.run_for(sc_time(1.5, SC_MS));
  EXPECT_EQ(order, "abB");
  lab.at(sc_time(0, SC_MS), note("now"));
  system.run_for(sc_time(2, SC_MS));
  EXPECT_EQ(order, "abBnowc");
}

TEST(Interventions, AddFaultsAsAScenarioDoes) {
  const auto run = [](const std::string& events, const std::vector<EventConfig>& added) {
    return in_child([&] {
      System system(load_scenario_text(kQuiet, "scenario", {{}, {"events=" + events}}));
      system.run_for(sc_time(200, SC_MS));
      for (const EventConfig& event : added) {
        system.interventions().add_event(event);
      }
      system.run();
      const ServiceFlowResult load = system.results().service_flows.back();
      std::string text = std::to_string(load.sent.packets) + " " + load.drop_digest + " " +
                         std::to_string(load.rf_lost.packets) + " " +
                         std::to_string(system.results().mac.grants);
      for (const EventResult& event : system.results().events) {
        text += " " + event.kind;
      }
      return text;
    });
  };
  const std::string nothing = run("[]", {});
  const std::string scripted = run(R"([
    {"time_s": 0.3, "kind": "lose_map", "modem": "cm1", "count": 3},
    {"time_s": 0.4, "kind": "lose_burst", "modem": "cm1", "count": 2},
    {"time_s": 0.5, "kind": "miss_grant", "modem": "cm1"},
    {"time_s": 0.6, "kind": "reset_cpu", "modem": "cm1"}])",
                                   {});
  std::vector<EventConfig> added(4);
  const EventKind kinds[] = {EventKind::kLoseMap, EventKind::kLoseBurst, EventKind::kMissGrant,
                             EventKind::kResetCpu};
  const unsigned counts[] = {3, 2, 1, 1};
  for (unsigned i = 0; i < added.size(); ++i) {
    added[i].time_s = 0.3 + 0.1 * i;
    added[i].kind = kinds[i];
    added[i].modem = "cm1";
    added[i].count = counts[i];
  }
  EXPECT_NE(scripted, nothing);
  EXPECT_EQ(run("[]", added), scripted);
  EXPECT_THAT(scripted, HasSubstr("lose_map"));
}

// A forged MAP with a grant 5 ms from now: a modem that accepts it transmits where the CMTS expects
// nothing.
std::vector<std::uint8_t> forged_map(const System& system, std::uint16_t sid) {
  const docsis::ChannelParameters channel = channel_parameters(system.scenario().rf, 0);
  docsis::Map map;
  map.channel_id = channel.channel_id;
  map.ucd_count = channel.ucd_count;
  map.allocation_start = static_cast<std::uint32_t>(
      docsis::ChannelGeometry(channel).at_or_after(platform::now_ps() + 5 * kPsPerMs));
  constexpr std::uint32_t kMinislots = 100;
  map.elements = {{sid, channel.data_iuc, 0}, {0, docsis::kIucNull, kMinislots}};
  std::vector<std::uint8_t> octets;
  docsis::append_map(octets, map);
  return octets;
}

TEST(Interventions, PutHandWrittenOctetsOnTheRfInterface) {
  System system(load_scenario_text(kQuiet, "scenario"));
  Interventions& lab = system.interventions();
  system.run_for(sc_time(100, SC_MS));
  cm::MapParser& parser = system.modem(0).parser();
  const auto before = parser.counters();
  const std::uint64_t stray = system.cmts().receiver().counters().stray_bursts;
  lab.inject_management("cm0", forged_map(system, system.modem(0).config().flows[0].sids[0]));
  std::vector<std::uint8_t> garbage = forged_map(system, 1);
  garbage.resize(garbage.size() - 7);
  lab.inject_management("cm0", garbage);
  // Too late to be asked for before the forged grant.
  lab.at(sc_time(104, SC_MS), [&lab] { lab.inject_packet({"cm0", "us0"}); });
  system.run_for(sc_time(100, SC_MS));
  EXPECT_EQ(parser.counters().malformed + parser.counters().other_messages,
            before.malformed + before.other_messages + 1);
  EXPECT_GT(parser.counters().grants, before.grants);
  EXPECT_EQ(system.cmts().receiver().counters().stray_bursts, stray + 1);
}

TEST(Interventions, SendTheCmtsWhatNobodyGranted) {
  System system(load_scenario_text(kQuiet, "scenario"));
  system.run_for(sc_time(100, SC_MS));
  const auto before = system.cmts().receiver().counters();
  docsis::UpstreamBurst burst;
  burst.sid = 1;
  burst.iuc = docsis::kIucLongData;
  burst.first_minislot = 12345;
  burst.start = platform::now_ps() + kPsPerMs;
  burst.end = burst.start + kPsPerMs;
  burst.octets = {1, 2, 3, 4};
  docsis::UpstreamBurst request;
  request.sid = 1;
  request.iuc = docsis::kIucRequest;
  request.start = burst.start;
  request.end = burst.end;
  request.octets = {0xFF};
  system.interventions().inject_burst("cm0", std::move(burst));
  system.interventions().inject_burst("cm0", std::move(request));
  system.run_for(sc_time(100, SC_MS));
  EXPECT_EQ(system.cmts().receiver().counters().stray_bursts, before.stray_bursts + 1);
  EXPECT_EQ(system.cmts().receiver().counters().bad_bursts, before.bad_bursts + 1);
  system.run();
  EXPECT_GT(system.results().service_flows.back().sent.packets, 500U);  // life goes on
}

TEST(Interventions, RefuseInOneLineWhatCannotBe) {
  System system(load_scenario_text(kQuiet, "scenario"));
  Interventions& lab = system.interventions();
  system.run_for(sc_time(10, SC_MS));
  EXPECT_EQ(error_of([&] { lab.inject_packet({"cm2", "us0"}); }), "there is no modem \"cm2\"");
  EXPECT_EQ(error_of([&] {
              lab.inject_packet({"cm1", "us1"});
            }),
            "injected packet: the modem cm1 has no service flow \"us1\"");
  EXPECT_THAT(error_of([&] { lab.inject_packet({"cm0", "us0", 63}); }), HasSubstr("64 to 2000"));
  EXPECT_THAT(error_of([&] { lab.inject_management("cm0", {}); }), HasSubstr("expected octets"));
  EXPECT_THAT(error_of([&] { lab.inject_burst("cm0", {}); }), HasSubstr("a start from now on"));
  EventConfig event;
  event.modem = "cm0";
  EXPECT_THAT(error_of([&] { lab.add_event(event); }), HasSubstr("a time from now on"));
  event.time_s = 1;
  event.kind = EventKind::kResetCpu;
  EXPECT_THAT(error_of([&] { lab.add_event(event); }), HasSubstr("cm0 has no CPU"));
  event.kind = EventKind::kChangeProfile;
  EXPECT_THAT(error_of([&] { lab.add_event(event); }), HasSubstr("scripted in the scenario"));
}

}  // namespace
}  // namespace docsis_vp::system::interventions_test
