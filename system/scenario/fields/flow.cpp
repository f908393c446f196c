#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

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
    t.choice<Direction>("direction", &FlowConfig::direction, direction_names())
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

}  // namespace docsis_vp::system
