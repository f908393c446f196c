#include "system/scenario/fields/service_flow.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

using queue::DropTail;

constexpr Choice<DropTail> kDropTails[] = {{"full", DropTail::kFull}, {"ns2", DropTail::kNs2}};

const Table<cm::TransmitQueueConfig>& transmit_queue_table() {
  static const Table<cm::TransmitQueueConfig> table = [] {
    Table<cm::TransmitQueueConfig> t(
        "transmit_queue",
        "A second, short queue of an upstream service flow, between the "
        "shaper and the bursts.");
    t.integer("packets", &cm::TransmitQueueConfig::packets, 0, 100'000)
        .unit("packets")
        .source("cablelabs-2012 sec. 2.2.4")
        .says("Size of the queue; 0: no transmit queue.");
    t.choice<DropTail>("drop_tail", &cm::TransmitQueueConfig::drop_tail, kDropTails)
        .source("drop-tail.cc of ns-2.35")
        .says("Meaning of `packets`, as `drop_tail` of the service flow.");
    t.boolean("back_pressure", &cm::TransmitQueueConfig::back_pressure)
        .source("cablelabs-2012 sec. 5")
        .says(
            "Reaction to a full transmit queue. true: packets wait in front of the shaper, with "
            "their tokens unspent. false: packets behind the shaper are dropped.");
    t.boolean("holds_next", &cm::TransmitQueueConfig::holds_next)
        .source("ns-2's queue and link")
        .says(
            "true: the shaper takes one packet out of the queue, past the law, as soon as it has "
            "none, and holds it until the buckets hold it. false: packets stay in the queue, "
            "unjudged, until then.");
    return t;
  }();
  return table;
}

Table<cm::RequestOptions> request_option_keys() {
  Table<cm::RequestOptions> t("request", "Requests of a service flow.");
  t.integer("request_unit_bytes", &cm::RequestOptions::request_unit_bytes, 1, 16)
      .unit("bytes")
      .source("MULPI TLV 24.26")
      .says("N: unit of a request, 1, 2, 4, 8 or 16 bytes.");
  t.integer("contention_window_eighths", &cm::RequestOptions::contention_window_eighths, 4, 12)
      .source("MULPI TLV 24.25")
      .says("Factor of the backoff window of contention requests, in eighths.");
  return t;
}

}  // namespace

