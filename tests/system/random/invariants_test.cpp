// What must hold for every service flow in every MAC domain.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "models/cmts/cmts.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/configure.h"
#include "system/assembly/modem_index.h"
#include "system/assembly/system.h"
#include "system/assembly/units.h"
#include "tests/system/random/random_scenario.h"

namespace docsis_vp::system {
namespace {

constexpr std::uint8_t kRequestIuc = 1;

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

void expect_shaped(const std::vector<Sent>& sent, const ServiceFlowConfig& flow, TimePs jitter) {
  expect_shaped(sent, flow.max_sustained_rate_mbps * 1e6, flow.max_burst_bytes, jitter,
                flow.name + ", sustained");
  if (flow.peak_rate_mbps) {
    expect_shaped(sent, *flow.peak_rate_mbps * 1e6, 1522, jitter, flow.name + ", peak");
  }
}

// Each begins in t0 + n x interval .. + jitter, but for so many.
void expect_in_step(const std::vector<TimePs>& starts, TimePs interval, TimePs jitter,
                    std::uint64_t exceptions, const std::string& what) {
  std::vector<TimePs> phases;
  for (const TimePs start : starts) {
    const TimePs n = (start - starts.front() + interval / 2) / interval;
    phases.push_back(start - n * interval);
  }
  std::sort(phases.begin(), phases.end());
  const auto late = std::count_if(phases.begin(), phases.end(),
                                  [&](TimePs phase) { return phase - phases.front() > jitter; });
  EXPECT_LE(static_cast<std::uint64_t>(late), exceptions) << what;
}

class Invariants : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  Invariants() : system_(load_scenario_text(random_scenario(GetParam()), "random")) {
    const RfConfig& rf = system_.scenario().rf;
    const std::vector<EventConfig>& events = system_.scenario().events;
    lossy_ = std::any_of(events.begin(), events.end(),
                         [](const EventConfig& event) { return event.goes_wrong(); });
    list_profiles();
    loses_packets_ = rf.upstream_loss_percent > 0 || rf.downstream_loss_percent > 0 || lossy_;
    system_.on_burst([this](const docsis::UpstreamBurst& burst) {
      if (burst.iuc == kRequestIuc) {
        requests_[burst.sid].push_back(burst.start);
        return;
      }
      Sent& sent = bursts_[burst.sid].emplace_back();
      sent.at = burst.start;
      for (const docsis::BurstRun& run : burst.runs) {
        sent.bytes += run.frame_bytes;
      }
    });
    system_.on_packet([this](unsigned modem, const docsis::DownstreamFrame& frame) {
      packets_[{modem, frame.service_flow}].push_back(
          {platform::now_ps(), frame.packet->size_bytes});
    });
    system_.on_wan_arrival([this](const Packet& packet) {
      EXPECT_GE(packet.sequence, next_[packet.flow]) << "out of order in flow " << packet.flow;
      next_[packet.flow] = packet.sequence + 1;
    });
  }

  void run_and_expect_conservation() {
    for (int i = 0; i < 10; ++i) {
      system_.run_for(sc_core::sc_time(150, sc_core::SC_MS));
      const Results results = system_.results();
      ASSERT_FALSE(results.error) << *results.error;
      std::size_t queued = 0;
      for (const ServiceFlowResult& flow : results.service_flows) {
        ASSERT_EQ(flow.offered.packets, flow.accounted().packets) << flow.name;
        ASSERT_EQ(flow.offered.bytes, flow.accounted().bytes) << flow.name;
        ASSERT_TRUE(loses_packets_ || flow.rf_lost.packets == 0) << flow.name;
        queued += flow.queued.packets;
      }
      ASSERT_EQ(system_.packets_alive(), queued + system_.packets_in_transit());
    }
  }

