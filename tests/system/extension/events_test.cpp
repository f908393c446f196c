// Compares observed events with counters, and checks that observation changes no result.
#include "system/assembly/modem/events.h"

#include <gmock/gmock.h>

#include <map>

#include "system/assembly/system.h"
#include "tests/system/extension/in_child.h"

namespace docsis_vp::system::events_test {
namespace {

using sc_core::SC_MS;
using sc_core::sc_time;

constexpr const char* kScenario = R"({
  "duration_s": 2, "stats": {"warmup_s": 0.1},
  "modems": [{"name": "cm0", "control_law": "firmware", "firmware": "docsis_pie"}, {"name": "cm1"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 5, "aqm": {"algorithm": "docsis_pie", "ecn": true}},
    {"name": "us1", "modem": "cm1", "max_sustained_rate_mbps": 5, "aqm": "codel"},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 5, "aqm": "fq_codel"},
    {"name": "ds1", "modem": "cm1", "direction": "downstream", "max_sustained_rate_mbps": 5, "buffer_ms": 20}],
  "flows": [
    {"name": "up", "kind": "tcp", "modem": "cm0", "tcp": {"ecn": "classic"}},
    {"name": "up1", "modem": "cm1", "rate_mbps": 8},
    {"name": "down", "modem": "cm0", "direction": "downstream", "rate_mbps": 8},
    {"name": "down1", "modem": "cm1", "direction": "downstream", "rate_mbps": 8}]
})";

// By direction, modem and service flow.
struct Counter : EventObserver {
  struct Counts {
    unsigned enqueued = 0;
    unsigned marked = 0;
    unsigned by_aqm = 0;
    unsigned when_full = 0;
    unsigned departed = 0;
    unsigned delivered = 0;
  };
  Counts& of(const PacketEvent& event) { return counts[{event.direction, event.modem}]; }
  void enqueued(const PacketEvent& event) override { ++of(event).enqueued; }
  void marked(const PacketEvent& event) override {
    ++of(event).marked;
    all_ce = all_ce && event.packet.ecn == Ecn::kCe;
  }
  void dropped(const PacketEvent& event, DropCause cause) override {
    ++(cause == DropCause::kAqm ? of(event).by_aqm : of(event).when_full);
  }
  void departed(const PacketEvent& event) override { ++of(event).departed; }
  void delivered(const PacketEvent& event) override { ++of(event).delivered; }
  void granted(const GrantEvent& event) override { ++grants[event.modem]; }
  void accessed(const RegisterEvent& event) override {
    ++accesses[event.access.range.name];
    refused += event.access.is_refused ? 1 : 0;
  }

  std::map<std::pair<Direction, unsigned>, Counts> counts;
  std::map<unsigned, unsigned> grants;
  std::map<std::string, unsigned> accesses;
  unsigned refused = 0;
  bool all_ce = true;
};

TEST(Events, AreWhatIsCounted) {
  System system(load_scenario_text(kScenario, "scenario"));
  Counter counter;
  system.subscribe(counter, kPacketEvents | kGrantEvents | kRegisterEvents);
  system.run();
  const Results results = system.results();
  unsigned drops = 0;
  unsigned marks = 0;
  for (const ServiceFlowResult& flow : results.service_flows) {
    const Direction direction =
        flow.direction == "upstream" ? Direction::kUpstream : Direction::kDownstream;
    const auto& counts = counter.counts[{direction, flow.modem == "cm0" ? 0U : 1U}];
    SCOPED_TRACE(flow.name);
    EXPECT_EQ(counts.by_aqm, flow.aqm_drops.packets);
    EXPECT_EQ(counts.when_full, flow.buffer_drops.packets);
    EXPECT_EQ(counts.marked, flow.aqm_marks.packets);
    // Upstream what is sent has left the queue before its burst begins.
    EXPECT_GE(counts.departed + 20, flow.sent.packets);
    EXPECT_LE(counts.delivered, counts.departed);
    EXPECT_GE(counts.enqueued, counts.departed);
    EXPECT_GT(counts.delivered, 100U);
    EXPECT_LE(counts.departed - counts.delivered, 60U);
    drops += counts.by_aqm + counts.when_full;
    marks += counts.marked;
  }
  EXPECT_GT(drops, 100U);
  EXPECT_GT(marks, 0U);
  EXPECT_TRUE(counter.all_ce);
  for (unsigned modem = 0; modem < 2; ++modem) {
    // Grants that the parser reports after the end were counted when they were read.
    const std::uint64_t read = system.modem(modem).parser().counters().grants;
    EXPECT_LE(counter.grants[modem], read);
    EXPECT_GE(counter.grants[modem] + 8, read);
    EXPECT_GT(counter.grants[modem], 100U);
  }
  EXPECT_GT(counter.accesses["aqm_engine"], 300U);  // 125 ticks
  EXPECT_GT(counter.accesses["plic"], 100U);
  EXPECT_EQ(counter.accesses["ram"], 0U);
  EXPECT_EQ(counter.refused, 0U);
}

TEST(Events, ChangeNoResult) {
  const auto run = [](unsigned events) {
    return in_child([events] {
      System system(load_scenario_text(kScenario, "scenario"));
      Counter counter;
      if (events != 0) {
        system.subscribe(counter, events);
      }
      system.run();
      Results results = system.results();
      results.cpu_s = 0;
      results.wall_s = 0;
      return results.json();
    });
  };
  const std::string alone = run(0);
  EXPECT_GT(alone.size(), 1000U);
  for (const unsigned events : {1U, 2U, 4U, 7U}) {
    EXPECT_TRUE(run(events) == alone) << events;
  }
}

TEST(Events, SeveralObserversAreEachToldOfTheirOwn) {
  System system(load_scenario_text(kScenario, "scenario"));
  Counter packets;
  Counter grants;
  Counter both;
  system.subscribe(packets, kPacketEvents);
  system.subscribe(grants, kGrantEvents);
  system.subscribe(both, kPacketEvents | kGrantEvents);
  system.run_for(sc_time(200, SC_MS));
  const std::pair<Direction, unsigned> up{Direction::kUpstream, 0};
  EXPECT_GT(packets.counts[up].enqueued, 10U);
  EXPECT_EQ(packets.counts[up].enqueued, both.counts[up].enqueued);
  EXPECT_EQ(packets.grants[0], 0U);
  EXPECT_GT(grants.grants[0], 10U);
  EXPECT_EQ(grants.grants[0], both.grants[0]);
  EXPECT_TRUE(grants.counts.empty());
}

}  // namespace
}  // namespace docsis_vp::system::events_test