const Table<ServiceFlowConfig>& service_flow_table() {
  static const Table<ServiceFlowConfig> table = [] {
    Table<ServiceFlowConfig> t("service_flow",
                               "A service flow: a queue with its own quality of service. The modem "
                               "holds the upstream ones, the CMTS the downstream ones. "
                               "Rates and sizes count Ethernet bytes, DA to CRC.");
    t.identifier("name", &ServiceFlowConfig::name).required().says("Name of the service flow.");
    t.identifier("modem", &ServiceFlowConfig::modem).required().says("Modem of the service flow.");
    t.choice<Direction>("direction", &ServiceFlowConfig::direction, kDirections)
        .says("Towards the CMTS (`upstream`), or from it.");
    t.number("max_sustained_rate_mbps", &ServiceFlowConfig::max_sustained_rate_mbps, 0.008, 10'000)
        .default_is("that of unsolicited grants; otherwise required")
        .unit("Mbit/s")
        .source("MULPI C.2.2.7.2")
        .says("Rate of the sustained-rate token bucket.");
    t.number("peak_rate_mbps", &ServiceFlowConfig::peak_rate_mbps, 0.008, 10'000)
        .unit("Mbit/s")
        .default_is("not limited")
        .source("MULPI C.2.2.7.10")
        .says("Rate of the peak-rate token bucket, 1522 bytes deep.");
    t.integer("max_burst_bytes", &ServiceFlowConfig::max_burst_bytes, 1'522, UINT32_MAX)
        .unit("bytes")
        .source("MULPI C.2.2.7.3")
        .says("Depth of the sustained-rate token bucket.");
    t.choice<Engine>("shaper_engine", &ServiceFlowConfig::shaper_engine,
                     {{"model", Engine::kModel}, {"rtl", Engine::kRtl}})
        .default_is("model")
        .source("engineering choice")
        .says(
            "Upstream: implementation of both token buckets: the model, or the Verilog of rtl/. "
            "The Verilog gives the same results but is slower, and needs a program built with "
            "Verilator. Not with a transmit queue, which takes whole packets.");
    t.integer("traffic_priority", &ServiceFlowConfig::traffic_priority, 0, 7)
        .source("MULPI C.2.2.7.1")
        .says("Priority; 7 is the highest.");
    t.number("min_reserved_rate_mbps", &ServiceFlowConfig::min_reserved_rate_mbps, 0.008, 10'000)
        .unit("Mbit/s")
        .default_is("none")
        .source("MULPI C.2.2.7.4")
        .says("Reserved rate, served before any priority.");
    t.integer("min_reserved_packet_bytes", &ServiceFlowConfig::min_reserved_packet_bytes, 64, 1522)
        .unit("bytes")
        .default_is("64")
        .source("MULPI C.2.2.7.5: TLV 24.11, 25.11")
        .says(
            "Least packet size that the reserved rate counts; shorter packets count as this size.");
    t.integer("tos_and", &ServiceFlowConfig::tos_and, 0, 255)
        .source("MULPI TLV 24.23, 25.23")
        .says(
            "AND mask of the TOS overwrite. The CMTS replaces the TOS or traffic class octet of "
            "each packet, ECN field included, by (octet AND `tos_and`) OR `tos_or`: upstream "
            "after reassembly, downstream before the queue.");
    t.integer("tos_or", &ServiceFlowConfig::tos_or, 0, 255)
        .source("MULPI TLV 24.23, 25.23")
        .says("OR mask of the TOS overwrite.");
    t.number("weight", &ServiceFlowConfig::weight, 0.001, 100'000)
        .default_is("upstream its max_sustained_rate_mbps, downstream 1")
        .says(
            "Weight in the division of what reserved rates leave, among flows of the same "
            "priority.");
    t.object("scheduling", &ServiceFlowConfig::scheduling, scheduling_table())
        .default_is("best_effort; only upstream")
        .says("Scheduling type and its parameters.");
    t.part(&ServiceFlowConfig::request, request_option_keys());
    t.number("buffer_ms", &ServiceFlowConfig::buffer_ms, 0.001, 100'000)
        .unit("ms")
        .default_is(
            "250, or one packet if that is longer; unused if `buffer_bytes` or `buffer_packets` "
            "is given")
        .source("cablelabs-2014 sec. 9")
        .says("Size of the queue, as time at the maximum sustained rate.");
    t.integer("buffer_bytes", &ServiceFlowConfig::buffer_bytes, 1'522, 4'000'000'000U)
        .unit("bytes")
        .default_is(
            "follows from `buffer_ms`; with only `buffer_packets`: these times 1522 bytes, or "
            "times the longest frame of a flow")
        .source("MULPI C.2.2.7.11")
        .says("Size of the queue.");
    t.integer("buffer_packets", &ServiceFlowConfig::buffer_packets, 1, 1'000'000)
        .unit("packets")
        .default_is("not limited; 10240 for fq_codel with the default buffer")
        .source("cablelabs-2012 sec. 3.1.2; clemson-2015 sec. 3.2; RFC 8290 sec. 5.2.3")
        .says("Limit of the queue in packets, in addition to bytes.");
    t.choice<DropTail>("drop_tail", &ServiceFlowConfig::drop_tail, kDropTails)
        .source("drop-tail.cc of ns-2.35")
        .says(
            "Meaning of `buffer_packets` without a law. `full`: so many packets may wait. `ns2`: "
            "one less, because ns-2's DropTail drops the packet that would fill the queue: with "
            "21 at most 20 wait.");
    t.object("transmit_queue", &ServiceFlowConfig::transmit_queue, transmit_queue_table())
        .default_is("none; 32 packets with the profile cablelabs-2012")
        .source("cablelabs-2012 sec. 2.2")
        .says(
            "Upstream: when the token buckets hold a packet, it moves to a transmit queue. Only "
            "packets in that queue are requested and sent. An AQM that drops at the head decides "
            "as a packet moves.");
    t.names("channels", &ServiceFlowConfig::channels)
        .default_is("those of the modem")
        .source("MULPI 3.0: SID cluster")
        .says("Upstream channels for its grants.");
    t.object("aqm", &ServiceFlowConfig::aqm, aqm_table())
        .says("Queue management of the service flow.");
    t.object("latency_histogram", &ServiceFlowConfig::latency_histogram, latency_histogram_table())
        .says("The latency histogram that operators read of the service flow.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
