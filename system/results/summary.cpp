#include "system/results/summary.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>

#include "platform/base/time.h"
#include "platform/base/version.h"
#include "system/json/node.h"
#include "system/results/flow_family.h"
#include "system/results/format.h"
#include "system/results/result_table.h"
#include "system/results/summary_cpu.h"
#include "system/results/summary_flows.h"
#include "system/scenario/derive/aggregate_of.h"

namespace docsis_vp::system {

namespace {

// Up to this many equal modems have rows of their own; more share a row.
constexpr unsigned kMostAlone = 5;

// Selects the unit prefix, so that 30 s and 12 ms are both readable.
std::string seconds(double s) {
  return s >= 10 ? format("%.0f s", s) : s >= 1 ? format("%.1f s", s) : format("%.0f ms", 1e3 * s);
}

double percent(double part, double whole) {
  return whole > 0 ? 100 * part / whole : 0;
}

std::string headline(const Results& results) {
  const double speed = results.wall_s > 0 ? results.simulated_s / results.wall_s : 0;
  return format("%s: %s simulated in %s (%.0f x real time), seed %llu, docsis-vp %s\n",
                results.scenario.c_str(), seconds(results.simulated_s).c_str(),
                seconds(results.wall_s).c_str(), speed,
                static_cast<unsigned long long>(results.seed), std::string(version()).c_str());
}

std::string called(const FlowFamily& family) {
  return family.modems == 1 ? family.modem
                            : grouped(family.modems) + " modems " + family.modem + " together";
}

// The scenario names the law; a user's own image may compute another.
std::string law_of(const std::string& title, const std::string* firmware) {
  if (firmware == nullptr) {
    return title + " in hardware";
  }
  const std::size_t slash = firmware->rfind('/');
  return slash == std::string::npos ? title + " in firmware"
                                    : firmware->substr(slash + 1) + " in place of " + title;
}

// Packets are judged by gates. The law of Classic may be computed in firmware.
std::string queue_of(const ServiceFlowConfig& flow, const AggregateConfig& aggregate,
                     const ModemConfig& modem) {
  const bool low_latency = is_low_latency(aggregate, flow);
  std::string text = low_latency ? "low-latency queue of " : "Classic queue of ";
  text += aggregate.name + format(", %g Mbit/s together, ", aggregate.amsr_mbps);
  if (flow.max_sustained_rate_mbps < aggregate.amsr_mbps) {
    text += format("%g alone, ", flow.max_sustained_rate_mbps);
  }
  const char* const where =
      aggregate.direction == Direction::kUpstream ? "in hardware" : "at the CMTS";
  if (!low_latency) {
    const bool in_firmware = aggregate.direction == Direction::kUpstream &&
                             modem.control_law == cm::Placement::kFirmware;
    text +=
        in_firmware ? law_of("DOCSIS-PIE", &modem.firmware) : std::string("DOCSIS-PIE ") + where;
    return text + format(", target %g ms\n", aggregate.aqm.target_ms);
  }
  const bool protects = aggregate.classic_service_flow && aggregate.aqm.queue_protection;
  return text + format("immediate AQM %s, %s\n", where,
                       protects ? "queue protection" : "no queue protection");
}

std::string service_of(const FlowFamily& family, const ServiceFlowConfig& flow,
                       const ModemConfig& modem, const AggregateConfig* aggregate) {
  std::string text =
      format("Service flow %s of %s, %s: ", flow.name.c_str(), called(family).c_str(),
             flow.direction == Direction::kUpstream ? "upstream" : "downstream");
  if (aggregate != nullptr) {
    return text + queue_of(flow, *aggregate, modem);
  }
  text += flow.line_rate_mbps ? "no maximum rate, "
                              : format("%g Mbit/s, ", flow.max_sustained_rate_mbps);
  if (*flow.aqm.algorithm == "none") {
    return text + format("no AQM, buffer %s bytes\n", grouped(*flow.buffer_bytes).c_str());
  }
  const bool in_firmware =
      modem.control_law == cm::Placement::kFirmware &&
      (flow.aqm.law().update != nullptr || modem.drop == cm::Placement::kFirmware);
  text += law_of(flow.aqm.law().title, in_firmware ? &modem.firmware : nullptr);
  if (flow.aqm.target_ms) {
    text += format(", target %g ms", *flow.aqm.target_ms);
  }
  return text + "\n";
}

// A structure of results as results.json has it.
template <class T>
JsonNode as_json(const T& object) {
  JsonWriter json;
  result_table<T>().write(json, &object);
  return parse_json(json.text(), "");
}

std::string amount_row(std::string_view name, double packets, double bytes, double offered_packets,
                       double simulated_s) {
  return label(std::string(name)) + format("%12s packets %10.3f Mbit/s %7.2f %%\n",
                                           grouped(static_cast<std::uint64_t>(packets)).c_str(),
                                           8e-6 * bytes / simulated_s,
                                           percent(packets, offered_packets));
}

bool has_row(SummaryRow row, double packets, double packets_above) {
  switch (row) {
    case SummaryRow::kNever:
      return false;
    case SummaryRow::kAlways:
      return true;
    case SummaryRow::kUnlessZero:
      return packets > 0;
    case SummaryRow::kUnlessWhole:
      return packets > 0 && packets != packets_above;
  }
  return false;
}

// The declared key behind an amount in packets is the same amount in bytes.
std::string amount_rows(const ServiceFlowResult& flow, double simulated_s) {
  const JsonNode values = as_json(flow);
  const auto& fields = result_table<ServiceFlowResult>().fields();
  const auto number = [&](std::size_t field) { return values.find(fields[field]->name)->number; };
  std::string text;
  double packets_above = 0;
  for (std::size_t i = 0; i + 1 < fields.size(); ++i) {
    if (fields[i]->row == SummaryRow::kNever) {
      continue;
    }
    const double packets = number(i);
    if (has_row(fields[i]->row, packets, packets_above)) {
      text += amount_row(fields[i]->label, packets, number(i + 1),
                         static_cast<double>(flow.offered.packets), simulated_s);
    }
    packets_above = packets;
  }
  return text;
}

std::string amounts(const ServiceFlowResult& flow, double simulated_s) {
  std::string text = amount_rows(flow, simulated_s);
  if (flow.aggregate && flow.aggregate->redirected.packets > 0) {
    const ServiceFlowResult::Amount& redirected = flow.aggregate->redirected;
    text += amount_row("redirected to Classic", static_cast<double>(redirected.packets),
                       static_cast<double>(redirected.bytes),
                       static_cast<double>(flow.offered.packets), simulated_s);
  }
  if (flow.missed_updates > 0) {
    text += label("control law") +
            format("missed %s of its updates\n", grouped(flow.missed_updates).c_str());
  }
  if (flow.commit_conflicts > 0) {
    text += label("control law") +
            format(
                "burst and status of %s of its %s commits were not taken: the engine had "
                "changed them\n",
                grouped(flow.commit_conflicts).c_str(), grouped(flow.commits).c_str());
  }
  return text;
}

std::string worst_loss(const FlowFamily& family) {
  if (family.modems == 1 || family.worst_loss_percent == 0) {
    return {};
  }
  return label("worst modem") + format("%.2f %% of the packets of %s were lost\n",
                                       family.worst_loss_percent, family.worst_modem.c_str());
}

std::vector<const ResultField*> delay_columns() {
  std::vector<const ResultField*> columns;
  for (const auto& field : result_table<Spread>().fields()) {
    if (field->row != SummaryRow::kNever) {
      columns.push_back(field.get());
    }
  }
  return columns;
}

std::string delay_head() {
  std::string text = "\n" + label("Delay in ms");
  for (const ResultField* column : delay_columns()) {
    text += format("%9s", std::string(column->label).c_str());
  }
  return text + "\n";
}

std::string delay_row(const std::string& name, const Spread& spread) {
  const JsonNode values = as_json(spread);
  std::string text = label(name);
  for (const ResultField* column : delay_columns()) {
    const JsonNode& value = *values.find(column->name);
    text +=
        value.kind == JsonNode::Kind::kNumber ? format("%9.2f", value.number) : format("%9s", "-");
  }
  return text + "\n";
}

std::string delay_rows(const std::string& name, const FlowFamily& family, const Spread& mean,
                       const Spread& worst) {
  const std::string text = delay_row(name, mean);
  return family.modems == 1
             ? text
             : text + delay_row("  worst of " + grouped(family.modems) + " modems", worst);
}

std::string delays(const Results& results, const std::vector<FlowFamily>& families) {
  std::string text = delay_head();
  for (const FlowFamily& family : families) {
    const ServiceFlowResult& flow = family.total;
    if (flow.direction == "upstream") {
      text += delay_rows("queue " + flow.name, family, flow.queue_delay_ms,
                         family.worst_queue_delay_ms);
      text += delay_rows("request-grant " + flow.name, family, flow.request_grant_ms,
                         family.worst_request_grant_ms);
    }
  }
  for (const FlowResult& flow : results.flows) {
    if (!is_shown_alone(flow, results.groups)) {
      continue;
    }
    text += delay_row("one way " + flow.name, spread(flow.one_way_ps, kPsPerMs));
  }
  return text;
}

// Names the cause of most misses, with its share.
std::string miss_line(const MacResult& mac) {
  constexpr std::array<const char*, cm::kMissCauses> kReasons = {
      "the MAP was parsed after the window had opened",
      "firmware's verdicts came too late",
      "the builder was still building the channel's previous burst",
      "the builder needs too many cycles",
      "the port of queue memory was writing earlier packets",
      "the port of queue memory had not yet written the burst's packets",
      "the port of queue memory was reading other bursts",
      "the port of queue memory is too slow to read the burst",
      "an event of the scenario caused it",
  };
  if (mac.grants_missed == 0) {
    return {};
  }
  const auto main = std::max_element(mac.missed_by_cause.begin(), mac.missed_by_cause.end());
  return label("  missed because") +
         format("%s: %s of %s\n", kReasons[main - mac.missed_by_cause.begin()],
                grouped(*main).c_str(), grouped(mac.grants_missed).c_str());
}

std::string lan_line(const std::string& name, const LanPortResult& port) {
  std::string text = label(name);
  text += port.wifi        ? format("Wi-Fi, channel busy %.0f %%", port.wifi->busy_percent)
          : port.rate_mbps ? format("%u Mbit/s", *port.rate_mbps)
                           : "no line";
  if (port.host_wait_ms.mean) {
    text += format(", frames wait %.3f ms in the host, at most %.3f", *port.host_wait_ms.mean,
                   *port.host_wait_ms.max);
  }
  if (port.host_drops.packets > 0) {
    text += ", " + grouped(port.host_drops.packets) + " lost there";
  }
  if (port.egress_drops > 0) {
    text += ", " + grouped(port.egress_drops) + " lost on their way to it";
  }
  return text + "\n";
}

std::string wifi_way_text(const char* direction, const WifiWayResult& way) {
  if (!way.mean_rate_mbps || !way.throughput_mbps) {
    return {};
  }
  std::string text =
      format(", %s %.2f Mbit/s at %.1f", direction, *way.throughput_mbps, *way.mean_rate_mbps);
  if (way.delay_ms.mean) {
    text += format(", %.1f ms", *way.delay_ms.mean);
  }
  if (way.queue_drops + way.retry_drops > 0) {
    text += ", " + grouped(way.queue_drops + way.retry_drops) + " lost";
  }
  return text;
}

// Throughput, mean rate on the air and delay of each station.
std::string wifi_lines(const LanPortResult& port) {
  std::string text;
  for (std::size_t i = 0; port.wifi && i < port.wifi->stations.size(); ++i) {
    const WifiStationResult& station = port.wifi->stations[i];
    const std::string ways = wifi_way_text("up", station.up) + wifi_way_text("down", station.down);
    if (i < kMostAlone && !ways.empty()) {
      text += label("  " + station.name) + ways.substr(2) + "\n";
    }
  }
  return text;
}

// Waits from this length on are visible to a user.
constexpr double kNoteworthyWaitMs = 1;

bool is_noteworthy(const LanPortResult& port) {
  return port.wifi || port.host_drops.packets + port.egress_drops > 0 ||
         port.host_wait_ms.max.value_or(0) >= kNoteworthyWaitMs;
}

// Lists ports with losses or waits; if they are many, only those with losses.
std::string lan_lines(const std::vector<LanPortResult>& ports) {
  std::string text;
  unsigned lines = 0;
  unsigned left_out = 0;
  for (const LanPortResult& port : ports) {
    const bool loses = port.host_drops.packets + port.egress_drops > 0;
    if (ports.size() > kMostAlone ? !loses || lines == kMostAlone : !is_noteworthy(port)) {
      left_out += loses ? 1 : 0;
      continue;
    }
    text += lan_line("port " + port.name + " of " + port.modem, port) + wifi_lines(port);
    ++lines;
  }
  if (left_out > 0) {
    text += label("LAN ports") + grouped(left_out) + " more lose frames\n";
  }
  return text.empty() ? text : "\n" + text;
}

std::string mac_lines(const MacResult& mac) {
  std::string text =
      "\n" + label("MAC") +
      format("%s MAPs, %s grants, %s missed, %.1f %% of granted bytes used\n",
             grouped(mac.maps).c_str(), grouped(mac.grants).c_str(),
             grouped(mac.grants_missed).c_str(),
             percent(static_cast<double>(mac.used_bytes), static_cast<double>(mac.granted_bytes)));
  text += miss_line(mac);
  if (mac.grants_cut_short > 0) {
    text +=
        label("  cut short") + format("%s bursts: not all of their packets were judged in time\n",
                                      grouped(mac.grants_cut_short).c_str());
  }
  for (const ChannelResult& channel : mac.channels) {
    const Spread& slack = channel.deadline_slack_us;
    if (slack.min) {
      text +=
          label("  channel " + channel.name) +
          format(*slack.min < 0
                     ? "least slack to the deadline %.1f us, %.1f us in the median\n"
                     : "bursts ready at least %.1f us before the deadline, %.1f us in the median\n",
                 *slack.min, *slack.p50);
    }
  }
  return text;
}

// Names the busiest port of queue memory if packets were lost or its load exceeds half of its
// limit.
std::string port_line(const Results& results) {
  const auto load = [](const PlacementResult& of) {
    return of.port.read_share + of.port.write_share;
  };
  const auto busiest =
      std::max_element(results.placements.begin(), results.placements.end(),
                       [load](const auto& a, const auto& b) { return load(a) < load(b); });
  const bool lost = std::any_of(
      results.service_flows.begin(), results.service_flows.end(),
      [](const ServiceFlowResult& flow) { return flow.ingress_fifo_drops.packets > 0; });
  constexpr double kNoteworthyLoad = 0.5;
  if (busiest == results.placements.end() || (!lost && load(*busiest) < kNoteworthyLoad)) {
    return {};
  }
  const PortResult& port = busiest->port;
  return label("  port of " + busiest->modem) +
         format(
             "%.1f %% busy, at most %s bytes waited; longest wait: write %.1f us, read %.1f us\n",
             100 * load(*busiest), grouped(port.peak_backlog_bytes).c_str(),
             port.longest_write_wait_us, port.longest_read_wait_us);
}

// Shows logic and memories together, for comparing placements.
std::string area_lines(const std::vector<AreaResult>& areas) {
  std::string text;
  for (const AreaResult& area : areas) {
    const area::Figures own = area.hardware_figures();
    text += label("area of " + area.modem) +
            format("%.3f mm2 (%.3f .. %.3f) at %s, logic %.3f, memories %.3f", own.mm2.nominal,
                   own.mm2.low, own.mm2.high, area.technology.name.c_str(), own.logic_mm2.nominal,
                   own.memory_mm2.nominal);
    if (const std::optional<area::Figures> both = area.with_cpu()) {
      text += format("; with its CPU %.3f", both->mm2.nominal);
    }
    text += "\n";
  }
  return text;
}

// The other lines do not show that a run ended early.
std::string end_line(const Results& results, double duration_s) {
  if (!results.ended) {
    return {};
  }
  return label("ended") +
         format("by %s at %.6f s of %g s\n",
                results.ended->by ? ("firmware of " + *results.ended->by).c_str() : "the model",
                results.ended->at_s, duration_s);
}

std::string absence(const EventResult& event) {
  for (const auto& [key, value] : event.details) {
    if (key == "law_away_ms") {
      return format(", no commit of its law for %.3f ms", std::get<double>(value));
    }
    if (key == "law_missing_ms") {
      return format(", no commit of its law since, %.3f ms", std::get<double>(value));
    }
  }
  return {};
}

const ModemConfig& modem_of(const ServiceFlowConfig& flow, const Scenario& scenario) {
  return *std::find_if(scenario.modems.begin(), scenario.modems.end(),
                       [&](const ModemConfig& modem) { return modem.name == flow.modem; });
}

const std::string& owner_of(const EventResult& event) {
  return event.channel ? *event.channel : event.modem;
}

// Combines consecutive events of one kind into one line, such as thousands of lost packets.
std::string event_lines(const std::vector<EventResult>& events) {
  constexpr std::ptrdiff_t kMostAlike = 4;
  std::string text;
  for (auto first = events.begin(); first != events.end();) {
    const auto end = std::find_if(first, events.end(), [&](const EventResult& event) {
      return event.kind != first->kind || owner_of(event) != owner_of(*first);
    });
    const auto shown = end - first > kMostAlike ? first + 1 : end;
    for (; first != shown; ++first) {
      text +=
          label("event") + format("%s of %s at %.6f s%s\n", first->kind.c_str(),
                                  owner_of(*first).c_str(), first->time_s, absence(*first).c_str());
    }
    if (shown != end) {
      const auto more = static_cast<std::uint64_t>(end - shown);
      text += label("") + format("%s more of them until %.6f s\n", grouped(more).c_str(),
                                 std::prev(end)->time_s);
    }
    first = end;
  }
  return text;
}

}  // namespace

std::string summary(const Results& results, const Scenario& scenario,
                    const std::vector<std::string>& notes) {
  const std::vector<FlowFamily> families = flow_families(results, scenario, kMostAlone);
  std::string text = headline(results) + end_line(results, scenario.duration_s);
  for (const FlowFamily& family : families) {
    const ServiceFlowConfig& config = scenario.service_flows[family.first];
    const AggregateConfig* const aggregate = aggregate_of(scenario, config);
    if (config.direction == Direction::kUpstream || aggregate != nullptr) {
      text += "\n" + service_of(family, config, modem_of(config, scenario), aggregate) +
              amounts(family.total, results.simulated_s) + worst_loss(family);
    }
  }
  text += delays(results, families) + flow_lines(results.flows, results.groups) +
          lan_lines(results.lan_ports) + mac_lines(results.mac) + port_line(results) +
          cpu_lines(results.cpus, shown_names(scenario, kMostAlone)) + area_lines(results.area);
  text += event_lines(results.events);
  for (const std::string& note : notes) {
    text += label("note") + note + "\n";
  }
  return text;
}

}  // namespace docsis_vp::system
