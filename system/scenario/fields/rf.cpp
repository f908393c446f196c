#include "system/scenario/fields/rf.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

const Table<DataProfileConfig>& data_profile_table() {
  static const Table<DataProfileConfig> table = [] {
    Table<DataProfileConfig> t(
        "data_profile", "A data profile of an OFDMA channel, for the modems assigned to it.");
    t.integer("iuc", &DataProfileConfig::iuc, 5, 13)
        .required()
        .source("MULPIv3.1 6.4.4")
        .says(
            "Interval usage code of the profile in MAPs: 5, 6, 9, 11, 12 or 13. 10 is the "
            "channel's own profile.");
    t.integer("bits_per_s_per_hz", &DataProfileConfig::bits_per_s_per_hz, 1, 12)
        .required()
        .says("Spectral efficiency; 80 % of it is payload.");
    return t;
  }();
  return table;
}

const Table<ChannelConfig>& channel_table() {
  static const Table<ChannelConfig> table = [] {
    Table<ChannelConfig> t("channel", "An upstream channel.");
    t.identifier("name", &ChannelConfig::name).required().says("Its name in results.");
    t.choice<docsis::ChannelKind>(
         "kind", &ChannelConfig::kind,
         {{"tdma", docsis::ChannelKind::kTdma}, {"ofdma", docsis::ChannelKind::kOfdma}})
        .default_is("tdma, ofdma (docsis31, docsis31-low-latency)")
        .source("MULPIv3.1 sec. 5.2.2")
        .says(
            "Channels of both kinds may be bonded. MAPs are built at one interval for all, "
            "`map_interval_us` of the link.");
    t.number("rate_mbps", &ChannelConfig::rate_mbps, 0.1, 10'000)
        .unit("Mbit/s")
        .default_is("30.72")
        .source("5.12 Msym/s of 64-QAM")
        .says("TDMA: rate of all bytes of a burst. The overhead of the keys below is part of it.");
    t.integer("ticks_per_minislot", &ChannelConfig::ticks_per_minislot, 1, 128)
        .unit("6.25 us")
        .default_is("2")
        .source("RFC 4546: a power of two")
        .says("TDMA: length of a minislot.");
    t.integer("symbol_rate_ksps", &ChannelConfig::symbol_rate_ksps, 160, 5120)
        .unit("ksym/s")
        .default_is("5120")
        .source("UCD TLV 1")
        .says(
            "TDMA: 160, 320, 640, 1280, 2560 or 5120. It sets the duration of preamble and guard "
            "time.");
    t.integer("preamble_symbols", &ChannelConfig::preamble_symbols, 0, 1536)
        .unit("symbols")
        .default_is("0: `rate_mbps` is then net of it")
        .source("UCD burst descriptor 3, there in bits")
        .says("TDMA: preamble of every burst, requests included.");
    t.integer("guard_symbols", &ChannelConfig::guard_symbols, 0, 255)
        .unit("symbols")
        .default_is("0: `rate_mbps` is then net of it")
        .source("UCD burst descriptor 9")
        .says("TDMA: guard time after every burst.");
    t.integer("fec_t", &ChannelConfig::fec_t, 0, 16)
        .default_is("0: `rate_mbps` is then net of it")
        .source("UCD burst descriptor 5")
        .says("TDMA: byte errors that a Reed-Solomon codeword corrects, by 2 T bytes of parity.");
    t.integer("fec_codeword_bytes", &ChannelConfig::fec_codeword_bytes, 16, 253)
        .unit("bytes")
        .default_is("253, with T at most 255 together with the parity")
        .source("UCD burst descriptor 6: k")
        .says("TDMA: payload of a codeword; the last codeword of a burst is shortened.");
    t.integer("subcarriers", &ChannelConfig::subcarriers, 16, 3800)
        .default_is("1880")
        .source("docsis-ns3")
        .says("OFDMA: number of data subcarriers.");
    t.integer("spacing_khz", &ChannelConfig::spacing_khz, 25, 50)
        .unit("kHz")
        .default_is("50")
        .source("MULPIv3.1: 25 or 50")
        .says("OFDMA: subcarrier spacing, 25 or 50.");
    t.integer("cyclic_prefix_samples", &ChannelConfig::cyclic_prefix_samples, 96, 640)
        .default_is("256, 96 (docsis31-low-latency)")
        .source("docsis-ns3")
        .says(
            "OFDMA: guard of each symbol, at 102.4 MS/s: 96, 128, 160, 192, 224, 256, 288, 320, "
            "384, 512 or 640.");
    t.integer("symbols_per_frame", &ChannelConfig::symbols_per_frame, 6, 36)
        .default_is("6")
        .source("docsis-ns3")
        .says("OFDMA: symbols per frame, K.");
    t.integer("bits_per_s_per_hz", &ChannelConfig::bits_per_s_per_hz, 1, 12)
        .default_is("10")
        .source("docsis-ns3")
        .says("OFDMA: spectral efficiency; 80 % of it is payload.");
    t.list("data_profiles", &ChannelConfig::data_profiles, data_profile_table())
        .default_is("all modems send at `bits_per_s_per_hz`")
        .source("MULPIv3.1: OFDMA profiles")
        .says(
            "OFDMA: further profiles, for modems with more or less noise. `data_iuc` of a modem "
            "and the event `change_data_profile` assign them.");
    return t;
  }();
  return table;
}

Table<cmts::SchedulerConfig> request_keys() {
  using cmts::SchedulerConfig;
  Table<SchedulerConfig> t("scheduler", "The upstream scheduler.");
  t.integer("request_opportunities", &SchedulerConfig::request_opportunities, 1, 1000)
      .source("engineering choice")
      .says("Least number of opportunities in the request region of each MAP.");
  t.integer("max_request_opportunities", &SchedulerConfig::max_request_opportunities, 1, 1000)
      .default_is("`request_opportunities`")
      .source("Schoute, Dynamic Frame Length ALOHA, 1983")
      .says(
          "Largest number of opportunities. Between the limits it is twice the number of "
          "modems that try, estimated from recent successes and collisions. While MAPs lack "
          "elements for some requests, it is `request_opportunities`.");
  t.choice<cmts::Sharing>(
       "sharing", &SchedulerConfig::sharing,
       {{"weighted", cmts::Sharing::kWeighted}, {"oldest_first", cmts::Sharing::kOldestFirst}})
      .says(
          "Division of a MAP that is too small for all. `weighted`: first reserved rates, then "
          "by priority, then in proportion to weights. `oldest_first`: in the order of the "
          "oldest request only.");
  return t;
}

Table<cmts::SchedulerConfig> backoff_keys() {
  using cmts::SchedulerConfig;
  Table<SchedulerConfig> t("scheduler", "The upstream scheduler.");
  t.integer("backoff_start", &SchedulerConfig::backoff_start, 0, 15)
      .source("ARRIS C4")
      .says(
          "Exponent of the first backoff window of a contention request. If "
          "`max_request_opportunities` lets the region grow, the window grows with it, up to "
          "`backoff_end`.");
  t.integer("backoff_end", &SchedulerConfig::backoff_end, 0, 15)
      .source("ARRIS C4")
      .says("Exponent of the largest backoff window; at least `backoff_start`.");
  return t;
}

}  // namespace

