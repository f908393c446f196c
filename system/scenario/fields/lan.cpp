#include "system/scenario/fields/lan.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr Choice<LanLine> kLines[] = {{"ethernet", LanLine::kEthernet}, {"none", LanLine::kNone}};

const Table<LanPortConfig>& lan_port_table() {
  static const Table<LanPortConfig> table = [] {
    Table<LanPortConfig> t("lan_port", "An Ethernet port of a modem, full duplex.");
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
