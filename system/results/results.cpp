#include "system/results/results.h"

#include <sys/utsname.h>

#include <thread>

#include "platform/base/time.h"
#include "platform/base/version.h"
#include "system/json/writer.h"
#include "system/results/write_area.h"
#include "system/results/write_flows.h"

namespace docsis_vp::system {

namespace {

constexpr unsigned kSchema = 1;

using Layout = JsonWriter::Layout;

void write_amount(JsonWriter& json, const std::string& key,
                  const ServiceFlowResult::Amount& amount) {
  json.field(key, amount.packets).field(key + "_bytes", amount.bytes);
}

std::optional<double> if_any(double time_s) {
  return time_s < 0 ? std::nullopt : std::optional<double>(time_s);
}

void write_slack(JsonWriter& json, const Spread& slack, std::uint64_t missed) {
  json.key("deadline_slack_us").begin_object(Layout::kInline);
  json.field("min", slack.min).field("p1", slack.p1).field("p50", slack.p50);
  json.field("missed", missed);
  write_bins(json, slack);
  json.end_object();
}

void write_scheduling(JsonWriter& json, const SchedulingResult& scheduling) {
  json.key("scheduling").begin_object();
  json.field("contention_requests", scheduling.contention_requests);
  json.field("polled_requests", scheduling.polled_requests);
  json.field("piggyback_requests", scheduling.piggyback_requests);
  json.field("unanswered_requests", scheduling.unanswered_requests);
  json.field("requested_bytes", scheduling.requested_bytes);
  json.field("granted_bytes", scheduling.granted_bytes);
  json.field("polls", scheduling.polls);
  json.field("unsolicited_grants", scheduling.unsolicited_grants);
  json.field("unused_grants", scheduling.unused_grants);
  json.field("beyond_jitter", scheduling.beyond_jitter);
  json.field("superseded", scheduling.superseded);
  json.end_object();
}

void write_service_flow(JsonWriter& json, const ServiceFlowResult& flow) {
  json.begin_object();
  json.field("modem", flow.modem).field("name", flow.name).field("direction", flow.direction);
  json.field("offered_packets", flow.offered.packets).field("offered_bytes", flow.offered.bytes);
  json.field("sent_packets", flow.sent.packets).field("sent_bytes", flow.sent.bytes);
  json.field("sent_mbps", flow.sent_mbps).field("utilization", flow.utilization);
  write_amount(json, "aqm_drops", flow.aqm_drops);
  json.field("aqm_marks", flow.aqm_marks.packets);
  write_amount(json, "buffer_drops", flow.buffer_drops);
  write_amount(json, "bytes_full_drops", flow.byte_drops());
  write_amount(json, "descriptors_full_drops", flow.descriptor_drops);
  json.field("first_buffer_drop_s", if_any(flow.first_buffer_drop_s));
  json.field("last_buffer_drop_s", if_any(flow.last_buffer_drop_s));
  write_amount(json, "ingress_fifo_drops", flow.ingress_fifo_drops);
  write_amount(json, "hold_drops", flow.hold_drops);
  write_amount(json, "oversize_drops", flow.oversize_drops);
  write_amount(json, "request_giveup_drops", flow.request_giveup_drops);
  write_amount(json, "rf_lost", flow.rf_lost);
  json.field("queued_at_end", flow.queued.packets);
  json.field("queued_bytes_at_end", flow.queued.bytes);
  json.field("held_at_end", flow.held.packets).field("held_bytes_at_end", flow.held.bytes);
  json.field("commits", flow.commits).field("commit_conflicts", flow.commit_conflicts);
  json.field("missed_updates", flow.missed_updates).field("drop_digest", flow.drop_digest);
  write_delays(json, "queue_delay_ms", flow.queue_delay_ms);
  write_delays(json, "request_grant_ms", flow.request_grant_ms);
  if (flow.direction == "upstream") {
    write_delays(json, "update_latency_us", flow.update_latency_us);
    json.field("grants", flow.grants).field("grants_missed", flow.grants_missed);
    json.field("grants_late", flow.grants_late);
    write_slack(json, flow.deadline_slack_us, flow.grants_missed_in_stats);
    json.key("release_to_rf_us").begin_object(Layout::kInline);
    json.field("min", flow.release_to_rf_min_us).field("max", flow.release_to_rf_max_us);
    json.end_object();
    write_scheduling(json, flow.scheduling);
  }
  if (flow.transmit_queue) {
    const ServiceFlowResult::TransmitQueue& second = *flow.transmit_queue;
    json.key("transmit_queue").begin_object();
    json.field("drops", second.drops.packets).field("drop_bytes", second.drops.bytes);
    json.field("peak_packets", second.peak_packets);
    write_delays(json, "shaping_ms", second.shaping_ms);
    write_delays(json, "waiting_ms", second.waiting_ms);
    json.end_object();
  }
  json.key("mib").begin_object();
  for (const auto& [name, value] : flow.mib) {
    json.field(name, value);
  }
  json.end_object();
  json.end_object();
}

void write_lan_port(JsonWriter& json, const LanPortResult& port) {
  json.begin_object().field("modem", port.modem).field("name", port.name);
  json.field("rate_mbps", port.rate_mbps);
  json.field("entered_packets", port.entered.packets).field("entered_bytes", port.entered.bytes);
  write_amount(json, "host_drops", port.host_drops);
  json.field("host_peak_packets", port.host_peak_packets);
  write_delays(json, "host_wait_ms", port.host_wait_ms);
  json.field("egress_drops", port.egress_drops).end_object();
}

void write_downstream(JsonWriter& json, const MacResult& mac) {
  json.key("downstream_channels").begin_array();
  for (const DownstreamChannelResult& channel : mac.downstream_channels) {
    json.begin_object(Layout::kInline).field("name", channel.name);
    json.field("packets", channel.packets).field("bytes", channel.bytes);
    json.field("management_frames", channel.management_frames);
    json.field("utilization", channel.utilization).end_object();
  }
  json.end_array();
  if (mac.resequencing) {
    json.key("resequencing").begin_object();
    json.field("packets", mac.resequencing->packets);
    json.field("out_of_order", mac.resequencing->out_of_order);
    json.field("missing", mac.resequencing->missing).field("late", mac.resequencing->late);
    write_delays(json, "skew_ms", mac.resequencing->skew_ms);
    json.end_object();
  }
}

void write_missed_grant(JsonWriter& json, const MissedGrantResult& missed) {
  const cm::MissedGrant& grant = missed.grant;
  json.begin_object(Layout::kInline).field("time_s", to_seconds(grant.at));
  json.field("modem", missed.modem).field("service_flow", missed.service_flow);
  json.field("channel", missed.channel).field("fate", cm::name_of(grant.fate));
  json.field("cause", cm::name_of(grant.cause)).field("bytes", grant.bytes);
  json.field("window_s", to_seconds(grant.times.window_opens));
  json.field("deadline_s", to_seconds(grant.times.deadline));
  json.field("ready_s",
             grant.has_packets ? std::optional(to_seconds(grant.times.ready)) : std::nullopt);
  json.key("waits_us").begin_object(Layout::kInline);
  for (std::size_t i = 0; i < grant.times.waits.size(); ++i) {
    if (grant.times.waits[i] > 0) {
      json.field(cm::name_of(static_cast<cm::MissCause>(i)), to_us(grant.times.waits[i]));
    }
  }
  json.end_object().end_object();
}

void write_missed_grants(JsonWriter& json, const MacResult& mac) {
  json.key("missed_by_cause").begin_object(Layout::kInline);
  for (std::size_t i = 0; i < mac.missed_by_cause.size(); ++i) {
    json.field(cm::name_of(static_cast<cm::MissCause>(i)), mac.missed_by_cause[i]);
  }
  json.end_object();
  json.field("grants_cut_short", mac.grants_cut_short);
  json.key("missed_grants").begin_array();
  for (const MissedGrantResult& grant : mac.missed_grants) {
    write_missed_grant(json, grant);
  }
  json.end_array();
}

void write_mac(JsonWriter& json, const MacResult& mac) {
  json.begin_object();
  json.field("maps", mac.maps).field("grants", mac.grants);
  json.field("grants_missed", mac.grants_missed).field("grants_late", mac.grants_late);
  json.field("granted_bytes", mac.granted_bytes).field("used_bytes", mac.used_bytes);
  json.field("requests", mac.requests).field("collisions", mac.collisions);
  json.field("requests_forgotten_bytes", mac.requests_forgotten_bytes);
  json.field("maps_of_other_ucd", mac.maps_of_other_ucd);
  json.key("plant").begin_object(Layout::kInline);
  json.field("maps_lost", mac.plant.maps_lost).field("maps_delayed", mac.plant.maps_delayed);
  json.field("requests_lost", mac.plant.requests_lost);
  json.field("bursts_lost", mac.plant.bursts_lost).field("packets_lost", mac.plant.packets_lost);
  json.end_object();
  json.key("channels").begin_array();
  for (const ChannelResult& channel : mac.channels) {
    json.begin_object();
    json.field("name", channel.name).field("grants", channel.grants);
    json.field("missed", channel.missed).field("utilization", channel.utilization);
    write_slack(json, channel.deadline_slack_us, channel.missed_in_stats);
    json.key("dequeue_over_line").begin_object(Layout::kInline);
    json.field("needed", channel.needed_over_line).field("built", channel.built_over_line);
    json.end_object();
    write_delays(json, "request_grant_ms", channel.request_grant_ms);
    json.end_object();
  }
  json.end_array();
  write_downstream(json, mac);
  write_missed_grants(json, mac);
  json.end_object();
}

void write_port(JsonWriter& json, const PortResult& port) {
  json.key("queue_memory_port").begin_object(Layout::kInline);
  json.field("utilization", port.read_share + port.write_share);
  json.field("read_share", port.read_share).field("write_share", port.write_share);
  json.field("longest_read_wait_us", port.longest_read_wait_us);
  json.field("longest_write_wait_us", port.longest_write_wait_us);
  json.field("peak_backlog_bytes", port.peak_backlog_bytes).end_object();
}

void write_placement(JsonWriter& json, const PlacementResult& placement) {
  const bool decides = placement.decisions.has_value();
  decides ? json.begin_object() : json.begin_object(Layout::kInline);
  json.field("modem", placement.modem).field("control_law", placement.control_law);
  json.field("drop", placement.drop);
  if (decides) {
    write_delays(json, "decision_latency_us", placement.decisions->latency_us);
    write_delays(json, "decision_jitter_us", placement.decisions->jitter_us);
    json.field("hold_peak_bytes", placement.decisions->hold_peak_bytes);
    json.field("lost_departures", placement.decisions->lost_departures);
  }
  if (placement.head_decisions) {
    write_delays(json, "head_latency_us", placement.head_decisions->latency_us);
    write_delays(json, "head_service_us", placement.head_decisions->service_us);
    json.field("late_verdicts", placement.head_decisions->late_verdicts);
    json.field("cut_short", placement.head_decisions->cut_short);
  }
  write_port(json, placement.port);
  json.end_object();
}

void write_host(JsonWriter& json) {
  utsname names{};
  uname(&names);
  json.key("host").begin_object(Layout::kInline);
  json.field("machine", names.machine).field("cores", std::thread::hardware_concurrency());
  json.end_object();
}

template <class T, class Write>
void write_array(JsonWriter& json, const char* key, const std::vector<T>& list, Write write) {
  json.key(key).begin_array();
  for (const T& element : list) {
    write(json, element);
  }
  json.end_array();
}

}  // namespace

ServiceFlowResult::Amount ServiceFlowResult::accounted() const {
  Amount total;
  for (const Amount& part : {sent, aqm_drops, buffer_drops, ingress_fifo_drops, hold_drops,
                             oversize_drops, request_giveup_drops, rf_lost, queued, held}) {
    total.packets += part.packets;
    total.bytes += part.bytes;
  }
  return total;
}

ServiceFlowResult::Amount ServiceFlowResult::byte_drops() const {
  return {buffer_drops.packets - descriptor_drops.packets,
          buffer_drops.bytes - descriptor_drops.bytes};
}

std::string Results::json() const {
  JsonWriter json;
  json.begin_object();
  json.field("schema", kSchema).field("scenario", scenario).field("seed", seed);
  json.field("simulated_s", simulated_s).field("cpu_s", cpu_s).field("wall_s", wall_s);
  write_host(json);
  json.field("version", version()).field("firmware_sha256", firmware_sha256);
  json.key("stats").begin_object(Layout::kInline).field("warmup_s", warmup_s);
  json.field("goodput_interval_s", goodput_interval_s).end_object();
  write_array(json, "service_flows", service_flows, write_service_flow);
  write_array(json, "lan_ports", lan_ports, write_lan_port);
  write_array(json, "flows", flows, write_flow);
  write_array(json, "groups", groups, write_group);
  write_array(json, "fairness", fairness, write_direction);
  json.key("mac");
  write_mac(json, mac);
  write_array(json, "cpus", cpus, write_cpu);
  write_array(json, "placements", placements, write_placement);
  write_array(json, "area", area,
              [](JsonWriter& to, const AreaResult& each) { write_area(to, each); });
  write_array(json, "energy", energy, write_energy);
  write_array(json, "events", events, [](JsonWriter& to, const EventResult& event) {
    to.begin_object(Layout::kInline).field("time_s", event.time_s).field("kind", event.kind);
    if (!event.modem.empty()) {
      to.field("modem", event.modem);
    }
    if (event.channel) {
      to.field("channel", *event.channel);
    }
    for (const auto& [key, value] : event.details) {
      std::visit([&to, name = std::string_view(key)](const auto& v) { to.field(name, v); }, value);
    }
    to.end_object();
  });
  json.field("ended_by", ended ? ended->by : std::nullopt);
  json.field("ended_at_s", ended ? std::optional(ended->at_s) : std::nullopt);
  json.field("error", error);
  if (fault) {
    json.key("fault");
    write_fault(json, *fault);
  }
  json.key("config").block(config);
  json.end_object();
  return json.text();
}

}  // namespace docsis_vp::system
