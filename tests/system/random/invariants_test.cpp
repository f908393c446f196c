// What must hold for every service flow in every MAC domain.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/system.h"
#include "system/assembly/units.h"
#include "tests/system/random/random_scenario.h"

namespace docsis_vp::system {
namespace {

struct Sent {
  TimePs at = 0;
  std::uint64_t bytes = 0;  // Ethernet
};

// In any interval at most its length, and J, at the rate, and the depth.
void expect_shaped(std::vector<Sent> bursts, double rate_bps, double depth_bytes, TimePs jitter,
                   const std::string& what) {
  std::sort(bursts.begin(), bursts.end(), [](const Sent& a, const Sent& b) { return a.at < b.at; });
  const double allowed = depth_bytes + rate_bps / 8 * to_seconds(jitter) + 2;
  double level = 0;
  TimePs last = 0;
  for (const Sent& burst : bursts) {
    level = std::max(0.0, level - rate_bps / 8 * to_seconds(burst.at - last)) +
            static_cast<double>(burst.bytes);
    last = burst.at;
    ASSERT_LE(level, allowed) << what << " at " << to_seconds(burst.at) << " s";
  }
}

class Invariants : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  Invariants() : system_(load_scenario_text(random_scenario(GetParam()), "random")) {
    system_.on_burst([this](const docsis::UpstreamBurst& burst) {
      Sent& sent = bursts_[burst.sid].emplace_back();
      sent.at = burst.start;
      for (const docsis::BurstRun& run : burst.runs) {
        sent.bytes += run.frame_bytes;
      }
    });
    system_.on_wan_arrival([this](const Packet& packet) {
      EXPECT_GE(packet.sequence, next_[packet.flow]) << "out of order in flow " << packet.flow;
      next_[packet.flow] = packet.sequence + 1;
    });
  }

  System system_;
  std::map<std::uint16_t, std::vector<Sent>> bursts_;
  std::map<FlowId, std::uint64_t> next_;
};

TEST_P(Invariants, Hold) {
  for (int i = 0; i < 10; ++i) {
    system_.run_for(sc_core::sc_time(150, sc_core::SC_MS));
    const Results results = system_.results();
    ASSERT_FALSE(results.error) << *results.error;
    std::size_t queued = 0;
    for (const ServiceFlowResult& flow : results.service_flows) {
      ASSERT_EQ(flow.offered.packets, flow.accounted().packets) << flow.name;
      ASSERT_EQ(flow.offered.bytes, flow.accounted().bytes) << flow.name;
      ASSERT_EQ(flow.rf_lost.packets, 0U) << flow.name;
      queued += flow.queued.packets;
    }
    ASSERT_EQ(system_.packets_alive(), queued + system_.packets_in_transit());
  }
  const cmts::Cmts& cmts = system_.cmts();
  EXPECT_EQ(cmts.receiver().counters().stray_bursts, 0U);
  EXPECT_EQ(cmts.receiver().counters().bad_bursts, 0U);

  const Scenario& scenario = system_.scenario();
  const double now_s = to_seconds(from_seconds(scenario.duration_s));
  std::uint32_t largest_minislot = 0;
  for (unsigned channel = 0; channel < scenario.rf.channels.size(); ++channel) {
    const docsis::ChannelGeometry& geometry = cmts.scheduler().geometry(channel);
    largest_minislot = std::max(largest_minislot, static_cast<std::uint32_t>(geometry.bytes_in(1)));
    // MAPs reach a little beyond the end of the run.
    EXPECT_LE(static_cast<double>(cmts.scheduler().counters(channel).granted_bytes),
              *scenario.rf.channels[channel].rate_mbps * 1e6 / 8 * (now_s + 0.01));
  }
  std::map<unsigned, unsigned> flow_of_modem;
  std::map<std::string, unsigned> modem_index;
  for (unsigned i = 0; i < scenario.modems.size(); ++i) {
    modem_index[scenario.modems[i].name] = i;
  }
  for (unsigned index = 0; index < scenario.service_flows.size(); ++index) {
    const ServiceFlowConfig& config = scenario.service_flows[index];
    const auto& counters = cmts.scheduler().flow_counters(index);
    // 8 bytes of segment header for each grant, and less than a minislot of rounding.
    EXPECT_LE(counters.granted_bytes,
              counters.requested_bytes + counters.grants * (8 + largest_minislot))
        << config.name;
    const unsigned modem = modem_index[config.modem];
    const auto& built = system_.modem(modem).builder().flow(flow_of_modem[modem]++);
    const auto sid = static_cast<std::uint16_t>(index + 1);
    if (built.segments == 0) {
      continue;
    }
    const TimePs jitter = built.release_to_rf_max - built.release_to_rf_min;
    expect_shaped(bursts_[sid], config.max_sustained_rate_mbps * 1e6, config.max_burst_bytes,
                  jitter, config.name + ", sustained");
    if (config.peak_rate_mbps) {
      expect_shaped(bursts_[sid], *config.peak_rate_mbps * 1e6, 1522, jitter,
                    config.name + ", peak");
    }
  }
  const Results results = system_.results();
  for (unsigned index = 0; index < results.service_flows.size(); ++index) {
    const bool silent = results.service_flows[index].offered.packets == 0;
    EXPECT_EQ(silent, bursts_[static_cast<std::uint16_t>(index + 1)].empty())
        << results.service_flows[index].name;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Invariants, ::testing::Range<std::uint64_t>(1, 25));

}  // namespace
}  // namespace docsis_vp::system
