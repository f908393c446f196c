#include "models/hosts/voice/voice_sink.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/periodic.h"

namespace docsis_vp::system {

namespace {

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
    result.voice = {quality.packets, quality.late, quality.r_value, quality.mos};
    return result;
  }

 private:
  static hosts::VoiceConfig listener_config(const FlowConfig& flow, TimePs warmup) {
    hosts::VoiceConfig config;
    config.late_after = from_us(1000 * flow.voip.late_ms);
    config.added_delay = from_us(1000 * flow.voip.added_latency_ms);
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

}  // namespace

std::unique_ptr<FlowUnit> make_voip_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<VoipFlow>(plan, site);
}

}  // namespace docsis_vp::system
