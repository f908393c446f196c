#include "system/scenario/fields/flow.h"

#include <stdexcept>
#include <string>

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

using Flows = Table<FlowConfig>;

// "`udp`, `voip` and `game`", of the kinds that have the property.
std::string_view kinds_with(bool TrafficKind::*property, const char* before, const char* last,
                            bool value = true) {
  std::vector<std::string> names;
  for (const TrafficKind* kind : traffic_kinds()) {
    if (kind->*property == value) {
      names.push_back("`" + std::string(kind->name) + "`");
    }
  }
  std::string text = before;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : i + 1 == names.size() ? last : ", ";
    text += names[i];
  }
  return kept(text);
}

template <bool TrafficKind::*kProperty>
bool kind_has(const FlowConfig& flow) {
  return row_of(flow.kind).*kProperty;
}

// Makes the field conditional on a property of the kind.
template <bool TrafficKind::*kProperty>
void only_with(Flows& t, Field& field) {
  static const std::string_view text = kinds_with(kProperty, "kind ", " or ");
  t.only_if(field, text, kind_has<kProperty>);
}

constexpr std::string_view kOneServer = "a kind that has one server";
constexpr std::string_view kUsesTcp = "a kind that uses TCP";

// Packets of some kinds have their own headers.
std::string_view with_headers() {
  static const std::string_view text =
      kinds_with(&TrafficKind::has_headers, "a kind other than ", " and ", false);
  return text;
}

std::vector<NamedNumber> numbered_kinds() {
  std::vector<NamedNumber> numbers;
  for (const TrafficKind* kind : traffic_kinds()) {
    numbers.push_back({kind->name, static_cast<unsigned>(numbers.size())});
  }
  return numbers;
}

