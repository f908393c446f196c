#include "models/hosts/has/has_client.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/tcp_bundle.h"
#include "system/results/format.h"
#include "system/results/kind_result_type.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/has/has_settings.h"
#include "system/traffic/has/streaming_result.h"

namespace docsis_vp::system {

extern const TrafficKind kHasKind;
extern const KindResultType kStreamingResult;

namespace {

hosts::HasConfig client_config(const FlowPlan& plan, const Site& site) {
  const auto& has = settings_of<HasSettings>(plan.config);
  hosts::HasConfig config;
  config.rule = *has.rule;
  config.ladder_bps.clear();
  for (const double rate_mbps : has.rates_mbps) {
    config.ladder_bps.push_back(from_mega(rate_mbps));
  }
  config.segment = from_seconds(*has.segment_s);
  config.buffer = from_seconds(*has.buffer_s);
  if (has.refill_below_s) {
    config.refill_below = from_seconds(*has.refill_below_s);
  }
  config.start_segments = has.start_segments;
  config.resume_segments = has.resume_segments;
  config.segments = has.segments;
  config.mu_samples = has.mu_samples;
  config.mu_down = has.mu_down;
  config.least_between_changes = from_seconds(*has.least_between_changes_s);
  if (config.rule == hosts::HasRule::kBufferBased) {
    config.reservoir = from_seconds(*has.reservoir_s);
    config.cushion = from_seconds(*has.cushion_s);
  }
  config.start = plan.start;
  config.stop = plan.stop;
  config.warmup = site.network.warmup();
  return config;
}

class HasFlow : public TcpFlowUnit {
 public:
  HasFlow(const FlowPlan& plan, const Site& site)
      : TcpFlowUnit(plan, site, Opener::kReceiver),
        highest_mbps_(settings_of<HasSettings>(plan.config).rates_mbps.back()),
        client_(client_config(plan, site), *tcp().add(wire_of(plan, site)), site.network.timers(),
                site.owner()) {}

  // A client demands its highest rate: clemson-2015 sec. 4.2.
  std::optional<double> demand_mbps() const override {
    return TcpFlowUnit::demand_mbps().value_or(highest_mbps_);
  }

 private:
  void measure(FlowResult& result, TimePs) const override {
    const hosts::HasMetrics metrics = client_.metrics();
    StreamingResult streaming;
    streaming.playback_mbps = metrics.playback.mean_rate_mbps;
    streaming.segments = metrics.segments_fetched;
    streaming.adaptations = metrics.adaptations;
    streaming.adaptations_per_hour = metrics.adaptations_per_hour;
    streaming.stalls = metrics.playback.stalls;
    streaming.stalled_s = to_seconds(metrics.playback.stalled);
    if (metrics.playback.rebuffer_ratio) {
      streaming.rebuffer_percent = 100 * *metrics.playback.rebuffer_ratio;
    }
    if (metrics.startup_delay) {
      streaming.startup_s = to_seconds(*metrics.startup_delay);
    }
    result.figures.set(streaming);
  }

  double highest_mbps_;
  // The playback state is computed on request.
  mutable hosts::HasClient client_;
};

std::unique_ptr<FlowUnit> make_has_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<HasFlow>(plan, site);
}

}  // namespace

StreamingResult StreamingResult::together(const std::vector<const StreamingResult*>& flows) {
  StreamingResult group;
  for (const StreamingResult* flow : flows) {
    group.segments += flow->segments;
    group.adaptations += flow->adaptations;
    group.stalls += flow->stalls;
    group.stalled_s += flow->stalled_s;
  }
  for (const auto member : {&StreamingResult::playback_mbps, &StreamingResult::adaptations_per_hour,
                            &StreamingResult::rebuffer_percent, &StreamingResult::startup_s}) {
    group.*member = mean_of(flows, member);
  }
  return group;
}

std::string StreamingResult::text() const {
  if (!playback_mbps) {
    return "nothing played";
  }
  return format("plays %.2f Mbit/s, %.0f changes/h, %.1f %% stalled", *playback_mbps,
                adaptations_per_hour.value_or(0), rebuffer_percent.value_or(0));
}

constexpr KindResultType kStreamingResult = kind_result_type<StreamingResult>("`kind` has");

constexpr TrafficKind kHasKind = [] {
  TrafficKind kind;
  kind.name = "has";
  kind.uses_tcp = true;
  kind.demand = "the highest rate of `has`";
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_object<kHasKind>(table, has_table(), "The client.");
  };
  kind.complete = [](FlowConfig& flow, const Extensions&, const std::string& pointer) {
    complete_has(settings_of<HasSettings>(flow), pointer + "/has");
  };
  kind.make = make_has_flow;
  return kind;
}();

}  // namespace docsis_vp::system
