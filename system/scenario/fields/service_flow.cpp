#include "system/scenario/fields/service_flow.h"

#include "system/scenario/table.h"

namespace docsis_vp::system {

namespace {

constexpr Choice<DropTail> kDropTails[] = {{"full", DropTail::kFull}, {"ns2", DropTail::kNs2}};

const Table<TransmitQueueConfig>& transmit_queue_table() {
  static const Table<TransmitQueueConfig> table = [] {
    Table<TransmitQueueConfig> t("transmit_queue",
                                 "A second, short queue of an upstream service flow, between the "
                                 "shaper and the bursts.");
    t.integer("packets", &TransmitQueueConfig::packets, 0, 100'000)
        .unit("packets")
        .source("cablelabs-2012 sec. 2.2.4")
        .says("Its size; 0: there is none.");
    t.choice<DropTail>("drop_tail", &TransmitQueueConfig::drop_tail, kDropTails)
        .source("drop-tail.cc of ns-2.35")
        .says("As that of the service flow, of `packets`.");
    t.boolean("back_pressure", &TransmitQueueConfig::back_pressure)
        .source("cablelabs-2012 sec. 5")
        .says(
            "When it is full, packets wait before the shaper, their tokens unspent, instead of "
            "being dropped behind it.");
    t.boolean("holds_next", &TransmitQueueConfig::holds_next)
        .source("ns-2's queue and link")
        .says(
            "The shaper takes a packet out of the queue before it, past the law, as soon as it has "
            "none, and holds it until the buckets do; else packets stay in the queue, unjudged, "
            "until then.");
    return t;
  }();
  return table;
}

}  // namespace

std::optional<unsigned> waiting_packets(std::optional<unsigned> limit, DropTail rule) {
  if (limit && rule == DropTail::kNs2) {
    *limit -= 1;
  }
  return limit;
}

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
        .default_is("that of unsolicited grants; else it must be given")
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
            "Upstream: what runs both token buckets: the model, or the Verilog of rtl/ with the "
            "same results, slower, in a program that was built with Verilator. Not with a transmit "
            "queue, which takes packets whole.");
    t.integer("traffic_priority", &ServiceFlowConfig::traffic_priority, 0, 7)
        .source("MULPI C.2.2.7.1")
        .says("7 is the highest.");
    t.number("min_reserved_rate_mbps", &ServiceFlowConfig::min_reserved_rate_mbps, 0.008, 10'000)
        .unit("Mbit/s")
        .default_is("none")
        .source("MULPI C.2.2.7.4")
        .says("What it gets before any priority.");
    t.integer("min_reserved_packet_bytes", &ServiceFlowConfig::min_reserved_packet_bytes, 64, 1522)
        .unit("bytes")
        .default_is("64")
        .source("MULPI C.2.2.7.5: TLV 24.11, 25.11")
        .says("The reserved rate counts shorter packets as of this size.");
    t.integer("tos_and", &ServiceFlowConfig::tos_and, 0, 255)
        .source("MULPI TLV 24.23, 25.23")
        .says(
            "What the CMTS makes of the TOS or traffic class octet of its packets, ECN field "
            "included: the octet and this, or `tos_or`; upstream once they are whole, downstream "
            "before they are queued.");
    t.integer("tos_or", &ServiceFlowConfig::tos_or, 0, 255)
        .source("MULPI TLV 24.23, 25.23")
        .says("The bits that are then set.");
    t.number("weight", &ServiceFlowConfig::weight, 0.001, 100'000)
        .default_is("upstream its max_sustained_rate_mbps, downstream 1")
        .says(
            "Its part of what reserved rates leave, in proportion to those of other flows of its "
            "priority.");
    t.object("scheduling", &ServiceFlowConfig::scheduling, scheduling_table())
        .default_is("best_effort; only upstream")
        .says("How it gets to send.");
    t.integer("request_unit_bytes", &ServiceFlowConfig::request_unit_bytes, 1, 16)
        .unit("bytes")
        .source("MULPI TLV 24.26")
        .says("N: a request counts in units of 1, 2, 4, 8 or 16 bytes.");
    t.integer("contention_window_eighths", &ServiceFlowConfig::contention_window_eighths, 4, 12)
        .source("MULPI TLV 24.25")
        .says("Multiplies the backoff window of contention requests.");
    t.number("buffer_ms", &ServiceFlowConfig::buffer_ms, 0.001, 100'000)
        .unit("ms")
        .default_is(
            "250, or a packet if that is longer, unless `buffer_bytes` or `buffer_packets` is "
            "given")
        .source("cablelabs-2014 sec. 9")
        .says("Size of the queue as time at the maximum sustained rate.");
    t.integer("buffer_bytes", &ServiceFlowConfig::buffer_bytes, 1'522, 4'000'000'000U)
        .unit("bytes")
        .default_is(
            "follows from `buffer_ms`; room for `buffer_packets` of 1522 bytes, or of the longest "
            "that a flow may send, if only they are given")
        .source("MULPI C.2.2.7.11")
        .says("Size of the queue.");
    t.integer("buffer_packets", &ServiceFlowConfig::buffer_packets, 1, 1'000'000)
        .unit("packets")
        .default_is("not limited; 10240 of fq_codel, in a queue of the usual size")
        .source("cablelabs-2012 sec. 3.1.2; clemson-2015 sec. 3.2; RFC 8290 sec. 5.2.3")
        .says("Limit of the queue in packets, beside that in bytes.");
    t.choice<DropTail>("drop_tail", &ServiceFlowConfig::drop_tail, kDropTails)
        .source("drop-tail.cc of ns-2.35")
        .says(
            "What `buffer_packets` means without a law: so many packets wait, or one less, as "
            "ns-2's DropTail drops what would make the limit full: with 21 at most 20 wait.");
    t.object("transmit_queue", &ServiceFlowConfig::transmit_queue, transmit_queue_table())
        .default_is("none; 32 packets with the profile cablelabs-2012")
        .source("cablelabs-2012 sec. 2.2")
        .says(
            "Upstream: packets leave the queue whole, when the token buckets hold them, for a "
            "transmit queue, and only what is there is requested and sent. An AQM that drops at "
            "the head does so as they leave.");
    t.names("channels", &ServiceFlowConfig::channels)
        .default_is("those of the modem")
        .source("MULPI 3.0: SID cluster")
        .says("Upstream channels that it may be granted on.");
    t.object("aqm", &ServiceFlowConfig::aqm, aqm_table()).says("Its queue management.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