  // What each channel carries, from when on.
  void list_profiles() {
    RfConfig rf = system_.scenario().rf;
    for (unsigned channel = 0; channel < rf.channels.size(); ++channel) {
      profiles_.emplace_back().push_back({0, geometry_of(rf, channel)});
    }
    for (const EventConfig& event : system_.scenario().events) {
      if (event.kind != EventKind::kChangeProfile) continue;
      unsigned channel = 0;
      while (rf.channels[channel].name != event.channel) ++channel;
      rf.channels[channel].rate_mbps = event.rate_mbps;
      rf.channels[channel].bits_per_s_per_hz = event.bits_per_s_per_hz;
      profiles_[channel].push_back({event.time_s, geometry_of(rf, channel)});
    }
  }
  static docsis::ChannelGeometry geometry_of(const RfConfig& rf, unsigned channel) {
    return docsis::ChannelGeometry(channel_parameters(rf, channel));
  }

  // Grants never exceed what a channel carries.
  void expect_capacity() const {
    for (unsigned channel = 0; channel < profiles_.size(); ++channel) {
      const std::vector<Profile>& profiles = profiles_[channel];
      double bytes = 0;
      for (std::size_t i = 0; i < profiles.size(); ++i) {
        // MAPs reach a little beyond the change of a profile and the end of the run.
        const double end_s =
            i + 1 < profiles.size() ? profiles[i + 1].from_s : system_.scenario().duration_s;
        bytes += static_cast<double>(profiles[i].geometry.rate_bps()) / 8 *
                 (end_s - profiles[i].from_s + 0.01);
      }
      EXPECT_LE(static_cast<double>(scheduler().counters(channel).granted_bytes), bytes);
    }
  }

  // All that the script changes was changed.
  void expect_changes() const {
    const std::vector<EventConfig>& scripted = system_.scenario().events;
    const std::vector<EventResult> happened = system_.results().events;
    const auto changes = [&](const char* kind) {
      return std::count_if(happened.begin(), happened.end(),
                           [&](const EventResult& event) { return event.kind == kind; });
    };
    const auto wanted = [&](EventKind kind) {
      return std::count_if(scripted.begin(), scripted.end(),
                           [&](const EventConfig& event) { return event.kind == kind; });
    };
    EXPECT_EQ(changes("change_transmit_channels"), wanted(EventKind::kChangeTransmitChannels));
    EXPECT_EQ(changes("change_profile"), wanted(EventKind::kChangeProfile));
  }

  // 8 bytes of segment header for each grant, and less than a minislot of rounding.
  void expect_granted_as_requested(unsigned index, const ServiceFlowConfig& flow) const {
    std::uint64_t minislot = 0;
    for (const std::vector<Profile>& profiles : profiles_) {
      for (const Profile& profile : profiles) {
        minislot = std::max(minislot, profile.geometry.bytes_in(1));
      }
    }
    const auto& counters = scheduler().flow_counters(index);
    EXPECT_LE(
        counters.granted_bytes - counters.unsolicited_bytes,
        counters.requested_bytes + (counters.grants - counters.unsolicited_grants) * (8 + minislot))
        << flow.name;
    if (!flow.scheduling->is_unsolicited()) {
      EXPECT_EQ(counters.unsolicited_grants, 0U) << flow.name;
    }
    if (flow.scheduling->type == docsis::SchedulingType::kUgs) {
      EXPECT_EQ(counters.grants, counters.unsolicited_grants) << flow.name;
    }
  }

