#include "models/hosts/voice/voice_sink.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/periodic.h"
#include "system/results/format.h"
#include "system/results/kind_result_type.h"
#include "system/scenario/complete/complete_flow.h"
#include "system/scenario/derive/fill.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/voip/voice_result.h"

namespace docsis_vp::system {

extern const TrafficKind kVoipKind;
extern const KindResultType kVoiceResult;

namespace {

const Table<hosts::VoiceConfig>& voip_table() {
  using hosts::VoiceConfig;
  static const Table<VoiceConfig> table = [] {
    Table<VoiceConfig> t("voip", "Rating of a voice or gaming flow.");
    t.number("late_ms", &VoiceConfig::late_ms, 0.001, 10'000)
        .unit("ms")
        .source("cablelabs-2012 sec. 4.2")
        .says("Excess over the flow's least one-way delay from which a packet counts as lost.");
    t.number("added_latency_ms", &VoiceConfig::added_latency_ms, 0, 10'000)
        .unit("ms")
        .source("cablelabs-2012 sec. 4.2; 0 in clemson-2015")
        .says("Additional delay outside the simulated path, for the E-model.");
    return t;
  }();
  return table;
}

void complete_voip(FlowConfig& flow, const Extensions&, const std::string& pointer) {
  // 160 G.711, 12 RTP, 8 UDP, 20 IP, 18 Ethernet: cablelabs-2012 sec. 3.2.2, cablelabs-2014.
  constexpr unsigned kPacketBytes = 218;
  constexpr double kIntervalUs = 20'000;
  fill(flow.jitter_percent, 0.0);
  fill(flow.packet_bytes, kPacketBytes);
  check_packet_bytes(flow, pointer);
  fill(flow.interval_us, kIntervalUs);
}

class VoipFlow : public FlowUnit {
 public:
  VoipFlow(const FlowPlan& plan, const Site& site)
      : network_(site.network),
        direction_(plan.config.direction),
        source_(("host_" + plan.name()).c_str(), udp_source_config(plan),
                network_.table().add(plan.name(),
                                     site.key_of(plan.config, direction_, site.take_port())),
                RandomStream(site.seed, "flow/" + plan.name()), network_.pool(),
                network_.departures()),
        listener_(listener_config(plan.config, network_.warmup())),
        demand_mbps_(plan.config.demand_mbps.value_or(frame_rate_mbps(plan.config))) {
    network_.lay(source_.flow(), direction_, site.way(wire_if_needed(plan, site)), &listener_);
  }

  std::uint64_t delivered_bytes() const override {
    return network_.arrivals(source_.flow(), direction_).total_bytes;
  }
  std::optional<double> demand_mbps() const override { return demand_mbps_; }

  FlowResult result(TimePs now) const override {
    FlowResult result;
    add_packets(result, network_, source_.flow(), direction_);
    const hosts::VoiceQuality quality = listener_.log().quality(
        source_.sent_packets(), source_.sent_packets() - result.measured_sent, now);
    result.figures.set(VoiceResult{quality.packets, quality.late, quality.r_value, quality.mos});
    return result;
  }

 private:
  static hosts::VoiceConfig listener_config(const FlowConfig& flow, TimePs warmup) {
    auto config = settings_of<hosts::VoiceConfig>(flow);
    config.interval = from_us(*flow.interval_us);
    config.warmup = warmup;
    return config;
  }

  Network& network_;
  Direction direction_;
  hosts::UdpSource source_;
  hosts::VoiceSink listener_;
  double demand_mbps_;
};

std::unique_ptr<FlowUnit> make_voip_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<VoipFlow>(plan, site);
}

}  // namespace

VoiceResult VoiceResult::together(const std::vector<const VoiceResult*>& flows) {
  VoiceResult group;
  for (const VoiceResult* flow : flows) {
    group.packets += flow->packets;
    group.late_packets += flow->late_packets;
  }
  group.r_value = mean_of(flows, &VoiceResult::r_value);
  group.mos = mean_of(flows, &VoiceResult::mos);
  return group;
}

std::string VoiceResult::text() const {
  if (!mos) {
    return "nothing heard";
  }
  const double late_percent =
      packets == 0 ? 0.0 : 100 * static_cast<double>(late_packets) / static_cast<double>(packets);
  return format("R %.1f, MOS %.2f, %.2f %% late", *r_value, *mos, late_percent);
}

constexpr KindResultType kVoiceResult = kind_result_type<VoiceResult>("`kind` voip");

constexpr TrafficKind kVoipKind = [] {
  TrafficKind kind;
  kind.name = "voip";
  kind.is_periodic = true;
  kind.periodic = {"218", {}, "20000", "0", "cablelabs-2012 sec. 3.2.2"};
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_object<kVoipKind>(table, voip_table(), "Rating of the voice quality.");
  };
  kind.complete = complete_voip;
  kind.make = make_voip_flow;
  return kind;
}();

}  // namespace docsis_vp::system
