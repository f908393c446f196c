#include "system/scenario/fields/flow.h"

#include <algorithm>
#include <iterator>

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

using Flows = Table<FlowConfig>;

constexpr Choice<FlowKind> kFlowKinds[] = {
    {"udp", FlowKind::kUdp},
    {"trace", FlowKind::kTrace},
    {"voip", FlowKind::kVoip},
    {"game", FlowKind::kGame},
    {"tcp", FlowKind::kTcp},
    {"web", FlowKind::kWeb},
    {"web_users", FlowKind::kWebUsers},
    {"wrt", FlowKind::kWrt},
    {"has", FlowKind::kHas},
    {"ledbat", FlowKind::kLedbat},
    {"custom", FlowKind::kCustom},
};

constexpr std::string_view kPeriodic = "kind `udp`, `voip` or `game`";
bool is_periodic(const FlowConfig& flow) {
  return flow.kind == FlowKind::kUdp || flow.kind == FlowKind::kVoip ||
         flow.kind == FlowKind::kGame;
}
bool has_sizes(const FlowConfig& flow) {
  return flow.kind == FlowKind::kUdp || flow.kind == FlowKind::kGame;
}
template <FlowKind kKind>
bool is(const FlowConfig& flow) {
  return flow.kind == kKind;
}
bool has_one_server(const FlowConfig& flow) {
  return flow.kind != FlowKind::kWeb && flow.kind != FlowKind::kWebUsers;
}
// Packets of a capture have their own headers.
constexpr std::string_view kHasHeaders = "a kind other than `trace`";
bool has_headers(const FlowConfig& flow) {
  return flow.kind != FlowKind::kTrace;
}
bool is_over_tcp(const FlowConfig& flow) {
  return uses_tcp(flow.kind);
}

void add_common(Flows& t) {
  t.identifier("name", &FlowConfig::name).required().says("Name of the flow.");
  t.choice<FlowKind>("kind", &FlowConfig::kind, kFlowKinds)
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
      "a kind that has one server", has_one_server);
  t.only_if(
      t.number("rtt_step_ms", &FlowConfig::rtt_step_ms, 0, 10'000)
          .unit("ms")
          .says("Additional round-trip time of each flow against the one before it, in the same "
                "order."),
      "a kind that has one server", has_one_server);
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
            kHasHeaders, has_headers);
  t.only_if(t.string("lan_address", &FlowConfig::lan_address)
                .default_is("of the modem's LAN")
                .says("IPv4 or IPv6 address of the host behind the modem."),
            kHasHeaders, has_headers);
  t.only_if(t.string("wan_address", &FlowConfig::wan_address)
                .default_is("198.51.100.1")
                .says("IPv4 or IPv6 address of the host behind the CMTS."),
            kHasHeaders, has_headers);
  t.only_if(t.integer("lan_port", &FlowConfig::lan_port, 0, 65535)
                .default_is("one of its own for each pair of hosts, from 49152 on")
                .says("TCP or UDP port of the host behind the modem."),
            kHasHeaders, has_headers);
  t.only_if(t.integer("wan_port", &FlowConfig::wan_port, 0, 65535)
                .default_is("the default of `lan_port`, even if `lan_port` is given")
                .says("TCP or UDP port of the host behind the CMTS."),
            kHasHeaders, has_headers);
  t.only_if(
      t.identifier("service_flow", &FlowConfig::service_flow)
          .default_is("as classifiers say")
          .says("Service flow of its data. The host then gets a LAN address of its own, and a "
                "classifier of priority 255 matches it."),
      kHasHeaders, has_headers);
  t.only_if(t.identifier("return_service_flow", &FlowConfig::return_service_flow)
                .default_is("as classifiers say")
                .says("Service flow of the reverse direction: acknowledgements, requests."),
            kHasHeaders, has_headers);
}