  // What comes unasked comes as often as it should, and in step.
  void expect_series(unsigned index, const ServiceFlowConfig& flow) const {
    const SchedulingConfig& scheduling = *flow.scheduling;
    const auto& counters = scheduler().flow_counters(index);
    const auto sid = static_cast<std::uint16_t>(index + 1);
    const double duration_us = system_.scenario().duration_s * 1e6;
    if (scheduling.type == docsis::SchedulingType::kUgs) {
      const TimePs interval = scheduling.nominal_grant_interval_us * kPsPerUs;
      const double times = duration_us / scheduling.nominal_grant_interval_us;
      EXPECT_NEAR(static_cast<double>(counters.unsolicited_grants) / scheduling.grants_per_interval,
                  times, 2.5)
          << flow.name;
      expect_in_step(starts_of(sid), interval, scheduling.tolerated_grant_jitter_us * kPsPerUs,
                     counters.beyond_jitter, flow.name);
    } else if (scheduling.is_polled() && !scheduling.is_unsolicited()) {
      const unsigned interval_us = *scheduling.nominal_polling_interval_us;
      EXPECT_NEAR(static_cast<double>(counters.polls), duration_us / interval_us, 2.5) << flow.name;
      if ((*scheduling.request_policy & docsis::kNoBroadcastRequests) != 0) {
        expect_in_step(requests_of(sid), interval_us * kPsPerUs,
                       scheduling.tolerated_poll_jitter_us * kPsPerUs, counters.beyond_jitter,
                       flow.name);
      }
    } else if (scheduling.type == docsis::SchedulingType::kBestEffort) {
      EXPECT_EQ(counters.polls, 0U) << flow.name;
    }
  }

  void expect_policy(const ServiceFlowConfig& flow, const ServiceFlowResult& result) const {
    const unsigned policy = *flow.scheduling->request_policy;
    EXPECT_TRUE((policy & docsis::kNoBroadcastRequests) == 0 ||
                result.scheduling.contention_requests == 0)
        << flow.name;
    EXPECT_TRUE((policy & docsis::kNoPiggyback) == 0 || result.scheduling.piggyback_requests == 0)
        << flow.name;
    EXPECT_TRUE((policy & docsis::kDropOversized) != 0 || result.oversize_drops.packets == 0)
        << flow.name;
  }

  std::vector<TimePs> starts_of(std::uint16_t sid) const {
    std::vector<TimePs> starts;
    if (const auto found = bursts_.find(sid); found != bursts_.end()) {
      for (const Sent& sent : found->second) starts.push_back(sent.at);
    }
    return starts;
  }
  std::vector<TimePs> requests_of(std::uint16_t sid) const {
    const auto found = requests_.find(sid);
    return found == requests_.end() ? std::vector<TimePs>() : found->second;
  }
  const cmts::MapScheduler& scheduler() const { return system_.cmts().scheduler(); }

  struct Profile {
    double from_s = 0;
    docsis::ChannelGeometry geometry;
  };

