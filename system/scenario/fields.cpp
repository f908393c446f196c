#include "system/scenario/fields.h"

namespace docsis_vp::system {

namespace {

const Table<StatsConfig>& stats_table() {
  static const Table<StatsConfig> table = [] {
    Table<StatsConfig> t("stats", "What the statistics leave out.");
    t.number("warmup_s", &StatsConfig::warmup_s, 0, 86'400)
        .unit("s")
        .says(
            "Packets that leave their queue before this time count in no mean and no "
            "percentile; counters cover the whole run.");
    return t;
  }();
  return table;
}

const Table<ChannelConfig>& channel_table() {
  static const Table<ChannelConfig> table = [] {
    Table<ChannelConfig> t("channel", "An upstream channel.");
    t.identifier("name", &ChannelConfig::name).required().says("Its name in results.");
    t.number("rate_mbps", &ChannelConfig::rate_mbps, 0.1, 10'000)
        .unit("Mbit/s")
        .default_is("30.72")
        .source("5.12 Msym/s of 64-QAM")
        .says("TDMA: what it carries, every byte of a burst counted.");
    t.integer("ticks_per_minislot", &ChannelConfig::ticks_per_minislot, 1, 128)
        .unit("6.25 us")
        .default_is("2")
        .source("RFC 4546: a power of two")
        .says("TDMA: length of a minislot.");
    t.integer("subcarriers", &ChannelConfig::subcarriers, 16, 3800)
        .default_is("1880")
        .source("docsis-ns3")
        .says("OFDMA: how many carry data.");
    t.integer("spacing_khz", &ChannelConfig::spacing_khz, 25, 50)
        .unit("kHz")
        .default_is("50")
        .source("MULPIv3.1: 25 or 50")
        .says("OFDMA: distance of subcarriers.");
    t.integer("cyclic_prefix_samples", &ChannelConfig::cyclic_prefix_samples, 96, 640)
        .default_is("256")
        .source("docsis-ns3")
        .says("OFDMA: guard of each symbol, at 102.4 MS/s.");
    t.integer("symbols_per_frame", &ChannelConfig::symbols_per_frame, 6, 36)
        .default_is("6")
        .source("docsis-ns3")
        .says("OFDMA: K, symbols of a frame.");
    t.integer("bits_per_s_per_hz", &ChannelConfig::bits_per_s_per_hz, 1, 12)
        .default_is("10")
        .source("docsis-ns3")
        .says("OFDMA: spectral efficiency, 80 % of it payload.");
    return t;
  }();
  return table;
}

const Table<RfConfig>& rf_table() {
  static const Table<RfConfig> table = [] {
    Table<RfConfig> t("rf", "The plant, and how the CMTS schedules it.");
    t.choice<RfProfile>("profile", &RfConfig::profile,
                        {{"docsis30", RfProfile::kDocsis30}, {"docsis31", RfProfile::kDocsis31}})
        .says(
            "A set of times and units: TDMA as in DOCSIS 3.0, or OFDMA as in DOCSIS 3.1. The "
            "keys below replace single values of it.");
    t.list("channels", &RfConfig::channels, channel_table())
        .default_is("one channel `us0`")
        .says("The bonding set.");
    t.number("map_interval_us", &RfConfig::map_interval_us, 250, 20'000)
        .unit("us")
        .default_is("2000 (docsis30), 2025 (docsis31)")
        .source("docsis-ns3; MULPI sec. 6.4.4")
        .says("Time from one MAP to the next; in docsis31 whole frames of 135 us.");
    t.number("map_lead_us", &RfConfig::map_lead_us, 0, 20'000)
        .unit("us")
        .default_is("2000 (docsis30), 1110 (docsis31)")
        .source("RFC 8034 sec. 4.2")
        .says("How long before its allocation starts a MAP is built.");
    t.number("decode_us", &RfConfig::decode_us, 0, 20'000)
        .unit("us")
        .default_is("100 (docsis30), 135 (docsis31)")
        .source("engineering choice; docsis-ns3")
        .says("From the end of a burst at the CMTS until the scheduler knows what it asked for.");
    t.number("map_build_us", &RfConfig::map_build_us, 0, 20'000)
        .unit("us")
        .default_is("200")
        .source("docsis-ns3")
        .says("Of the lead, what the CMTS takes until the first octet of a MAP can leave.");
    t.number("downstream_latency_us", &RfConfig::downstream_latency_us, 0, 20'000)
        .unit("us")
        .default_is("680 (docsis30), 90 (docsis31)")
        .source("interleaver of Annex B; docsis-ns3")
        .says("Interleaver and pipelines of the downstream, without the plant.");
    t.number("cm_map_proc_us", &RfConfig::cm_map_proc_us, 0, 20'000)
        .unit("us")
        .default_is("650 (docsis30), 757.5 (docsis31)")
        .source("cablelabs-2014 sec. 3.2; docsis-ns3, MULPI Annex B")
        .says(
            "Processing time the CMTS grants a modem between the end of a MAP and the first "
            "burst it describes.");
    t.number("map_phase_us", &RfConfig::map_phase_us, 0, 20'000)
        .unit("us")
        .default_is("drawn from the seed")
        .says("First allocation start, counted from the earliest possible.");
    t.number("grant_offset_us", &RfConfig::grant_offset_us, 0, 20'000)
        .unit("us")
        .default_is("drawn for each MAP")
        .says("Where the grants of a MAP begin, counted from its allocation start.");
    t.integer("request_opportunities", &RfConfig::request_opportunities, 1, 1000)
        .source("engineering choice")
        .says("In the request region of each MAP.");
    t.integer("backoff_start", &RfConfig::backoff_start, 0, 15)
        .source("ARRIS C4")
        .says("Exponent of the first backoff window of a contention request.");
    t.integer("backoff_end", &RfConfig::backoff_end, 0, 15)
        .source("ARRIS C4")
        .says("Exponent of the largest.");
    t.number("downstream_mbps", &RfConfig::downstream_mbps, 1, 100'000)
        .unit("Mbit/s")
        .source("OFDM channel")
        .says("Rate of the downstream, shared by all modems.");
    return t;
  }();
  return table;
}

const Table<CpuConfig>& cpu_table() {
  static const Table<CpuConfig> table = [] {
    Table<CpuConfig> t("cpu", "The control CPU of a modem, an RV32IMC hart.");
    t.choice<CpuProfile>("profile", &CpuConfig::profile,
                         {{"ibex-small", CpuProfile::kIbexSmall},
                          {"ibex-maxperf", CpuProfile::kIbexMaxperf},
                          {"ideal", CpuProfile::kIdeal},
                          {"zero", CpuProfile::kZero}})
        .source("measured on Ibex RTL")
        .says("Cycles per instruction; `ideal` takes one each, `zero` none at all.");
    t.number("clock_mhz", &CpuConfig::clock_mhz, 0.001, 10'000)
        .unit("MHz")
        .source("engineering choice")
        .says("Clock of the core and its bus.");
    t.number("quantum_us", &CpuConfig::quantum_us, 0.001, 1'000'000)
        .unit("us")
        .says("How far the core may run ahead of the rest; speed only, it changes no result.");
    t.integer("memory_wait_states", &CpuConfig::memory_wait_states, 0, 1000)
        .unit("cycles")
        .source("engineering choice: tightly coupled memory")
        .says("Of ROM and RAM, per access.");
    t.integer("register_wait_states", &CpuConfig::register_wait_states, 0, 1000)
        .unit("cycles")
        .source("engineering choice: a bridge to the peripheral bus")
        .says("Of registers, per access.");
    return t;
  }();
  return table;
}

const Table<MapParserConfig>& map_parser_table() {
  static const Table<MapParserConfig> table = [] {
    Table<MapParserConfig> t("map_parser", "Reads MAP messages and fills the grant table.");
    t.integer("parsers", &MapParserConfig::parsers, 1, 8)
        .source("engineering choice")
        .says("How many work side by side, each on one MAP.");
    t.integer("cycles_per_map", &MapParserConfig::cycles_per_map, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of a MAP's headers.");
    t.integer("cycles_per_element", &MapParserConfig::cycles_per_element, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of every information element, those of foreign SIDs too.");
    return t;
  }();
  return table;
}

const Table<BurstBuilderConfig>& burst_builder_table() {
  static const Table<BurstBuilderConfig> table = [] {
    Table<BurstBuilderConfig> t("burst_builder", "Pulls granted bytes out of queue memory.");
    t.integer("cycles_per_segment", &BurstBuilderConfig::cycles_per_segment, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of a segment.");
    t.integer("cycles_per_packet", &BurstBuilderConfig::cycles_per_packet, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of each packet that a segment touches.");
    t.choice<BuildUnit>("build_unit", &BurstBuilderConfig::build_unit,
                        {{"grant", BuildUnit::kGrant}, {"frame", BuildUnit::kFrame}})
        .default_is("grant (docsis30), frame (docsis31)")
        .source("cablelabs-2014 sec. 3.2")
        .says("What must be ready at its deadline: a whole burst, or one OFDMA frame of it.");
    return t;
  }();
  return table;
}

const Table<QueueMemoryConfig>& queue_memory_table() {
  static const Table<QueueMemoryConfig> table = [] {
    Table<QueueMemoryConfig> t("queue_memory", "Off-die memory that holds waiting packets.");
    t.integer("capacity_bytes", &QueueMemoryConfig::capacity_bytes, 1'522, 1ULL << 40)
        .unit("bytes")
        .source("engineering choice")
        .says("All service flows together.");
    t.integer("descriptors_per_flow", &QueueMemoryConfig::descriptors_per_flow, 1, 1U << 20)
        .source("engineering choice")
        .says("Packets that one service flow can hold.");
    t.integer("port_bytes_per_cycle", &QueueMemoryConfig::port_bytes_per_cycle, 1, 1'024)
        .unit("bytes")
        .source("engineering choice")
        .says("Width of its port, at the MAC clock.");
    t.number("port_efficiency_percent", &QueueMemoryConfig::port_efficiency_percent, 1, 100)
        .unit("%")
        .source("engineering choice")
        .says("Share of the port's cycles that move data.");
    t.boolean("writes_alternate_with_reads", &QueueMemoryConfig::writes_alternate_with_reads)
        .source("engineering choice")
        .says(
            "A read takes every second beat of the port and writes never wait; else a read takes "
            "all beats and writes wait.");
    return t;
  }();
  return table;
}

const Table<AqmEngineConfig>& aqm_engine_table() {
  static const Table<AqmEngineConfig> table = [] {
    Table<AqmEngineConfig> t("aqm_engine", "The block that accepts or drops packets.");
    t.choice<DelayBytes>("delay_bytes", &AqmEngineConfig::delay_bytes,
                         {{"all", DelayBytes::kAll},
                          {"ungranted", DelayBytes::kUngranted},
                          {"unreleased", DelayBytes::kUnreleased}})
        .source("RFC 8034 sec. 4.1; cablelabs-2012")
        .says(
            "Which waiting bytes the law counts: all, those without a grant, or those the "
            "shaper still holds back.");
    t.integer("law_cycles_per_flow", &AqmEngineConfig::law_cycles_per_flow, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice; a serial datapath needs about 60")
        .says("What the law in hardware takes for a service flow.");
    return t;
  }();
  return table;
}

const Table<ModemConfig>& modem_table() {
  static const Table<ModemConfig> table = [] {
    Table<ModemConfig> t("modem", "A cable modem: its place on the plant and its chip.");
    t.identifier("name", &ModemConfig::name).required().says("Its name.");
    t.number("plant_delay_us", &ModemConfig::plant_delay_us, 0, 1'000)
        .unit("us")
        .source("8 km of fibre")
        .says("One-way delay to the CMTS.");
    t.number("mac_clock_mhz", &ModemConfig::mac_clock_mhz, 1, 10'000)
        .unit("MHz")
        .source("engineering choice")
        .says("Clock of the MAC blocks and of queue memory.");
    const std::vector<std::pair<std::string_view, Placement>> placements = {
        {"hardware", Placement::kHardware}, {"firmware", Placement::kFirmware}};
    t.choice<Placement>("control_law", &ModemConfig::control_law, placements)
        .says(
            "Who computes the drop probability every 16 ms: a sequencer in the AQM engine or "
            "firmware on the CPU.");
    t.choice<Placement>("drop", &ModemConfig::drop, {{"hardware", Placement::kHardware}})
        .says("Who decides on each packet.");
    t.object("cpu", &ModemConfig::cpu, cpu_table())
        .says("The control CPU; there is one only if `control_law` is `firmware`.");
    t.firmware("firmware", &ModemConfig::firmware)
        .says(
            "What the CPU runs: a name, looked up beside the scenario, in `$DOCSIS_VP_PATH`, in "
            "the build tree and among the installed images, or the path of an ELF file.");
    t.object("map_parser", &ModemConfig::map_parser, map_parser_table())
        .says("Costs of the MAP parser.");
    t.object("burst_builder", &ModemConfig::burst_builder, burst_builder_table())
        .says("Costs of the burst builder.");
    t.object("queue_memory", &ModemConfig::queue_memory, queue_memory_table())
        .says("Size and bandwidth of queue memory.");
    t.object("aqm_engine", &ModemConfig::aqm_engine, aqm_engine_table())
        .says("Variants of the AQM engine.");
    return t;
  }();
  return table;
}

const Table<AqmConfig>& aqm_table() {
  static const Table<AqmConfig> table = [] {
    Table<AqmConfig> t("aqm", "The active queue management of a service flow.");
    t.set_shorthand("algorithm");
    t.choice<AqmAlgorithm>(
         "algorithm", &AqmConfig::algorithm,
         {{"none", AqmAlgorithm::kNone}, {"docsis_pie", AqmAlgorithm::kDocsisPie}})
        .source("RFC 8034")
        .says("`none` drops packets only when the buffer is full.");
    t.integer("target_ms", &AqmConfig::target_ms, 1, 255)
        .unit("ms")
        .source("RFC 8034 sec. 4.1; MULPI C.2.2.7.12")
        .says("LATENCY_TARGET, the queueing delay the law steers to.");
    return t;
  }();
  return table;
}

const std::vector<std::pair<std::string_view, Direction>> kDirections = {
    {"upstream", Direction::kUpstream}, {"downstream", Direction::kDownstream}};

const Table<ServiceFlowConfig>& service_flow_table() {
  static const Table<ServiceFlowConfig> table = [] {
    Table<ServiceFlowConfig> t("service_flow",
                               "A service flow: a queue of a modem and its quality of service. "
                               "Rates and sizes count Ethernet bytes, DA to CRC.");
    t.identifier("name", &ServiceFlowConfig::name).required().says("Its name.");
    t.identifier("modem", &ServiceFlowConfig::modem).required().says("The modem it belongs to.");
    t.choice<Direction>("direction", &ServiceFlowConfig::direction, kDirections)
        .says("Towards the CMTS, or from it.");
    t.number("max_sustained_rate_mbps", &ServiceFlowConfig::max_sustained_rate_mbps, 0.008, 10'000)
        .required()
        .unit("Mbit/s")
        .source("MULPI C.2.2.7.2")
        .says("Rate of the sustained-rate token bucket.");
    t.number("peak_rate_mbps", &ServiceFlowConfig::peak_rate_mbps, 0.008, 10'000)
        .unit("Mbit/s")
        .default_is("not limited")
        .source("MULPI C.2.2.7.10")
        .says("Rate of the peak-rate token bucket, 1522 bytes deep.");
    t.integer("max_burst_bytes", &ServiceFlowConfig::max_burst_bytes, 1'522, 4'000'000'000U)
        .unit("bytes")
        .source("MULPI C.2.2.7.3")
        .says("Depth of the sustained-rate token bucket.");
    t.integer("traffic_priority", &ServiceFlowConfig::traffic_priority, 0, 7)
        .source("MULPI C.2.2.7.1")
        .says("7 is the highest.");
    t.integer("request_unit_bytes", &ServiceFlowConfig::request_unit_bytes, 1, 16)
        .unit("bytes")
        .source("MULPI TLV 24.26")
        .says("N: a request counts in units of 1, 2, 4, 8 or 16 bytes.");
    t.integer("contention_window_eighths", &ServiceFlowConfig::contention_window_eighths, 4, 12)
        .source("MULPI TLV 24.25")
        .says("Multiplies the backoff window of contention requests.");
    t.number("buffer_ms", &ServiceFlowConfig::buffer_ms, 0.001, 100'000)
        .unit("ms")
        .default_is("250, unless `buffer_bytes` is given")
        .source("cablelabs-2014 sec. 9")
        .says("Size of the queue as time at the maximum sustained rate.");
    t.integer("buffer_bytes", &ServiceFlowConfig::buffer_bytes, 1'522, 4'000'000'000U)
        .unit("bytes")
        .default_is("follows from `buffer_ms`")
        .source("MULPI C.2.2.7.11")
        .says("Size of the queue.");
    t.object("aqm", &ServiceFlowConfig::aqm, aqm_table()).says("Its queue management.");
    return t;
  }();
  return table;
}

const Table<FlowConfig>& flow_table() {
  static const Table<FlowConfig> table = [] {
    const auto is_udp = [](const FlowConfig& flow) { return flow.kind == FlowKind::kUdp; };
    const auto is_trace = [](const FlowConfig& flow) { return flow.kind == FlowKind::kTrace; };
    Table<FlowConfig> t("flow", "Packets from one host to another through a modem.");
    t.identifier("name", &FlowConfig::name).required().says("Its name.");
    t.choice<FlowKind>("kind", &FlowConfig::kind,
                       {{"udp", FlowKind::kUdp}, {"trace", FlowKind::kTrace}})
        .says("A periodic source, or the packets of a capture at the times of the capture.");
    t.identifier("modem", &FlowConfig::modem).required().says("The modem it passes.");
    t.choice<Direction>("direction", &FlowConfig::direction, kDirections)
        .says("From the modem's LAN to the CMTS's WAN, or the other way.");
    t.number("start_s", &FlowConfig::start_s, 0, 86'400)
        .unit("s")
        .says("Before this time it sends nothing.");
    t.number("stop_s", &FlowConfig::stop_s, 0, 86'400)
        .unit("s")
        .default_is("the end of the run")
        .says("From this time on it sends nothing.");
    t.only_if(t.integer("packet_bytes", &FlowConfig::packet_bytes, 64, 2'000)
                  .unit("bytes")
                  .source("IEEE 802.3; MULPI 3.1 for more than 1518")
                  .says("Size of each Ethernet frame, DA to CRC."),
              "kind `udp`", is_udp);
    t.only_if(t.number("interval_us", &FlowConfig::interval_us, 0.1, 1e9)
                  .required()
                  .unit("us")
                  .says("Time from one packet to the next."),
              "kind `udp`", is_udp);
    t.only_if(t.number("jitter_percent", &FlowConfig::jitter_percent, 0, 100)
                  .unit("%")
                  .says("Each interval is drawn evenly from so much below to so much above it."),
              "kind `udp`", is_udp);
    t.only_if(t.integer("packets", &FlowConfig::packets, 1, UINT32_MAX)
                  .default_is("as many as there is time for")
                  .says("How many packets it sends."),
              "kind `udp`", is_udp);
    t.only_if(t.number("phase_us", &FlowConfig::phase_us, 0, 1e9)
                  .unit("us")
                  .default_is("drawn evenly from an interval")
                  .says("From `start_s` to the first packet."),
              "kind `udp`", is_udp);
    t.only_if(t.path("file", &FlowConfig::file)
                  .required()
                  .says("The capture, pcap or pcapng of Ethernet or raw IP; a relative path counts "
                        "from the file that names it."),
              "kind `trace`", is_trace);
    t.only_if(t.string("ip_source", &FlowConfig::ip_source)
                  .says("Only packets of this IPv4 or IPv6 address, or of the prefix if `/` and a "
                        "length follow; a capture usually has both directions."),
              "kind `trace`", is_trace);
    t.only_if(t.number("speed", &FlowConfig::speed, 0.001, 1000)
                  .says("Divides the times between packets."),
              "kind `trace`", is_trace);
    t.only_if(t.boolean("loop", &FlowConfig::loop).says("Starts over when the capture ends."),
              "kind `trace`", is_trace);
    return t;
  }();
  return table;
}

const Table<EventConfig>& event_table() {
  static const Table<EventConfig> table = [] {
    Table<EventConfig> t("event", "Something that goes wrong; results list it under `events`.");
    t.number("time_s", &EventConfig::time_s, 0, 86'400)
        .required()
        .unit("s")
        .says("It strikes what comes first at or after this time.");
    t.choice<EventKind>("kind", &EventConfig::kind,
                        {{"lose_map", EventKind::kLoseMap},
                         {"lose_request", EventKind::kLoseRequest},
                         {"lose_burst", EventKind::kLoseBurst},
                         {"miss_grant", EventKind::kMissGrant}})
        .required()
        .says(
            "A MAP does not reach the modem, a request frame or a data burst does not reach the "
            "CMTS, or the burst builder cannot meet the deadline of a grant.");
    t.identifier("modem", &EventConfig::modem).required().says("Whose.");
    t.integer("count", &EventConfig::count, 1, 1'000'000).says("How many in a row.");
    return t;
  }();
  return table;
}

}  // namespace

const Table<Scenario>& scenario_table() {
  static const Table<Scenario> table = [] {
    Table<Scenario> t("scenario", "A whole run: what is built, what happens, what is measured.");
    t.identifier("name", &Scenario::name)
        .default_is("the name of the file")
        .says("Names the run and its folder of results.");
    t.string("description", &Scenario::description).says("What the run is for.");
    t.number("duration_s", &Scenario::duration_s, 1e-6, 86'400)
        .unit("s")
        .says("Simulated time; `--duration` replaces it.");
    t.integer("seed", &Scenario::seed, 0, (1ULL << 53) - 1)
        .says("All random numbers follow from it; `--seed` replaces it.");
    t.object("stats", &Scenario::stats, stats_table()).says("What the statistics leave out.");
    t.object("rf", &Scenario::rf, rf_table()).says("The link.");
    t.list("modems", &Scenario::modems, modem_table()).required().says("The modems.");
    t.list("service_flows", &Scenario::service_flows, service_flow_table())
        .required()
        .says("Their service flows.");
    t.list("flows", &Scenario::flows, flow_table()).says("The traffic.");
    t.list("events", &Scenario::events, event_table()).says("What goes wrong, and when.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
