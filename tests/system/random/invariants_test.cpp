// Invariants of every service flow in every MAC domain.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/configure/configure.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/system.h"
#include "system/scenario/derive/modem_index.h"
#include "system/scenario/derive/upstream_channel.h"
#include "tests/system/random/other_traffic.h"
#include "tests/system/random/random_system.h"
#include "tests/system/random/witness.h"
#include "tests/system/results/declared.h"

namespace docsis_vp::system::invariants_test {
namespace {

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

// There is a t0 such that each begins in t0 + n x interval .. + jitter, but for so many.
void expect_in_step(const std::vector<TimePs>& starts, TimePs interval, TimePs jitter,
                    std::uint64_t exceptions, const std::string& what) {
  std::vector<TimePs> phases;
  for (const TimePs start : starts) {
    phases.push_back(start % interval);
    phases.push_back(start % interval + interval);
  }
  std::sort(phases.begin(), phases.end());
  std::size_t in_step = 0;
  for (auto first = phases.begin(); first != phases.end(); ++first) {
    const auto end = std::upper_bound(first, phases.end(), *first + jitter);
    in_step = std::max(in_step, static_cast<std::size_t>(end - first));
  }
  EXPECT_GE(in_step + exceptions, starts.size()) << what;
}

class Invariants : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  Invariants()
      : system_(load_scenario_text(random_system(GetParam()), "random")),
        witness_(system_),
        other_traffic_(cmts_config(system_.scenario())) {
    const RfConfig& rf = system_.scenario().rf;
    const std::vector<EventConfig>& events = system_.scenario().events;
    lossy_ = std::any_of(events.begin(), events.end(),
                         [](const EventConfig& event) { return event.goes_wrong(); });
    list_profiles();
    loses_packets_ = rf.upstream_loss_percent > 0 || rf.downstream_loss_percent > 0 || lossy_;
  }

  // Writes files for the analysis of a failure.
  void TearDown() override {
    if (HasFailure()) {
      const std::string file =
          ::testing::TempDir() + "random-" + std::to_string(GetParam()) + ".json";
      std::ofstream(file) << random_system(GetParam());
      std::cout << "the scenario is in " << file << '\n';
    }
  }

  void run_and_expect_conservation() {
    constexpr int kSteps = 10;
    constexpr double kOddS = 12.345e-6;  // not at instants that traffic is likely to meet
    const sc_core::sc_time step((system_.scenario().duration_s - kOddS) / kSteps, sc_core::SC_SEC);
    for (int i = 0; i < kSteps; ++i) {
      system_.run_for(step);
      const Results results = system_.results();
      ASSERT_FALSE(results.error) << *results.error;
      std::size_t waiting = 0;
      for (const ServiceFlowResult& flow : results.service_flows) {
        ASSERT_EQ(flow.offered.packets, flow.accounted().packets) << flow.name;
        ASSERT_EQ(flow.offered.bytes, flow.accounted().bytes) << flow.name;
        ASSERT_LE(flow.descriptor_drops.packets, flow.buffer_drops.packets) << flow.name;
        ASSERT_LE(flow.descriptor_drops.bytes, flow.buffer_drops.bytes) << flow.name;
        ASSERT_TRUE(loses_packets_ || flow.rf_lost.packets == 0) << flow.name;
        waiting += flow.queued.packets + flow.held.packets;
        if (i == kSteps / 2) {
          accepted_early_.push_back(flow.offered.packets > dropped(flow));
        }
      }
      ASSERT_EQ(system_.packets_alive(), waiting + system_.packets_in_transit());
      ASSERT_NO_FATAL_FAILURE(expect_wifi(results));
      ASSERT_NO_FATAL_FAILURE(expect_causes(results.mac));
    }
  }

  // Every frame of a Wi-Fi cell has arrived, is lost or waits.
  static void expect_wifi(const Results& results) {
    for (const LanPortResult& port : results.lan_ports) {
      if (!port.wifi) continue;
      for (const WifiStationResult& station : port.wifi->stations) {
        for (const WifiWayResult* way : {&station.up, &station.down}) {
          ASSERT_EQ(way->entered_packets, way->delivered.packets + way->queue_drops +
                                              way->retry_drops + way->waiting_packets);
          ASSERT_GE(way->sendings, way->delivered.packets + way->collisions + way->errors);
        }
      }
    }
  }

  // Every missed grant has one cause, and the list has the first of each fate.
  static void expect_causes(const MacResult& mac) {
    ASSERT_EQ(
        std::accumulate(mac.missed_by_cause.begin(), mac.missed_by_cause.end(), std::uint64_t{0}),
        mac.grants_missed);
    std::size_t listed = 0;
    for (const std::uint64_t count : {mac.grants_missed, mac.grants_late, mac.grants_cut_short}) {
      listed += std::min<std::uint64_t>(count, cm::MissedGrantLog::kKept);
    }
    ASSERT_EQ(mac.missed_grants.size(), listed);
  }