namespace {

const Table<DownstreamChannelConfig>& downstream_channel_table() {
  static const Table<DownstreamChannelConfig> table = [] {
    Table<DownstreamChannelConfig> t("downstream_channel",
                                     "One of several bonded downstream channels.");
    t.identifier("name", &DownstreamChannelConfig::name).required().says("Its name in results.");
    t.number("rate_mbps", &DownstreamChannelConfig::rate_mbps, 1, 20'000)
        .unit("Mbit/s")
        .source("clemson-2014, clemson-2015: 38")
        .says(
            "Rate of the channel. 256-QAM has 42.88 Mbit/s in 6 MHz, of which 38 remain for MAC "
            "frames, and 55.62 in 8 MHz, of which 50 remain.");
    t.number("overhead_percent", &DownstreamChannelConfig::overhead_percent, 0, 50)
        .unit("%")
        .says(
            "Share of the rate for forward error correction and MPEG framing: 0 if the rate is "
            "that of MAC frames, 11.4 if it is that of the symbols of 256-QAM.");
    t.number("extra_latency_us", &DownstreamChannelConfig::extra_latency_us, 0, 10'000)
        .unit("us")
        .says(
            "Additional latency against the primary channel, the first one: skew between "
            "channels.");
    return t;
  }();
  return table;
}

const Table<DownstreamQueueConfig>& downstream_queue_table() {
  static const Table<DownstreamQueueConfig> table = [] {
    Table<DownstreamQueueConfig> t("downstream_queue",
                                   "A queue of the CMTS that all modems share.");
    t.integer("buffer_bytes", &DownstreamQueueConfig::buffer_bytes, 1'522, 4'000'000'000U)
        .unit("bytes")
        .default_is(
            "4194304; with `buffer_packets`: these times 1522 bytes, or times the longest frame "
            "of a flow")
        .source("engineering choice")
        .says("Size of the queue.");
    t.integer("buffer_packets", &DownstreamQueueConfig::buffer_packets, 1, 1'000'000)
        .unit("packets")
        .default_is("not limited; 10240 for fq_codel with the default buffer")
        .source("clemson-2015 sec. 3.2: 2048, 65 (DT20); RFC 8290 sec. 5.2.3")
        .says("Limit of the queue in packets, in addition to bytes.");
    t.object("aqm", &DownstreamQueueConfig::aqm, aqm_table()).says("Its queue management.");
    return t;
  }();
  return table;
}

}  // namespace

const Table<RfConfig>& rf_table() {
  static const Table<RfConfig> table = [] {
    Table<RfConfig> t("rf", "The plant, and how the CMTS schedules it.");
    t.choice<RfProfile>("profile", &RfConfig::profile, kRfProfiles)
        .source("cablelabs-2012 sec. 2.2.4")
        .says(
            "Set of times and units: `docsis30` is TDMA, `docsis31` OFDMA. "
            "`docsis31-low-latency` is OFDMA with a MAP interval of 0.5 ms and a request-grant "
            "loop of 1 ms; its processing times are our estimates. `cablelabs-2012` is "
            "the model of a study: TDMA, and at the start of each MAP a request opportunity for "
            "every service flow, at most 117 per channel, so without contention. Grants follow "
            "behind them. Each modem is 1 ms away and has a transmit queue of 32 packets. The "
            "keys below replace single values of the set.");
    t.list("channels", &RfConfig::channels, channel_table())
        .default_is("one channel `us0`")
        .says("Upstream channels of the bonding set.");
    t.number("map_interval_us", &RfConfig::map_interval_us, 250, 20'000)
        .unit("us")
        .default_is(
            "2000, 2025 (docsis31), 502.5 (docsis31-low-latency); if that does not fit the "
            "channels, the fitting value nearest to 2000, or to 500")
        .source("docsis-ns3; MULPI sec. 6.4.4")
        .says(
            "Time from one MAP to the next, on all channels. It must be a multiple of each TDMA "
            "minislot (12.5 us with 2 ticks) and each OFDMA frame (K symbols, by default 135 us).");
    t.number("map_lead_us", &RfConfig::map_lead_us, 0, 1'000'000)
        .unit("us")
        .default_is(
            "2000, 1110 (docsis31), 405 (docsis31-low-latency), or more if the farthest modem "
            "needs it")
        .source("RFC 8034 sec. 4.2; MULPIv3.1 6.4.4")
        .says(
            "Time from the build of a MAP to the start of its allocation. It is at least the sum "
            "of: the build time; its serialisation behind a packet and the other channels' MAPs; "
            "the latency of downstream and plant; `cm_map_proc_us`.");
    t.number("decode_us", &RfConfig::decode_us, 0, 20'000)
        .unit("us")
        .default_is(
            "100 (docsis30), 135 (docsis31), 125.625 (docsis31-low-latency), 0 (cablelabs-2012); "
            "with OFDMA channels only, their "
            "longest frame, except with cablelabs-2012")
        .source("engineering choice; docsis-ns3")
        .says("Time from the end of a burst at the CMTS until the scheduler knows its request.");
    t.number("map_build_us", &RfConfig::map_build_us, 0, 20'000)
        .unit("us")
        .default_is("200, 50 (docsis31-low-latency), 0 (cablelabs-2012)")
        .source("docsis-ns3")
        .says("Part of the lead: time until the first octet of a MAP can leave the CMTS.");
    t.number("downstream_latency_us", &RfConfig::downstream_latency_us, 0, 20'000)
        .unit("us")
        .default_is("680 (docsis30), 90 (docsis31), 45 (docsis31-low-latency), 0 (cablelabs-2012)")
        .source("interleaver of Annex B; docsis-ns3")
        .says("Latency of interleaver and pipelines of the downstream, without the plant.");
    t.number("cm_map_proc_us", &RfConfig::cm_map_proc_us, 0, 20'000)
        .unit("us")
        .default_is(
            "650, 600 and K + 1 symbols (docsis31), 100 and K + 1 symbols (docsis31-low-latency)")
        .source("cablelabs-2014 sec. 3.2; docsis-ns3, MULPI Annex B")
        .says(
            "Processing time that the CMTS allows a modem between the end of a MAP and the first "
            "burst in it.");
    t.number("map_phase_us", &RfConfig::map_phase_us, 0, 20'000)
        .unit("us")
        .default_is("drawn from the seed")
        .says("First allocation start, relative to the earliest possible.");
    t.number("grant_offset_us", &RfConfig::grant_offset_us, 0, 20'000)
        .unit("us")
        .default_is("drawn for each MAP; 0 (cablelabs-2012)")
        .says(
            "Start of a MAP's grants, relative to its allocation start; below `map_interval_us`.");
    t.part(&RfConfig::scheduler, request_keys());
    t.choice<Admission>("admission", &RfConfig::admission,
                        {{"accept", Admission::kAccept}, {"refuse", Admission::kRefuse}})
        .source("engineering choice")
        .says(
            "Reaction to reserved rates and unsolicited grants that the channels cannot carry "
            "together, in each direction. `accept`: all are accepted, and a note names the "
            "excess. `refuse`: the first service flow that exceeds the channels is an error.");
    t.object("capacity", &RfConfig::capacity, capacity_table())
        .default_is("the full capacity of the channels")
        .source("cablelabs-2012, cablelabs-2014: RF congestion")
        .says("Upstream capacity that other traffic leaves.");
    t.part(&RfConfig::scheduler, backoff_keys());
    t.string("shared_secret", &RfConfig::shared_secret)
        .default_is("the CMTS does not check")
        .source("MULPI D.2.1")
        .says("Key of the CMTS MIC in the modems' configuration files.");
    t.number("downstream_mbps", &RfConfig::downstream_mbps, 1, 100'000)
        .unit("Mbit/s")
        .source("OFDM channel")
        .says(
            "Rate of the downstream for all modems, with every byte of a MAC frame. With "
            "`downstream_channels` it is their sum.");
    t.list("downstream_channels", &RfConfig::downstream_channels, downstream_channel_table())
        .default_is("one channel of `downstream_mbps`")
        .source("MULPIv3.1 8.2: downstream channel bonding; clemson-2015: 4 x 38")
        .says(
            "1 to 32 bonded channels. The first is the primary channel, which carries the MAPs. "
            "A packet takes any free channel; modems restore the order.");
    t.number("downstream_loss_percent", &RfConfig::downstream_loss_percent, 0, 100)
        .unit("%")
        .says("Share of packets that do not reach their modem; independent losses.");
    t.number("upstream_loss_percent", &RfConfig::upstream_loss_percent, 0, 100)
        .unit("%")
        .says("Share of data bursts (segments) that do not reach the CMTS; independent losses.");
    t.number("request_loss_percent", &RfConfig::request_loss_percent, 0, 100)
        .unit("%")
        .says("Share of request frames that do not reach the CMTS; independent losses.");
    t.number("map_loss_percent", &RfConfig::map_loss_percent, 0, 100)
        .unit("%")
        .says("Share of MAPs that do not reach a modem; independent losses, for each modem.");
    t.number("map_delay_percent", &RfConfig::map_delay_percent, 0, 100)
        .unit("%")
        .says(
            "Share of MAPs that reach a modem `map_delay_us` late; independent delays, for each "
            "modem.");
    t.number("map_delay_us", &RfConfig::map_delay_us, 0, 100'000)
        .unit("us")
        .says("Delay of these MAPs, and of those of the event `delay_map`.");
    t.object("downstream_queue", &RfConfig::downstream_queue, downstream_queue_table())
        .default_is("a queue per modem")
        .source("clemson-2014, clemson-2015")
        .says(
            "One queue for the packets of all modems, instead of the queues of downstream "
            "service flows: the channel is the bottleneck. Packets beyond a service flow's rate "
            "wait in front of it, within the service flow's buffer. The service flow's `aqm`, "
            "`traffic_priority`, `min_reserved_rate_mbps` and `weight` have no effect.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