  System system_;
  std::vector<std::vector<Profile>> profiles_;  // by channel, in order of time
  bool lossy_ = false;
  bool loses_packets_ = false;
  std::map<std::uint16_t, std::vector<Sent>> bursts_;
  std::map<std::uint16_t, std::vector<TimePs>> requests_;
  std::map<std::pair<unsigned, unsigned>, std::vector<Sent>> packets_;  // modem, flow
  std::map<FlowId, std::uint64_t> next_;
};

TEST_P(Invariants, Hold) {
  ASSERT_NO_FATAL_FAILURE(run_and_expect_conservation());
  expect_changes();
  EXPECT_EQ(system_.cmts().receiver().counters().stray_bursts, 0U);
  EXPECT_EQ(system_.cmts().receiver().counters().bad_bursts, 0U);
  expect_capacity();
  const Scenario& scenario = system_.scenario();
  const Results results = system_.results();
  const ModemIndex modems(scenario);
  std::map<unsigned, unsigned> next_up;
  std::map<unsigned, unsigned> next_down;
  unsigned index = 0;  // of upstream flows
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    const ServiceFlowResult& result = results.service_flows[i];
    const unsigned modem = modems.of(flow.modem);
    if (flow.direction == Direction::kDownstream) {
      // Packets are shaped as they leave, and arrive a serialisation later.
      const double longest_s = 1600 * 8 / (scenario.rf.downstream_mbps * 1e6);
      expect_shaped(packets_[{modem, next_down[modem]++}], flow, from_seconds(longest_s));
      continue;
    }
    const auto sid = static_cast<std::uint16_t>(index + 1);
    expect_granted_as_requested(index, flow);
    expect_policy(flow, result);
    expect_series(index++, flow);
    const auto& built = system_.modem(modem).builder().flow(next_up[modem]++);
    if (!lossy_ && built.segments > 0) {
      expect_shaped(bursts_[sid], flow, built.release_to_rf_max - built.release_to_rf_min);
    }
    const bool silent = bursts_[sid].empty() && requests_[sid].empty();
    EXPECT_EQ(silent, result.offered.packets == result.oversize_drops.packets) << flow.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Invariants, ::testing::Range<std::uint64_t>(1, 41));

// What each asked for and its weight are known: the channel divides by water filling.
class Shares : public ::testing::TestWithParam<std::uint64_t> {};

std::vector<double> water_filled(double rate, const std::vector<double>& wanted,
                                 const std::vector<double>& weights) {
  std::vector<double> shares(wanted.size());
  std::vector<bool> full(wanted.size());
  for (bool again = true; again;) {
    again = false;
    double left = rate;
    double weight = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      left -= full[i] ? wanted[i] : 0;
      weight += full[i] ? 0 : weights[i];
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      shares[i] = full[i] ? wanted[i] : left * weights[i] / weight;
      if (!full[i] && shares[i] >= wanted[i]) {
        full[i] = again = true;
      }
    }
  }
  return shares;
}

TEST_P(Shares, FollowReservedRatesAndWeights) {
  System system(load_scenario_text(random_shares(GetParam()), "shares"));
  system.run_for(sc_core::sc_time(300, sc_core::SC_MS));
  const auto granted = [&](unsigned i) {
    return static_cast<double>(system.cmts().scheduler().flow_counters(i).granted_bytes);
  };
  const Scenario& scenario = system.scenario();
  const std::size_t flows = scenario.service_flows.size();
  std::vector<double> before;
  for (unsigned i = 0; i < flows; ++i) before.push_back(granted(i));
  system.run();
  const double seconds = scenario.duration_s - 0.3;
  std::vector<double> shares;  // Mbit/s of the channel
  double total = 0;
  for (unsigned i = 0; i < flows; ++i) {
    shares.push_back((granted(i) - before[i]) * 8e-6 / seconds);
    total += shares.back();
  }
  // Nearly all of it is given away: 156 of 160 minislots.
  EXPECT_NEAR(total, 10.24 * 156 / 160, 0.1);
  std::vector<double> reserved;
  std::vector<double> wanted;  // beyond what is reserved
  std::vector<double> weights;
  double left = total;
  for (unsigned i = 0; i < flows; ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    const bool greedy = i % 2 == 0;
    const double most = greedy ? 1e9 : shares[i];
    reserved.push_back(std::min(most, 1.05 * flow.min_reserved_rate_mbps.value_or(0)));
    wanted.push_back(most - reserved.back());
    weights.push_back(*flow.weight);
    left -= reserved.back();
  }
  const std::vector<double> fair = water_filled(left, wanted, weights);
  for (unsigned i = 0; i < flows; i += 2) {
    EXPECT_NEAR(shares[i], reserved[i] + fair[i], 0.03 * shares[i] + 0.02) << i;
  }
  // Who asks for less than a share gets it all.
  for (unsigned i = 1; i < flows; i += 2) {
    const double asked = 8e3 / *scenario.flows[i].interval_us * (1006 + 8) / 1000;
    const double share =
        reserved[i] + water_filled(left, std::vector<double>(flows, 1e9), weights)[i];
    if (asked < 0.9 * share) {
      EXPECT_GE(shares[i], 0.95 * asked - 0.03) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Shares, ::testing::Range<std::uint64_t>(1, 13));

}  // namespace
}  // namespace docsis_vp::system