  // Before or in the queue, or moved to another one.
  static std::uint64_t dropped(const ServiceFlowResult& flow) {
    return flow.oversize_drops.packets + flow.ingress_fifo_drops.packets + flow.hold_drops.packets +
           flow.aqm_drops.packets + flow.buffer_drops.packets +
           (flow.aggregate ? flow.aggregate->redirected.packets : 0);
  }

  // Packets are shaped as they leave, and arrive a serialisation later, behind MAPs and on channels
  // that are not alike, or when what is before them in the queue of all modems is gone.
  TimePs downstream_jitter() const {
    constexpr double kPacketBytes = 1600;
    constexpr double kMapBytes = 500;
    const RfConfig& rf = system_.scenario().rf;
    double slowest_bps = rf.downstream_mbps * 1e6;
    double skew_s = 0;
    for (const DownstreamChannelConfig& channel : rf.downstream_channels) {
      slowest_bps = std::min(slowest_bps, channel.net_mbps() * 1e6);
      skew_s = std::max(skew_s, channel.extra_latency_us * 1e-6);
    }
    const double maps_s = kMapBytes * 8 * static_cast<double>(rf.channels.size()) / slowest_bps;
    const double queue_s = rf.downstream_queue
                               ? static_cast<double>(*rf.downstream_queue->buffer_bytes) * 8 /
                                     (rf.downstream_mbps * 1e6)
                               : 0;
    return from_seconds(kPacketBytes * 8 / slowest_bps + maps_s + skew_s + queue_s);
  }

