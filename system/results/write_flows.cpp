#include "system/results/write_flows.h"

#include "platform/base/time.h"

namespace docsis_vp::system {

namespace {

using Layout = JsonWriter::Layout;

void write_sample(JsonWriter& json, const char* key, const std::vector<double>& values) {
  const SampleSpread spread = sample_spread(values);
  json.key(key).begin_object(Layout::kInline);
  json.field("count", spread.count).field("mean", spread.mean);
  json.field("deviation", spread.deviation).field("median", spread.median);
  json.field("mad", spread.mad).field("p90", spread.p90).field("max", spread.max);
  json.end_object();
}

void write_packets(JsonWriter& json, const FlowResult& flow) {
  json.field("sent_packets", flow.sent_packets).field("lost_packets", flow.lost_packets);
  json.field("host_drops", flow.host_drops).field("received_packets", flow.received_packets);
  json.field("loss_percent", flow.loss_percent()).field("ce_marks", flow.ce_marks);
}

void write_series(JsonWriter& json, const FlowResult& flow) {
  json.key("goodput_series_mbps").begin_array(Layout::kInline);
  for (const double rate : flow.goodput_series_mbps) {
    json.number(rate);
  }
  json.end_array();
}

void write_transport(JsonWriter& json, const TransportResult& tcp) {
  json.field("connections", tcp.connections).field("failed_connections", tcp.failures);
  json.field("data_segments", tcp.data_segments).field("retransmissions", tcp.retransmissions);
  json.field("recoveries", tcp.recoveries).field("timeouts", tcp.timeouts);
  json.field("ecn_reductions", tcp.ecn_reductions);
}

void write_voice(JsonWriter& json, const VoiceResult& voice) {
  json.field("late_packets", voice.late_packets);
  json.field("late_ratio", voice.packets == 0 ? std::optional<double>()
                                              : static_cast<double>(voice.late_packets) /
                                                    static_cast<double>(voice.packets));
  json.field("r_value", voice.r_value).field("mos", voice.mos);
}

void write_streaming(JsonWriter& json, const StreamingResult& streaming) {
  json.field("playback_mbps", streaming.playback_mbps).field("segments", streaming.segments);
  json.field("adaptations", streaming.adaptations);
  json.field("adaptations_per_hour", streaming.adaptations_per_hour);
  json.field("stalls", streaming.stalls).field("stalled_s", streaming.stalled_s);
  json.field("rebuffer_percent", streaming.rebuffer_percent);
  json.field("startup_s", streaming.startup_s);
}

void write_browsing(JsonWriter& json, const BrowsingResult& browsing) {
  json.field("pages", browsing.pages).field("objects", browsing.objects);
  json.field("object_bytes", browsing.object_bytes);
}

// Writes the common measurements, then those of the kind.
void write_measures(JsonWriter& json, const FlowResult& flow) {
  write_packets(json, flow);
  write_delays(json, "one_way_ms", spread_with_tail(flow.one_way_ps, kPsPerMs));
  write_delays(json, "host_wait_ms", spread(flow.host_wait_ps, kPsPerMs));
  write_delays(json, "rtt_ms", spread_with_tail(flow.rtt_ps, kPsPerMs));
  if (flow.transport) {
    write_transport(json, *flow.transport);
  }
  if (flow.voice) {
    write_voice(json, *flow.voice);
  }
  if (flow.streaming) {
    write_streaming(json, *flow.streaming);
  }
  if (flow.browsing) {
    write_browsing(json, *flow.browsing);
  }
  if (flow.transfer_s) {
    write_sample(json, "transfer_s", *flow.transfer_s);
  }
  if (flow.page_load_s) {
    write_sample(json, "page_load_s", *flow.page_load_s);
  }
  if (flow.wrt_s) {
    write_sample(json, "wrt_s", *flow.wrt_s);
  }
  if (!flow.measures.empty()) {
    json.key("measures").begin_object(Layout::kInline);
    for (const auto& [name, value] : flow.measures) {
      json.field(name, value);
    }
    json.end_object();
  }
  write_series(json, flow);
}

void write_fairness(JsonWriter& json, const FairnessResult& fairness) {
  json.field("jain_index", fairness.jain_index);
  json.field("min_max_ratio", fairness.min_max_ratio);
  json.field("weighted_jain_index", fairness.weighted_jain_index);
  json.field("weighted_min_max_ratio", fairness.weighted_min_max_ratio);
}

}  // namespace

void write_delays(JsonWriter& json, const char* key, const Spread& spread) {
  json.key(key).begin_object(Layout::kInline);
  json.field("mean", spread.mean).field("p10", spread.p10).field("p50", spread.p50);
  json.field("p90", spread.p90).field("p99", spread.p99);
  if (spread.shows_tail) {
    json.field("p99_9", spread.p99_9);
  }
  json.field("max", spread.max);
  write_bins(json, spread);
  json.end_object();
}

void write_bins(JsonWriter& json, const Spread& spread) {
  if (!spread.bins) {
    return;
  }
  json.key("histogram").begin_object(Layout::kInline).key("edges").begin_array(Layout::kInline);
  for (const double edge : spread.bins->edges) {
    json.number(edge);
  }
  json.end_array().key("counts").begin_array(Layout::kInline);
  for (const std::uint64_t count : spread.bins->counts) {
    json.integer(count);
  }
  json.end_array().end_object();
}

void write_flow(JsonWriter& json, const FlowResult& flow) {
  json.begin_object();
  json.field("name", flow.name).field("kind", flow.kind).field("direction", flow.direction);
  if (!flow.group.empty()) {
    json.field("group", flow.group);
  }
  json.field("goodput_mbps", flow.goodput_mbps);
  // JSON has no infinity, so the demand of a greedy flow is null.
  json.field("demand_mbps", flow.demand_mbps).field("fair_share_mbps", flow.fair_share_mbps);
  json.field("weighted_share_mbps", flow.weighted_share_mbps);
  write_measures(json, flow);
  json.end_object();
}

void write_group(JsonWriter& json, const GroupResult& group) {
  json.begin_object();
  json.field("name", group.total.name).field("kind", group.total.kind);
  json.field("direction", group.total.direction).field("flows", group.total.flows);
  json.field("goodput_mbps", group.total.goodput_mbps);
  json.field("goodput_mean_mbps", group.goodput_mean_mbps);
  json.field("goodput_deviation_mbps", group.goodput_deviation_mbps);
  json.field("loss_mean_percent", group.loss_mean_percent);
  json.field("loss_deviation_percent", group.loss_deviation_percent);
  json.field("application_bias_percent", group.application_bias_percent);
  write_fairness(json, group.fairness);
  write_measures(json, group.total);
  json.end_object();
}

void write_direction(JsonWriter& json, const DirectionResult& direction) {
  json.begin_object();
  json.field("direction", direction.direction).field("flows", direction.flows);
  json.field("goodput_mbps", direction.goodput_mbps).field("shared_mbps", direction.shared_mbps);
  write_fairness(json, direction.fairness);
  json.end_object();
}

}  // namespace docsis_vp::system