void add_common(Flows& t) {
  t.identifier("name", &FlowConfig::name).required().says("Name of the flow.");
  t.row("kind", &FlowConfig::kind, numbered_kinds())
      .says(
          "Kind of the source: packets at intervals, packets of a capture at its times, a "
          "voice, one direction of a game, TCP transfers, or a custom host.");
  t.integer("count", &FlowConfig::count, 1, 1'000)
      .says("Number of equal flows, with a number behind the name: ftp0, ftp1.");
  t.identifier("group", &FlowConfig::group)
      .default_is("the name, if `count` is more than 1")
      .says("Name of a group; results also show the sum of its flows.");
  t.identifier("modem", &FlowConfig::modem).required().says("Modem through which the flow passes.");
  t.identifier("ethernet_port", &FlowConfig::ethernet_port)
      .default_is("the first")
      .says("Port of the host behind the modem, from `lan.ports` of its modem.");
  t.identifier("wifi_station", &FlowConfig::wifi_station)
      .default_is("one of its own, with the flow's name")
      .says("Station of the host on a port with `wifi`, from its `stations`.");
  t.choice<Direction>("direction", &FlowConfig::direction, kDirections)
      .says(
          "From the modem's LAN to the CMTS's WAN, or the reverse. If both ends send, it is "
          "the direction of the data.");
  t.number("start_s", &FlowConfig::start_s, 0, 86'400)
      .unit("s")
      .says("Earliest time at which the flow sends.");
  t.number("start_spread_s", &FlowConfig::start_spread_s, 0, 86'400)
      .unit("s")
      .says("Largest additional start delay of each flow, drawn evenly from the seed.");
  t.number("stop_s", &FlowConfig::stop_s, 0, 86'400)
      .unit("s")
      .default_is("the end of the run")
      .says(
          "From this time on the flow begins nothing new, and does not reopen a failed "
          "connection. A file, page or segment in progress continues; an endless transfer and "
          "a torrent are cut.");
}

void add_path(Flows& t) {
  t.only_if(
      t.numbers("rtt_ms", &FlowConfig::rtt_ms, 0, 10'000)
          .unit("ms")
          .says(
              "Round-trip time between the CMTS and the host behind it, half of it each way, "
              "without serialisation and the delay of the cable. With a list, the flows of `count` "
              "take the values in turn, continued from modem to modem."),
      kOneServer, kind_has<&TrafficKind::has_one_server>);
  t.only_if(
      t.number("rtt_step_ms", &FlowConfig::rtt_step_ms, 0, 10'000)
          .unit("ms")
          .says("Additional round-trip time of each flow against the one before it, in the same "
                "order."),
      kOneServer, kind_has<&TrafficKind::has_one_server>);
  t.number("server_rate_mbps", &FlowConfig::server_rate_mbps, 0.001, 100'000)
      .unit("Mbit/s")
      .source("engineering choice: IEEE 802.3ae, the usual port of a server")
      .says(
          "Rate of the link between the CMTS and each host behind it, each way. Preamble and "
          "gap of Ethernet count.");
  t.integer("server_buffer_bytes", &FlowConfig::server_buffer_bytes, 1'522, 4'000'000'000)
      .unit("bytes")
      .default_is("infinite")
      .says("Buffer at each end of that link, the frame in transmission included.");
}

void add_headers(Flows& t) {
  t.only_if(t.integer("dscp", &FlowConfig::dscp, 0, 63)
                .source("RFC 2474")
                .says("Code point in the headers of its packets, both ways."),
            with_headers(), kind_has<&TrafficKind::has_headers>);
  t.only_if(t.string("lan_address", &FlowConfig::lan_address)
                .default_is("of the modem's LAN")
                .says("IPv4 or IPv6 address of the host behind the modem."),
            with_headers(), kind_has<&TrafficKind::has_headers>);
  t.only_if(t.string("wan_address", &FlowConfig::wan_address)
                .default_is("198.51.100.1")
                .says("IPv4 or IPv6 address of the host behind the CMTS."),
            with_headers(), kind_has<&TrafficKind::has_headers>);
  t.only_if(t.integer("lan_port", &FlowConfig::lan_port, 0, 65535)
                .default_is("one of its own for each pair of hosts, from 49152 on")
                .says("TCP or UDP port of the host behind the modem."),
            with_headers(), kind_has<&TrafficKind::has_headers>);
  t.only_if(t.integer("wan_port", &FlowConfig::wan_port, 0, 65535)
                .default_is("the default of `lan_port`, even if `lan_port` is given")
                .says("TCP or UDP port of the host behind the CMTS."),
            with_headers(), kind_has<&TrafficKind::has_headers>);
  t.only_if(t.identifier("tunnel", &FlowConfig::tunnel)
                .default_is("none")
                .source("RFC 4303")
                .says("Name of an encrypted tunnel, as of a VPN. Flow hashes see one outer header "
                      "for all flows of that name. Nothing else changes: sizes, classifiers and "
                      "captures are those of the packets inside."),
            with_headers(), kind_has<&TrafficKind::has_headers>);
  t.only_if(
      t.identifier("service_flow", &FlowConfig::service_flow)
          .default_is("as classifiers say")
          .says("Service flow of its data. The host then gets a LAN address of its own, and a "
                "classifier of priority 255 matches it."),
      with_headers(), kind_has<&TrafficKind::has_headers>);
  t.only_if(t.identifier("return_service_flow", &FlowConfig::return_service_flow)
                .default_is("as classifiers say")
                .says("Service flow of the reverse direction: acknowledgements, requests."),
            with_headers(), kind_has<&TrafficKind::has_headers>);
}

// Default of `demand_mbps`.
std::string default_demands() {
  std::string text(kinds_with(&TrafficKind::is_periodic, "the mean rate of ", " and "));
  for (const TrafficKind* kind : traffic_kinds()) {
    if (!kind->demand.empty()) {
      text += "; " + std::string(kind->demand);
    }
  }
  return text + "; the others have no fair share";
}

void add_fairness(Flows& t) {
  t.number("demand_mbps", &FlowConfig::demand_mbps, 0, 100'000)
      .unit("Mbit/s")
      .default_is(kept(default_demands()))
      .source("clemson-2015 sec. 3.1.4")
      .says("Highest usable rate, for its max-min fair share.");
  t.number("weight", &FlowConfig::weight, 0.001, 1'000)
      .says("Weight in weighted max-min fair shares.");
}

// "1500 (udp), 218 (voip)": a text of each kind that has one.
std::string_view periodic_defaults(std::string_view PeriodicDefaults::*text) {
  std::string all;
  for (const TrafficKind* kind : traffic_kinds()) {
    const std::string_view one = kind->periodic.*text;
    if (!one.empty()) {
      all += (all.empty() ? "" : ", ") + std::string(one) + " (" + std::string(kind->name) + ")";
    }
  }
  return kept(all);
}

// The source, followed by those of the kinds' defaults of a key.
std::string_view periodic_sources(std::string source, std::string_view PeriodicDefaults::*text) {
  for (const TrafficKind* kind : traffic_kinds()) {
    if (!kind->periodic.source.empty() && !(kind->periodic.*text).empty()) {
      source += (source.empty() ? "" : "; ") + std::string(kind->periodic.source) + ", for " +
                std::string(kind->name);
    }
  }
  return kept(source);
}

void add_periodic(Flows& t) {
  only_with<&TrafficKind::is_periodic>(
      t, t.integer("packet_bytes", &FlowConfig::packet_bytes, 64, 2'000)
             .unit("bytes")
             .default_is(periodic_defaults(&PeriodicDefaults::packet_bytes))
             .source(periodic_sources("IEEE 802.3; MULPI 3.1 for more than 1518",
                                      &PeriodicDefaults::packet_bytes))
             .says("Size of each Ethernet frame, DA to CRC; the mean if sizes vary."));
  only_with<&TrafficKind::sizes_vary>(
      t, t.integer("size_jitter_bytes", &FlowConfig::size_jitter_bytes, 0, 1'936)
             .unit("bytes")
             .default_is(periodic_defaults(&PeriodicDefaults::size_jitter_bytes))
             .source(periodic_sources({}, &PeriodicDefaults::size_jitter_bytes))
             .says("Largest deviation of a size from the mean, drawn evenly."));
  only_with<&TrafficKind::is_periodic>(
      t, t.choice<Ecn>("ecn", &FlowConfig::ecn,
                       {{"not_ect", Ecn::kNotEct}, {"ect0", Ecn::kEct0}, {"ect1", Ecn::kEct1}})
             .source("RFC 3168; RFC 9331")
             .says("ECN field of its packets. The sender does not slow down when they are "
                   "marked."));
  only_with<&TrafficKind::is_periodic>(
      t, t.number("interval_us", &FlowConfig::interval_us, kLeastIntervalUs, 1e9)
             .unit("us")
             .default_is(periodic_defaults(&PeriodicDefaults::interval_us))
             .says("Time from one packet to the next; `udp` needs it or `rate_mbps`."));
  only_with<&TrafficKind::has_rate>(
      t, t.number("rate_mbps", &FlowConfig::rate_mbps, 0.0001, 100'000)
             .unit("Mbit/s")
             .default_is("follows from `interval_us`")
             .says("Instead of `interval_us`: rate of the frames while the flow sends."));
  only_with<&TrafficKind::is_periodic>(
      t, t.number("jitter_percent", &FlowConfig::jitter_percent, 0, 100)
             .unit("%")
             .default_is(periodic_defaults(&PeriodicDefaults::jitter_percent))
             .says("Largest deviation of an interval from its mean, drawn evenly."));
  only_with<&TrafficKind::has_rate>(
      t,
      t.number("on_ms", &FlowConfig::on_ms, 0.001, 1e9)
          .unit("ms")
          .default_is("always")
          .says(
              "Length of a sending period. From the start on the flow sends for this time, is "
              "silent for `off_ms`, and repeats this. In each period the first packet comes after "
              "`phase_us`, modulo `on_ms`."));
  only_with<&TrafficKind::has_rate>(t, t.number("off_ms", &FlowConfig::off_ms, 0.001, 1e9)
                                           .unit("ms")
                                           .default_is("never")
                                           .says("Length of a silent period, with `on_ms`."));
  only_with<&TrafficKind::is_periodic>(t, t.integer("packets", &FlowConfig::packets, 1, UINT32_MAX)
                                              .default_is("as many as fit into the run")
                                              .says("Number of packets."));
  only_with<&TrafficKind::is_periodic>(t, t.number("phase_us", &FlowConfig::phase_us, 0, 1e9)
                                              .unit("us")
                                              .default_is("drawn evenly from an interval")
                                              .says("Time from the start to the first packet."));
}

// Default of `congestion_control`.
std::string default_congestion_controls() {
  std::string text;
  for (const TrafficKind* kind : traffic_kinds()) {
    for (const Choice<CongestionChoice>& control : kCongestionControls) {
      if (kind->congestion_control == control.value) {
        text += std::string(control.name) + " with kind `" + std::string(kind->name) + "`; ";
      }
    }
  }
  return text + "reno with the presets `bsd-sack` and `ns2-sack1`; else cubic";
}

void add_tcp(Flows& t) {
  t.only_if(t.choice<CongestionChoice>("congestion_control", &FlowConfig::congestion_control,
                                       kCongestionControls)
                .default_is(kept(default_congestion_controls()))
                .source("RFC 5681; RFC 9438; RFC 6817; RFC 8257; draft-briscoe-iccrg-prague; "
                        "draft-cardwell-iccrg-bbr-congestion-control-00")
                .says("Congestion control of the sender."),
            kUsesTcp, kind_has<&TrafficKind::uses_tcp>);
  t.only_if(t.object("tcp", &FlowConfig::tcp, tcp_table()).says("TCP settings of both ends."),
            kUsesTcp, kind_has<&TrafficKind::uses_tcp>);
}

void add_keys_of_kinds(Flows& t, bool uses_tcp) {
  for (const TrafficKind* kind : traffic_kinds()) {
    if (kind->uses_tcp == uses_tcp && kind->add_fields != nullptr) {
      kind->add_fields(t);
    }
  }
}

}  // namespace

const TrafficKind& row_of(FlowKind kind) {
  return *traffic_kinds().at(static_cast<std::size_t>(kind));
}

FlowKind flow_kind(std::string_view name) {
  for (const NamedNumber& kind : numbered_kinds()) {
    if (kind.name == name) {
      return static_cast<FlowKind>(kind.number);
    }
  }
  throw std::invalid_argument("no traffic kind \"" + std::string(name) + "\"");
}

const Table<FlowConfig>& flow_table() {
  static const Table<FlowConfig> table = [] {
    Flows t("flow", "Traffic from one host to another through a modem.");
    add_common(t);
    add_path(t);
    add_headers(t);
    add_fairness(t);
    add_periodic(t);
    add_keys_of_kinds(t, false);
    add_tcp(t);
    add_keys_of_kinds(t, true);
    return t;
  }();
  return table;
}

std::vector<FlowInstance> instances_of(const FlowConfig& config) {
  std::vector<FlowInstance> instances;
  for (unsigned i = 0; i < config.count; ++i) {
    FlowInstance instance;
    instance.index = config.modem_number * config.count + i;
    instance.name = config.count > 1 ? config.name + std::to_string(i) : config.name;
    instance.group = config.group.value_or(config.count > 1 ? config.name : "");
    instance.rtt_ms =
        config.rtt_ms[instance.index % config.rtt_ms.size()] + instance.index * config.rtt_step_ms;
    instances.push_back(std::move(instance));
  }
  return instances;
}

}  // namespace docsis_vp::system