  // Lists the profiles of each channel and their start times.
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
      other_traffic_.may_carry(channel,
                               static_cast<double>(profiles_[channel].back().geometry.rate_bps()));
    }
  }
  static docsis::ChannelGeometry geometry_of(const RfConfig& rf, unsigned channel) {
    return docsis::ChannelGeometry(channel_parameters(rf, channel));
  }

  // Highest rate among all data profiles.
  static std::uint64_t best_rate_bps(const docsis::ChannelGeometry& channel) {
    std::uint64_t best = 0;
    for (std::uint8_t iuc = 0; iuc < docsis::kIucs; ++iuc) {
      best = std::max(best, channel.rate_bps(iuc));
    }
    return best;
  }

  // Grants never exceed what a channel carries, nor what other traffic leaves of it.
  void expect_capacity() const {
    for (unsigned channel = 0; channel < profiles_.size(); ++channel) {
      const std::vector<Profile>& profiles = profiles_[channel];
      double bytes = 0;
      double most_per_s = 0;
      double densest = 1;
      for (std::size_t i = 0; i < profiles.size(); ++i) {
        // MAPs reach a little beyond the change of a profile and the end of the run.
        const double end_s =
            i + 1 < profiles.size() ? profiles[i + 1].from_s : system_.scenario().duration_s;
        const double per_s = static_cast<double>(profiles[i].geometry.rate_bps()) / 8;
        const double best_per_s = static_cast<double>(best_rate_bps(profiles[i].geometry)) / 8;
        bytes += best_per_s * (end_s - profiles[i].from_s + 0.01);
        most_per_s = std::max(most_per_s, per_s);
        densest = std::max(densest, best_per_s / per_s);
      }
      const auto granted = static_cast<double>(scheduler().counters(channel).granted_bytes);
      EXPECT_LE(granted, bytes);
      EXPECT_LE(granted, densest * other_traffic_.most_granted(channel, most_per_s,
                                                               system_.scenario().duration_s));
    }
  }

  // Whatever channel they are on.
  bool leaves_series() const {
    for (unsigned channel = 0; channel < profiles_.size(); ++channel) {
      for (const Profile& profile : profiles_[channel]) {
        if (!other_traffic_.leaves_series(channel, profile.geometry)) return false;
      }
    }
    return true;
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
    EXPECT_EQ(changes("change_data_profile"), wanted(EventKind::kChangeDataProfile));
  }

  // 8 bytes of segment header for each grant, and less than a minislot of rounding.
  void expect_granted_as_requested(unsigned index, const ServiceFlowConfig& flow) const {
    std::uint64_t minislot = 0;
    for (const std::vector<Profile>& profiles : profiles_) {
      for (const Profile& profile : profiles) {
        for (std::uint8_t iuc = 0; iuc < docsis::kIucs; ++iuc) {
          minislot = std::max(minislot, profile.geometry.bytes_in(1, iuc));
        }
      }
    }
    const auto& counters = scheduler().flow_counters(index);
    const std::uint64_t unasked_bytes = counters.unsolicited_bytes + counters.proactive_bytes;
    const std::uint64_t unasked = counters.unsolicited_grants + counters.proactive_grants;
    EXPECT_LE(counters.granted_bytes - unasked_bytes,
              counters.requested_bytes + (counters.grants - unasked) * (8 + minislot))
        << flow.name;
    if (!flow.scheduling->is_unsolicited()) {
      EXPECT_EQ(counters.unsolicited_grants, 0U) << flow.name;
    }
    if (flow.scheduling->type == docsis::SchedulingType::kUgs) {
      EXPECT_EQ(counters.grants, counters.unsolicited_grants) << flow.name;
    }
  }

  // Series come at their rate and in step. Grants without room beside other traffic may be late or
  // missing, but each missing one is counted.
  void expect_series(unsigned index, const ServiceFlowConfig& flow) const {
    const SchedulingConfig& scheduling = *flow.scheduling;
    const auto& counters = scheduler().flow_counters(index);
    const auto sid = static_cast<std::uint16_t>(index + 1);
    const double duration_us = system_.scenario().duration_s * 1e6;
    if (scheduling.type == docsis::SchedulingType::kUgs) {
      const TimePs interval = scheduling.nominal_grant_interval_us * kPsPerUs;
      const double times = duration_us / scheduling.nominal_grant_interval_us;
      const double per_interval = scheduling.grants_per_interval;
      const auto extra = static_cast<double>(counters.extra_grants);
      const auto grants =
          static_cast<double>(counters.unsolicited_grants - counters.extra_grants) / per_interval;
      const auto excused = static_cast<double>(leaves_series() ? 0 : counters.beyond_jitter);
      EXPECT_LE(grants, times + 2.5) << flow.name;
      // For what waits: a hundredth of the rate and two intervals.
      EXPECT_LE(extra, per_interval * (0.01 * times + 2) + 1) << flow.name;
      EXPECT_GE(grants + excused / per_interval, times - 2.5) << flow.name;
      expect_in_step(starts_of(sid), interval, scheduling.tolerated_grant_jitter_us * kPsPerUs,
                     counters.beyond_jitter + counters.extra_grants, flow.name);
    } else if (scheduling.is_polled() && !scheduling.is_unsolicited()) {
      const unsigned interval_us = *scheduling.nominal_polling_interval_us;
      EXPECT_NEAR(static_cast<double>(counters.polls), duration_us / interval_us, 2.5) << flow.name;
      if ((*scheduling.request_policy & docsis::kNoBroadcastRequests) != 0) {
        expect_in_step(witness_.requests_of(sid), interval_us * kPsPerUs,
                       scheduling.tolerated_poll_jitter_us * kPsPerUs, counters.beyond_jitter,
                       flow.name);
      }
    } else if (scheduling.is_proactive()) {
      const double times = duration_us / scheduling.guaranteed_grant_interval_us;
      const std::uint64_t excused = counters.beyond_jitter + counters.proactive_withheld;
      EXPECT_GE(static_cast<double>(counters.proactive_grants + excused), times - 2.5) << flow.name;
    } else if (scheduling.type == docsis::SchedulingType::kBestEffort &&
               system_.scenario().rf.profile != RfProfile::kCablelabs2012) {
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

  bool is_struck(const std::string& modem) const {
    const std::vector<EventConfig>& events = system_.scenario().events;
    return std::any_of(events.begin(), events.end(), [&](const EventConfig& event) {
      return event.affects_cpu() && event.modem == modem;
    });
  }

  // Firmware keeps up with the ticks of its laws unless it is stopped or has no time left, and
  // stays within its stack.
  void expect_firmware(const Results& results) const {
    constexpr double kNoTimeLeft = 0.9;
    for (const CpuResult& cpu : results.cpus) {
      EXPECT_LE(cpu.utilization, 1.0) << cpu.modem;
      EXPECT_TRUE(!cpu.stack || cpu.stack->high_water_bytes < cpu.stack->reserved_bytes)
          << cpu.modem;
      for (const ServiceFlowResult& flow : results.service_flows) {
        if (flow.modem == cpu.modem && cpu.utilization < kNoTimeLeft && !is_struck(cpu.modem)) {
          EXPECT_EQ(flow.missed_updates, 0U) << flow.name;
        }
      }
    }
  }

  // Queue protection alone lets packets of a flow overtake each other: it splits them between two
  // service flows.
  void expect_order(const Results& results) const {
    const bool redirects = std::any_of(
        results.aggregates.begin(), results.aggregates.end(),
        [](const AggregateResult& aggregate) { return aggregate.redirected.packets > 0; });
    EXPECT_TRUE(redirects || witness_.late_packets() == 0) << witness_.late_packets();
    EXPECT_EQ(witness_.late_packets_of_one_queue(), 0U);
  }

  // Both service flows of an aggregate together, as the modem sends them.
  void expect_upstream(const AggregateConfig& aggregate) const {
    const ModemIndex modems(system_.scenario());
    std::vector<Sent> sent;
    TimePs earliest = kNever;
    TimePs latest = 0;
    std::uint16_t sid = 0;
    std::map<unsigned, unsigned> next;
    for (const ServiceFlowConfig& flow : system_.scenario().service_flows) {
      if (flow.direction != Direction::kUpstream) continue;
      ++sid;
      const unsigned modem = modems.of(flow.modem);
      const auto& built = system_.modem(modem).builder().flow(next[modem]++);
      if (flow.modem != aggregate.modem || !aggregate.has(flow.name) || built.segments == 0) {
        continue;
      }
      earliest = std::min(earliest, built.release_to_rf_min);
      latest = std::max(latest, built.release_to_rf_max);
      const std::vector<Sent>& own = witness_.bursts_of(sid);
      sent.insert(sent.end(), own.begin(), own.end());
    }
    if (!sent.empty()) {
      expect_shaped(sent, aggregate.amsr_mbps * 1e6, aggregate.max_burst_bytes, latest - earliest,
                    aggregate.name);
    }
  }

  // Both service flows of an aggregate together.
  void expect_aggregates() const {
    const Scenario& scenario = system_.scenario();
    const ModemIndex modems(scenario);
    for (const AggregateConfig& aggregate : scenario.aggregate_service_flows) {
      if (aggregate.direction == Direction::kUpstream) {
        if (!lossy_) expect_upstream(aggregate);
        continue;
      }
      std::vector<Sent> sent;
      unsigned number = 0;
      for (const ServiceFlowConfig& flow : scenario.service_flows) {
        if (flow.modem != aggregate.modem || flow.direction != aggregate.direction) continue;
        const auto& own = witness_.packets_of(modems.of(flow.modem), number++);
        if (aggregate.has(flow.name)) sent.insert(sent.end(), own.begin(), own.end());
      }
      expect_shaped(sent, aggregate.amsr_mbps * 1e6, aggregate.max_burst_bytes, downstream_jitter(),
                    aggregate.name);
    }
  }
  static void expect_flows(const Results& results) {
    for (const FlowResult& flow : results.flows) {
      EXPECT_LE(flow.received_packets + flow.lost_packets, flow.sent_packets) << flow.name;
    }
  }

  std::vector<TimePs> starts_of(std::uint16_t sid) const {
    std::vector<TimePs> starts;
    for (const Sent& sent : witness_.bursts_of(sid)) starts.push_back(sent.at);
    return starts;
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
  Witness witness_;
  OtherTraffic other_traffic_;
  std::vector<bool> accepted_early_;  // by service flow: a packet in the first half
};

TEST_P(Invariants, Hold) {
  ASSERT_NO_FATAL_FAILURE(run_and_expect_conservation());
  expect_changes();
  EXPECT_EQ(system_.cmts().receiver().counters().stray_bursts, 0U);
  EXPECT_EQ(system_.cmts().receiver().counters().bad_bursts, 0U);
  expect_capacity();
  expect_firmware(system_.results());
  expect_flows(system_.results());
  expect_order(system_.results());
  expect_aggregates();
  const Scenario& scenario = system_.scenario();
  const Results results = system_.results();
  EXPECT_THAT(undeclared(parse_json(results.json(), "results.json"), results_table()),
              ::testing::IsEmpty());
  const ModemIndex modems(scenario);
  std::map<unsigned, unsigned> next_up;
  std::map<unsigned, unsigned> next_down;
  unsigned index = 0;  // of upstream flows
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    const ServiceFlowResult& result = results.service_flows[i];
    const unsigned modem = modems.of(flow.modem);
    if (flow.direction == Direction::kDownstream) {
      expect_shaped(witness_.packets_of(modem, next_down[modem]++), flow, downstream_jitter());
      continue;
    }
    const auto sid = static_cast<std::uint16_t>(index + 1);
    expect_granted_as_requested(index, flow);
    expect_policy(flow, result);
    expect_series(index++, flow);
    const auto& built = system_.modem(modem).builder().flow(next_up[modem]++);
    if (!lossy_ && built.segments > 0) {
      expect_shaped(witness_.bursts_of(sid), flow,
                    built.release_to_rf_max - built.release_to_rf_min);
    }
    const bool has_traffic = result.offered.packets > result.oversize_drops.packets;
    EXPECT_TRUE(has_traffic || !witness_.heard_of(sid)) << flow.name;
    EXPECT_TRUE(!accepted_early_[i] || witness_.heard_of(sid)) << flow.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Invariants, ::testing::Range<std::uint64_t>(1, 101));
INSTANTIATE_TEST_SUITE_P(MoreRandom, Invariants, ::testing::Range<std::uint64_t>(101, 201));

}  // namespace
}  // namespace docsis_vp::system::invariants_test