void add_fairness(Flows& t) {
  t.number("demand_mbps", &FlowConfig::demand_mbps, 0, 100'000)
      .unit("Mbit/s")
      .default_is(
          "the mean rate of `udp`, `voip` and `game`; the highest rate of `has`; `cap_mbps` of "
          "`ledbat`; "
          "unlimited for `tcp` without `bytes`; the others have no fair share")
      .source("clemson-2015 sec. 3.1.4")
      .says("Highest usable rate, for its max-min fair share.");
  t.number("weight", &FlowConfig::weight, 0.001, 1'000)
      .says("Weight in weighted max-min fair shares.");
}

void add_periodic(Flows& t) {
  t.only_if(t.integer("packet_bytes", &FlowConfig::packet_bytes, 64, 2'000)
                .unit("bytes")
                .default_is("1500 (udp), 218 (voip), 128 up and 450 down (game)")
                .source("IEEE 802.3; MULPI 3.1 for more than 1518; cablelabs-2012 sec. 3.2.2; "
                        "docsis-ns3, residential traffic, for game")
                .says("Size of each Ethernet frame, DA to CRC; the mean if sizes vary."),
            kPeriodic, is_periodic);
  t.only_if(t.integer("size_jitter_bytes", &FlowConfig::size_jitter_bytes, 0, 1'936)
                .unit("bytes")
                .default_is("0 (udp), 20 up and 120 down (game)")
                .source("docsis-ns3, residential traffic, for game")
                .says("Largest deviation of a size from the mean, drawn evenly."),
            "kind `udp` or `game`", has_sizes);
  t.only_if(t.choice<Ecn>("ecn", &FlowConfig::ecn,
                          {{"not_ect", Ecn::kNotEct}, {"ect0", Ecn::kEct0}, {"ect1", Ecn::kEct1}})
                .source("RFC 3168; RFC 9331")
                .says("ECN field of its packets. The sender does not slow down when they are "
                      "marked."),
            kPeriodic, is_periodic);
  t.only_if(t.number("interval_us", &FlowConfig::interval_us, kLeastIntervalUs, 1e9)
                .unit("us")
                .default_is("20000 (voip), 33000 (game)")
                .says("Time from one packet to the next; `udp` needs it or `rate_mbps`."),
            kPeriodic, is_periodic);
  t.only_if(t.number("rate_mbps", &FlowConfig::rate_mbps, 0.0001, 100'000)
                .unit("Mbit/s")
                .default_is("follows from `interval_us`")
                .says("Instead of `interval_us`: rate of the frames while the flow sends."),
            "kind `udp`", is<FlowKind::kUdp>);
  t.only_if(t.number("jitter_percent", &FlowConfig::jitter_percent, 0, 100)
                .unit("%")
                .default_is("0; of game 9.1 (3 ms) up and 15.2 (5 ms) down")
                .says("Largest deviation of an interval from its mean, drawn evenly."),
            kPeriodic, is_periodic);
  t.only_if(
      t.number("on_ms", &FlowConfig::on_ms, 0.001, 1e9)
          .unit("ms")
          .default_is("always")
          .says(
              "Length of a sending period. From the start on the flow sends for this time, is "
              "silent for `off_ms`, and repeats this. In each period the first packet comes after "
              "`phase_us`, modulo `on_ms`."),
      "kind `udp`", is<FlowKind::kUdp>);
  t.only_if(t.number("off_ms", &FlowConfig::off_ms, 0.001, 1e9)
                .unit("ms")
                .default_is("never")
                .says("Length of a silent period, with `on_ms`."),
            "kind `udp`", is<FlowKind::kUdp>);
  t.only_if(t.integer("packets", &FlowConfig::packets, 1, UINT32_MAX)
                .default_is("as many as fit into the run")
                .says("Number of packets."),
            kPeriodic, is_periodic);
  t.only_if(t.number("phase_us", &FlowConfig::phase_us, 0, 1e9)
                .unit("us")
                .default_is("drawn evenly from an interval")
                .says("Time from the start to the first packet."),
            kPeriodic, is_periodic);
  t.only_if(t.object("voip", &FlowConfig::voip, voip_table()).says("Rating of the voice quality."),
            "kind `voip`", is<FlowKind::kVoip>);
}

void add_trace(Flows& t) {
  t.only_if(
      t.path("file", &FlowConfig::file)
          .required()
          .says(
              "Capture file, pcap or pcapng. A relative path counts from the file that names it."),
      "kind `trace`", is<FlowKind::kTrace>);
  t.only_if(
      t.string("ip_source", &FlowConfig::ip_source)
          .says(
              "Replays only packets from this IPv4 or IPv6 address, or prefix if `/` and a length "
              "follow. A capture usually has both directions."),
      "kind `trace`", is<FlowKind::kTrace>);
  t.only_if(
      t.string("interface", &FlowConfig::interface)
          .default_is(
              "all; for a file of `--capture`: the interface at which the flow's packets enter")
          .says("Replays only packets of this interface of a pcapng file, a name or a number. On "
                "`lan-...` and `wan` of a file of `--capture` it replays only packets that entered "
                "there."),
      "kind `trace`", is<FlowKind::kTrace>);
  t.only_if(
      t.number("max_gap_s", &FlowConfig::max_gap_s, 1e-6, 1e6)
          .unit("s")
          .default_is("none")
          .says(
              "Longest time between two packets; longer gaps of the capture are cut to it. A clock "
              "that is set back by more delays no packet."),
      "kind `trace`", is<FlowKind::kTrace>);
  t.only_if(t.number("speed", &FlowConfig::speed, 0.001, 1000)
                .says("Divisor of the times between packets."),
            "kind `trace`", is<FlowKind::kTrace>);
  t.only_if(t.boolean("loop", &FlowConfig::loop).says("Repeats the capture when it ends."),
            "kind `trace`", is<FlowKind::kTrace>);
}

void add_tcp(Flows& t) {
  t.only_if(t.choice<CongestionChoice>("congestion_control", &FlowConfig::congestion_control,
                                       {{"reno", CongestionChoice::kReno},
                                        {"cubic", CongestionChoice::kCubic},
                                        {"ledbat", CongestionChoice::kLedbat},
                                        {"dctcp", CongestionChoice::kDctcp},
                                        {"prague", CongestionChoice::kPrague},
                                        {"bbr", CongestionChoice::kBbr}})
                .default_is("ledbat with kind `ledbat`; reno with the presets `bsd-sack` and "
                            "`ns2-sack1`; else cubic")
                .source("RFC 5681; RFC 9438; RFC 6817; RFC 8257; draft-briscoe-iccrg-prague; "
                        "draft-cardwell-iccrg-bbr-congestion-control-00")
                .says("Congestion control of the sender."),
            "a kind that uses TCP", is_over_tcp);
  t.only_if(t.object("tcp", &FlowConfig::tcp, tcp_table()).says("TCP settings of both ends."),
            "a kind that uses TCP", is_over_tcp);
  t.only_if(t.integer("bytes", &FlowConfig::bytes, 1, 1ULL << 50)
                .unit("bytes")
                .default_is("without end")
                .says("Size of a file in TCP payload. The next file starts when it has arrived."),
            "kind `tcp`", is<FlowKind::kTcp>);
  t.only_if(t.number("pause_s", &FlowConfig::pause_s, 0, 86'400)
                .unit("s")
                .says("Time from the end of a file to the start of the next."),
            "kind `tcp`", is<FlowKind::kTcp>);
  t.only_if(t.integer("transfers", &FlowConfig::transfers, 1, 1ULL << 40)
                .default_is("as many as fit into the run")
                .says("Number of files."),
            "kind `tcp`", is<FlowKind::kTcp>);
  t.only_if(
      t.boolean("persistent", &FlowConfig::persistent)
          .source("cablelabs-2014: an FTP agent of ns-2")
          .says(
              "With `bytes`: true: one connection carries all files and keeps its window, without "
              "a gap if `pause_s` is 0. false: each file has a new connection."),
      "kind `tcp`", is<FlowKind::kTcp>);
}

void add_applications(Flows& t) {
  t.only_if(t.object("web", &FlowConfig::web, web_table()).says("The page and its servers."),
            "kind `web`", is<FlowKind::kWeb>);
  t.only_if(t.object("web_users", &FlowConfig::web_users, web_user_table())
                .says("Behaviour of the user; `count` is the number of users."),
            "kind `web_users`", is<FlowKind::kWebUsers>);
  t.only_if(t.object("wrt", &FlowConfig::wrt, wrt_table()).says("The probe."), "kind `wrt`",
            is<FlowKind::kWrt>);
  t.only_if(t.object("has", &FlowConfig::has, has_table()).says("The client."), "kind `has`",
            is<FlowKind::kHas>);
  t.only_if(t.object("ledbat", &FlowConfig::ledbat, ledbat_table()).says("The torrent."),
            "kind `ledbat`", is<FlowKind::kLedbat>);
}

void add_custom(Flows& t) {
  t.only_if(t.identifier("host", &FlowConfig::host)
                .required()
                .says("Name of the custom host at its ends, as the program registers it "
                      "(docs/extending.md)."),
            "kind `custom`", is<FlowKind::kCustom>);
  t.only_if(t.parameters("parameters", &FlowConfig::parameters)
                .default_is("as the host says")
                .says("Parameters of the custom host."),
            "kind `custom`", is<FlowKind::kCustom>);
}

}  // namespace

std::string_view kind_name(FlowKind kind) {
  const auto* const found =
      std::find_if(std::begin(kFlowKinds), std::end(kFlowKinds),
                   [kind](const Choice<FlowKind>& choice) { return choice.value == kind; });
  return found->name;
}

const Table<FlowConfig>& flow_table() {
  static const Table<FlowConfig> table = [] {
    Flows t("flow", "Traffic from one host to another through a modem.");
    add_common(t);
    add_path(t);
    add_headers(t);
    add_fairness(t);
    add_periodic(t);
    add_trace(t);
    add_tcp(t);
    add_applications(t);
    add_custom(t);
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
