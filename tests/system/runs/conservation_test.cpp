// Nothing appears and nothing vanishes, at any instant; and the order of the kernel's queue does
// not show.
#include <gmock/gmock.h>

#include "system/assembly/system.h"
#include "tests/system/heap_shaker.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::conservation_test {
namespace {

void expect_conserved(const ServiceFlowResult& flow, double at_s) {
  const ServiceFlowResult::Amount accounted = flow.accounted();
  ASSERT_EQ(flow.offered.packets, accounted.packets) << "at " << at_s << " s";
  ASSERT_EQ(flow.offered.bytes, accounted.bytes) << "at " << at_s << " s";
}

// Packets alive in the simulator, counted by their pool, are those the counters speak of.
void expect_conserved_at_many_instants(const std::string& scenario) {
  System system(load_scenario(scenario));
  for (int i = 0; i < 2000; ++i) {
    // No multiple of anything.
    system.run_for(sc_core::sc_time(3'456'789'013.0 + 1'000'003.0 * i, sc_core::SC_PS));
    const Results results = system.results();
    const ServiceFlowResult& flow = results.service_flows[0];
    expect_conserved(flow, results.simulated_s);
    ASSERT_EQ(system.packets_alive(),
              flow.queued.packets + flow.held.packets + system.packets_in_transit())
        << "at " << results.simulated_s << " s";
    if (::testing::Test::HasFatalFailure()) {
      return;
    }
  }
}

TEST(Conservation, Overload) {
  expect_conserved_at_many_instants("scenarios/overload.json");
}
TEST(Conservation, LostBurst) {
  expect_conserved_at_many_instants("scenarios/recovery-lost-burst.json");
}
TEST(Conservation, MissedGrants) {
  expect_conserved_at_many_instants("scenarios/recovery-missed-grants.json");
}

// The CMTS reassembles all packets of the modem. So slow a flow often has fewer eligible bytes than
// its grant, so its frames are cut all the time.
TEST(Conservation, NothingIsLostWhereNothingGoesWrong) {
  const std::string flow = "service_flows.us0.";
  System system(
      load_scenario("scenarios/overload.json",
                    {"",
                     {"duration_s=5", "stats.warmup_s=0", flow + "max_sustained_rate_mbps=0.5",
                      flow + "peak_rate_mbps=0.5", "flows.flood.packet_bytes=65"}}));
  system.run();
  const ServiceFlowResult sent = system.results().service_flows[0];
  EXPECT_EQ(sent.rf_lost.packets, 0U);
  EXPECT_NEAR(sent.sent_mbps, 0.5, 0.005);
}

// The rate of a downstream service flow, like that of an upstream one, leaves out the warm-up.
TEST(Rates, CountFromTheEndOfTheWarmUp) {
  System system(load_scenario_text(R"({
    "duration_s": 3, "stats": {"warmup_s": 2}, "modems": [{"name": "cm0"}],
    "service_flows": [
      {"name": "up", "modem": "cm0", "max_sustained_rate_mbps": 10},
      {"name": "down", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 10}],
    "flows": [
      {"name": "u", "modem": "cm0", "packet_bytes": 1000, "interval_us": 2000, "start_s": 1.9},
      {"name": "d", "modem": "cm0", "packet_bytes": 1000, "interval_us": 2000, "start_s": 1.9,
       "direction": "downstream"}]})",
                                   "test"));
  system.run();
  for (const ServiceFlowResult& flow : system.results().service_flows) {
    EXPECT_NEAR(flow.sent_mbps, 4, 0.03) << flow.name;
  }
}

TEST(Shaken, SameBitsUnderAShakenHeap) {
  const std::string path = "scenarios/overload.json";
  System system(load_scenario(path, {"", {"duration_s=20"}}));
  HeapShaker shaker("shaker", 5);
  system.run();
  EXPECT_GT(shaker.count(), 10'000U);
  EXPECT_EQ(without_host(system.results().json()), run_text(path + " --set duration_s=20"));
}

}  // namespace
}  // namespace docsis_vp::system::conservation_test
