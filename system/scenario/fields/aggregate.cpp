#include "system/scenario/fields/aggregate.h"

#include <cstdint>

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr Choice<Ect0InLowLatency> kEct0[] = {{"classic", Ect0InLowLatency::kClassic},
                                              {"as_ect1", Ect0InLowLatency::kAsEct1}};
constexpr Choice<Ect1InClassic> kEct1[] = {{"drop", Ect1InClassic::kDrop},
                                           {"mark", Ect1InClassic::kMark}};

using Aqm = CoupledAqmConfig;

void add_thresholds(Table<Aqm>& t) {
  t.number("target_ms", &Aqm::target_ms, 0.001, 10'000)
      .unit("ms")
      .source("RFC 8034 sec. A.1; TLV 40.2")
      .says("Latency target of DOCSIS-PIE in the Classic queue.");
  t.integer("max_threshold_us", &Aqm::max_threshold_us, 0, 65'535)
      .unit("us")
      .source("MULPI Annex N; TLV 40.4")
      .says(
          "MAXTH: from this delay on, the low-latency queue marks every packet. Two frames of 2000 "
          "bytes at the aggregate's rate raise it where that is longer.");
  t.integer("range_exponent", &Aqm::range_exponent, 0, 31)
      .source("MULPI Annex N; TLV 40.5")
      .says("LG_RANGE: the marking ramp is 2 to this power long, in ns.");
  t.number("coupling_factor", &Aqm::coupling_factor, 0, 25.4)
      .source("RFC 9332 sec. 2.1; TLV 42.5 in tenths")
      .says("k of p_CL = k sqrt(p): what Classic's drop probability imposes on low latency.");
  t.integer("weight", &Aqm::weight, 1, 255)
      .source("TLV 42.6; docsis-ns3")
      .says("Share of the low-latency queue while both queues wait, of 256.");
}

void add_protection(Table<Aqm>& t) {
  t.boolean("queue_protection", &Aqm::queue_protection)
      .source("RFC 9957; TLV 42.7")
      .says(
          "Packets of flows that build a queue are redirected from the low-latency queue to the "
          "Classic queue. Without effect in an aggregate of one service flow.");
  t.integer("protection_threshold_us", &Aqm::protection_threshold_us, 0, 65'535)
      .unit("us")
      .default_is("MAXTH, after it was raised")
      .source("RFC 9957 sec. 4.1, CRITICALqL; TLV 42.8")
      .says("Delay of the low-latency queue below which nothing is redirected.");
  t.integer("protection_score_us", &Aqm::protection_score_us, 0, 65'535)
      .unit("us")
      .source("RFC 9957 sec. 4.1, CRITICALqLSCORE; TLV 42.9")
      .says("Queuing score of a flow whose packets are redirected at that delay.");
  t.integer("protection_drain_exponent", &Aqm::protection_drain_exponent, 0, 31)
      .source("RFC 9957 sec. 4.1, LG_AGING; TLV 42.10")
      .says("Scores age by 2 to this power congestion bytes per second.");
  t.integer("redirect_dscp", &Aqm::redirect_dscp, 0, 63)
      .default_is("left alone")
      .source("RFC 9957 sec. 4.2.1")
      .says("DSCP of redirected packets.");
  t.integer("redirect_ecn", &Aqm::redirect_ecn, 0, 3)
      .default_is("left alone")
      .source("RFC 9957 sec. 4.2.1")
      .says("ECN field of redirected packets that are not CE.");
}

void add_estimate(Table<Aqm>& t) {
  t.integer("virtual_queue_interval_us", &Aqm::virtual_queue_interval_us, 1, 1'000'000)
      .unit("us")
      .source("docsis-ns3, VQ_INTERVAL")
      .says("Interval at which the virtual queue is aligned with the real one.");
  t.integer("virtual_queue_ewma_exponent", &Aqm::virtual_queue_ewma_exponent, 0, 15)
      .source("docsis-ns3, LG_VQ_EWMA")
      .says("Averages of the alignment have a weight of 2 to minus this power.");
  t.integer("loop_delay_offset_maps", &Aqm::loop_delay_offset_maps, 0, 16)
      .unit("MAPs")
      .source("docsis-ns3, LoopDelayOffset")
      .says("MAP intervals added to the measured loop delay.");
}

const Table<LowLatencyPackets>& low_latency_packets_table() {
  static const Table<LowLatencyPackets> table = [] {
    Table<LowLatencyPackets> t(
        "low_latency_packets",
        "Packets that the low-latency service flow takes, of IPv4 and IPv6. Classic has the rest.");
    t.boolean("l4s", &LowLatencyPackets::l4s)
        .source("RFC 9331 sec. 5.1")
        .says("Packets of ECN field ECT(1) and CE.");
    t.boolean("ect0", &LowLatencyPackets::ect0)
        .source("docsis-ns3")
        .says("Packets of ECN field ECT(0), too.");
    t.boolean("by_dscp", &LowLatencyPackets::by_dscp)
        .source("RFC 9956")
        .says("Packets of the DSCPs in `dscps`.");
    t.numbers("dscps", &LowLatencyPackets::dscps, 0, 63)
        .source("RFC 9956: NQB is 45; docsis-ns3: EF, 46, too")
        .says("DSCPs of non-queue-building flows, whole numbers.");
    return t;
  }();
  return table;
}

}  // namespace

const Table<CoupledAqmConfig>& coupled_aqm_table() {
  static const Table<Aqm> table = [] {
    Table<Aqm> t("coupled_aqm",
                 "The coupled law of an aggregate service flow: DOCSIS-PIE, the immediate AQM and "
                 "queue protection.");
    add_thresholds(t);
    add_protection(t);
    add_estimate(t);
    t.choice<Ect0InLowLatency>("ect0_in_low_latency", &Aqm::ect0_in_low_latency, kEct0)
        .source("RFC 9332 sec. 2.5.1.1; docsis-ns3")
        .says(
            "Probability by which the low-latency queue marks ECT(0): Classic's, or that of "
            "ECT(1).");
    t.choice<Ect1InClassic>("ect1_in_classic", &Aqm::ect1_in_classic, kEct1)
        .source("RFC 9332 sec. 2.5.1.1; RFC 8034")
        .says("Classic queue: DOCSIS-PIE drops ECT(1) like others, or marks it by p_CL.");
    t.boolean("overload_drops", &Aqm::overload_drops)
        .source("RFC 9332 sec. 4.2.1")
        .says("While p_CL is 1, low-latency packets are dropped by Classic's probability.");
    return t;
  }();
  return table;
}

const Table<AggregateConfig>& aggregate_table() {
  static const Table<AggregateConfig> table = [] {
    Table<AggregateConfig> t(
        "aggregate_service_flow",
        "An aggregate service flow of Low Latency DOCSIS: a Classic and a "
        "low-latency service flow of one direction, under one rate and one law.");
    t.identifier("name", &AggregateConfig::name)
        .required()
        .says("Name; classifiers and traffic may give it as their `service_flow`.");
    t.identifier("modem", &AggregateConfig::modem)
        .required()
        .says("Modem of the aggregate, as its service flows name it.");
    t.choice<Direction>("direction", &AggregateConfig::direction, kDirections)
        .says("Direction of its service flows. Downstream the CMTS has their queues.");
    t.identifier("classic_service_flow", &AggregateConfig::classic_service_flow)
        .default_is("none; one of both is needed")
        .source("MULPI C.2.2.3: TLV 70, 71")
        .says("Name of the Classic service flow.");
    t.identifier("low_latency_service_flow", &AggregateConfig::low_latency_service_flow)
        .default_is("none; one of both is needed")
        .source("MULPI C.2.2.3: TLV 42.1 of it")
        .says("Name of the low-latency service flow.");
    t.number("amsr_mbps", &AggregateConfig::amsr_mbps, 0.008, 10'000)
        .required()
        .unit("Mbit/s")
        .source("MULPI C.2.2.3")
        .says("Aggregate maximum sustained rate, of both service flows together.");
    t.number("peak_rate_mbps", &AggregateConfig::peak_rate_mbps, 0.008, 10'000)
        .unit("Mbit/s")
        .default_is("not limited")
        .source("MULPI C.2.2.7.10")
        .says("Rate of the aggregate's peak-rate token bucket, 1522 bytes deep.");
    t.integer("max_burst_bytes", &AggregateConfig::max_burst_bytes, 1'522, UINT32_MAX)
        .unit("bytes")
        .source("MULPI C.2.2.7.3")
        .says("Depth of the aggregate's sustained-rate token bucket.");
    t.object("low_latency_packets", &AggregateConfig::low_latency_packets,
             low_latency_packets_table())
        .says("Packets that the low-latency service flow takes.");
    t.object("aqm", &AggregateConfig::aqm, coupled_aqm_table()).says("The law of both queues.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
