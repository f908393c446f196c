#include "system/scenario/fields/lan.h"

#include <vector>

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr Choice<LanLine> kLines[] = {{"ethernet", LanLine::kEthernet}, {"none", LanLine::kNone}};

constexpr Choice<WifiRateControl> kRateControls[] = {{"minstrel", WifiRateControl::kMinstrel},
                                                     {"fixed", WifiRateControl::kFixed}};
constexpr double kLeastSnrDb = -20;
constexpr double kMostSnrDb = 100;

std::vector<unsigned> rates_of_802_11g() {
  return {6, 9, 12, 18, 24, 36, 48, 54};
}

const Table<WifiSnrStep>& wifi_snr_step_table() {
  static const Table<WifiSnrStep> table = [] {
    Table<WifiSnrStep> t("wifi_snr_step", "A change of a station's channel.");
    t.number("at_s", &WifiSnrStep::at_s, 0, 86'400)
        .unit("s")
        .required()
        .says("Time of the change, later than that of the step before.");
    t.number("snr_db", &WifiSnrStep::snr_db, kLeastSnrDb, kMostSnrDb)
        .unit("dB")
        .required()
        .says("Signal-to-noise ratio from then on.");
    return t;
  }();
  return table;
}

const Table<WifiStationKeys>& wifi_station_table() {
  static const Table<WifiStationKeys> table = [] {
    Table<WifiStationKeys> t("wifi_station", "A host with an 802.11g radio.");
    t.identifier("name", &WifiStationKeys::name)
        .required()
        .says("Name of the station, for `wifi_station` of flows.");
    t.number("snr_db", &WifiStationKeys::snr_db, kLeastSnrDb, kMostSnrDb)
        .unit("dB")
        .default_is("`snr_db` of the port")
        .says("Signal-to-noise ratio of its frames, both ways.");
    t.list_if_any("snr_steps", &WifiStationKeys::snr_steps, wifi_snr_step_table())
        .default_is("none")
        .says("Changes of the signal-to-noise ratio, as the station moves.");
    t.integer_of("rate_mbps", &WifiStationKeys::rate_mbps, rates_of_802_11g())
        .unit("Mbit/s")
        .default_is("`rate_mbps` of the port, if it has one")
        .says("Fixed rate of the station, both ways, whatever the rate control of the others.");
    return t;
  }();
  return table;
}

const Table<WifiKeys>& wifi_table() {
  static const Table<WifiKeys> table = [] {
    Table<WifiKeys> t("wifi",
                      "An 802.11g cell: the port's hosts are stations, the modem has the access "
                      "point. All share one channel.");
    t.choice<WifiRateControl>("rate_control", &WifiKeys::rate_control, kRateControls)
        .source("Linux: net/mac80211/rc80211_minstrel.c")
        .says(
            "Rates of the frames, for each station and direction: by Minstrel's kind of rate "
            "control, or always `rate_mbps`.");
    t.only_if(t.integer_of("rate_mbps", &WifiKeys::rate_mbps, rates_of_802_11g())
                  .unit("Mbit/s")
                  .default_is("54")
                  .source("IEEE 802.11-2007 clause 19")
                  .says("Rate of all frames but acknowledgments."),
              "`rate_control` `fixed`",
              [](const WifiKeys& wifi) { return wifi.rate_control == WifiRateControl::kFixed; });
    t.number("snr_db", &WifiKeys::snr_db, kLeastSnrDb, kMostSnrDb)
        .unit("dB")
        .source("engineering choice")
        .says(
            "Signal-to-noise ratio of stations without one of their own. A rate loses a tenth of "
            "its frames of 1000 bytes at 4, 5, 7, 9, 12, 16, 20, 21 dB (6 to 54 Mbit/s), and ten "
            "times less for each dB more.");
    t.integer("ap_queue_packets", &WifiKeys::ap_queue_packets, 1, 1'000'000)
        .source("Linux: DEFAULT_TX_QUEUE_LEN")
        .says(
            "Frames for all stations that may wait in the access point. In each station "
            "`host_queue_packets` may wait.");
    t.integer("retry_limit", &WifiKeys::retry_limit, 1, 255)
        .source("IEEE 802.11-2007: dot11ShortRetryLimit")
        .says(
            "Sendings of a frame at a fixed rate before it is lost. Minstrel's chain of rates has "
            "limits of its own.");
    t.list_if_any("stations", &WifiKeys::stations, wifi_station_table())
        .default_is("none")
        .says(
            "Stations that carry several flows or have a channel of their own. A flow that names "
            "none has a station of its own.");
    return t;
  }();
  return table;
}

const Table<LanPortConfig>& lan_port_table() {
  static const Table<LanPortConfig> table = [] {
    Table<LanPortConfig> t("lan_port",
                           "An Ethernet port of a modem, full duplex, or its Wi-Fi access point.");
    t.identifier("name", &LanPortConfig::name)
        .required()
        .says("Name of the port, for `ethernet_port` of flows.");
    t.choice<LanLine>("line", &LanPortConfig::line, kLines)
        .says(
            "`ethernet`: frames enter and leave one after the other at the line rate. `none`: "
            "frames enter and leave in no time, any number at one instant, as in simulators whose "
            "hosts sit at the queue. Hold, deadlines and port contention of such a run are not "
            "those of silicon, and `check` says so. `rate_mbps` then sizes gates only.");
    t.integer_of("rate_mbps", &LanPortConfig::rate_mbps, {10, 100, 1000, 2500, 5000, 10000})
        .unit("Mbit/s")
        .default_is(
            "the least of 1000, 2500, 5000, 10000 that carries the modem's upstream service "
            "flows together in frames of 1518 bytes, each at its peak rate or, without one, at "
            "its sustained rate, and those of an aggregate at no more than the aggregate's; 10000 "
            "if none suffices")
        .source("IEEE 802.3 clauses 14, 25, 40, 126, 55")
        .says(
            "Line rate, each way. A frame takes its own length, 8 bytes of preamble and 12 of gap: "
            "1000 Mbit/s carry 987 Mbit/s of frames of 1518 bytes, or 1.488 million of 64 bytes a "
            "second.");
    t.integer("host_queue_packets", &LanPortConfig::host_queue_packets, 1, 1'000'000)
        .source("Linux: DEFAULT_TX_QUEUE_LEN")
        .says(
            "Frames that may wait in the hosts while the port is busy. Further frames are lost "
            "there, except those of TCP: a connection stops before.");
    t.object("wifi", &LanPortConfig::wifi, wifi_table())
        .default_is("none")
        .says(
            "The hosts reach the modem by 802.11g instead of a line: both ways share one channel, "
            "frames collide and are sent again (docs/traffic.md). `rate_mbps` then sizes gates "
            "only.");
    return t;
  }();
  return table;
}

}  // namespace

const Table<LanConfig>& lan_table() {
  static const Table<LanConfig> table = [] {
    Table<LanConfig> t("lan", "The LAN side of a modem.");
    t.list("ports", &LanConfig::ports, lan_port_table())
        .default_is("one, `lan0`")
        .says("Its Ethernet ports.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
