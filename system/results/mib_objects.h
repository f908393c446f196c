// Declares the objects of DOCS-QOS3-MIB and DOCS-IF-MIB that results give for a service flow.
#pragma once

namespace docsis_vp::system {

template <class Table>
void describe_mib_objects(Table& table) {
  table.count_member("docsQosServiceFlowDirection", "", "1 downstream, 2 upstream.");
  table.count_member("docsQosServiceFlowPrimary", "", "1: first of its direction; 2: another.");
  table.count_member("docsQosServiceFlowBufferSize", "bytes", "Size of the buffer.");
  table.count_member("docsQosServiceFlowPkts", "packets",
                     "Packets sent, also those lost on the plant.");
  table.count_member("docsQosServiceFlowOctets", "bytes", "The same in bytes.");
  table.count_member("docsQosServiceFlowPolicedDropPkts", "packets",
                     "Packets dropped: buffer full, or too large.");
  table.count_member("docsQosServiceFlowPolicedDelayPkts", "packets",
                     "Packets that waited for tokens.");
  table.count_member("docsQosServiceFlowAqmDroppedPkts", "packets", "Packets that AQM dropped.");
  table.count_member("docsQosParamSetPriority", "", "Traffic priority.");
  table.count_member("docsQosParamSetMaxTrafficRate", "bit/s", "Maximum sustained rate.");
  table.count_member("docsQosParamSetHCMaxTrafficRate", "bit/s", "The same, 64 bits.");
  table.count_member("docsQosParamSetMaxTrafficBurst", "bytes", "Maximum burst.");
  table.count_member("docsQosParamSetPeakTrafficRate", "bit/s", "Peak rate; 0: none.");
  table.count_member("docsQosParamSetHCPeakTrafficRate", "bit/s", "The same, 64 bits.");
  table.count_member("docsQosParamSetMinReservedRate", "bit/s", "Reserved rate; 0: none.");
  table.count_member("docsQosParamSetHCMinReservedRate", "bit/s", "The same, 64 bits.");
  table.count_member("docsQosParamSetMinReservedPkt", "bytes", "Least packet of that rate.");
  table.count_member("docsQosParamSetTosAndMask", "", "AND mask of the TOS octet.");
  table.count_member("docsQosParamSetTosOrMask", "", "OR mask of the TOS octet.");
  table.count_member("docsQosParamSetMinimumBuffer", "bytes", "Minimum of buffer control.");
  table.count_member("docsQosParamSetTargetBuffer", "bytes",
                     "Target of buffer control, or the size.");
  table.count_member("docsQosParamSetMaximumBuffer", "bytes", "Maximum of buffer control.");
  table.count_member("docsQosParamSetAqmDisabled", "", "1 without an AQM algorithm, else 2.");
  table.count_member("docsQosParamSetAqmLatencyTarget", "ms", "The algorithm's target.");
  table.count_member("docsQosParamSetAqmAlgInUse", "", "1 unknown, 2 other, 3 DOCSIS-PIE.");
  table.count_member("docsQosSfLatencyMaxLatency", "us", "Longest delay in the queue.");
  table.count_member("docsQosSfLatencyNumHistUpdates", "packets", "Packets in the histogram.");
  constexpr const char* kLatencyBins[] = {
      "docsQosSfLatencyBin1Pkts",  "docsQosSfLatencyBin2Pkts",  "docsQosSfLatencyBin3Pkts",
      "docsQosSfLatencyBin4Pkts",  "docsQosSfLatencyBin5Pkts",  "docsQosSfLatencyBin6Pkts",
      "docsQosSfLatencyBin7Pkts",  "docsQosSfLatencyBin8Pkts",  "docsQosSfLatencyBin9Pkts",
      "docsQosSfLatencyBin10Pkts", "docsQosSfLatencyBin11Pkts", "docsQosSfLatencyBin12Pkts",
      "docsQosSfLatencyBin13Pkts", "docsQosSfLatencyBin14Pkts", "docsQosSfLatencyBin15Pkts",
      "docsQosSfLatencyBin16Pkts"};
  for (const char* const name : kLatencyBins) {
    table.count_member(name, "packets", "Packets in this bin of `latency_histogram`.")
        .not_compared();
  }
  const char* const kUpstream = "an upstream flow";
  const char* const kPolled = "a scheduling type that polls";
  const char* const kUnsolicited = "a scheduling type with unsolicited grants";
  const auto with = [&table](const char* condition, const char* name, const char* unit,
                             const char* sentence) {
    table.count_member(name, unit, sentence).only(condition);
  };
  with(kUpstream, "docsQosParamSetSchedulingType", "", "Number of the scheduling type.");
  with(kUpstream, "docsQosParamSetRequestPolicyOct", "",
       "Request/transmission policy, a bit each.");
  with(kPolled, "docsQosParamSetNomPollInterval", "us", "Interval of polls.");
  with(kPolled, "docsQosParamSetTolPollJitter", "us", "Tolerated delay of a poll.");
  with(kUnsolicited, "docsQosParamSetUnsolicitGrantSize", "bytes", "Size of an unsolicited grant.");
  with(kUnsolicited, "docsQosParamSetNomGrantInterval", "us", "Interval of grants.");
  with(kUnsolicited, "docsQosParamSetTolGrantJitter", "us", "Tolerated delay of a grant.");
  with(kUnsolicited, "docsQosParamSetGrantsPerInterval", "grants", "Grants in an interval.");
  const char* const kProactive = "a scheduling type of proactive grants";
  with(kProactive, "docsQosParamSetGuaranteedGrantInterval", "us",
       "Interval of grants; 0: each MAP.");
  with(kProactive, "docsQosParamSetGuaranteedGrantRate", "bit/s", "Rate of grants; 0: none.");
  with(kProactive, "docsQosParamSetGuaranteedRequestInterval", "us",
       "Interval of requests; 0: none.");
  const char* const kAggregate = "a service flow of an aggregate";
  with(kAggregate, "docsQosAsfMaxTrafficRate", "bit/s", "Rate of the aggregate.");
  with(kAggregate, "docsQosAsfSchedulingWeight", "", "Its share of 256 while both queues wait.");
  with(kAggregate, "docsQosSfCongestionSanctionedPkts", "packets", "Packets redirected.");
  with(kAggregate, "docsQosSfCongestionArrivedEct0Pkts", "packets", "Packets that came as ECT(0).");
  with(kAggregate, "docsQosSfCongestionArrivedEct1Pkts", "packets", "Packets that came as ECT(1).");
  with(kAggregate, "docsQosSfCongestionMarkedPkts", "packets", "Packets that the law marked CE.");
  with(kAggregate, "docsQosSfCongestionArrivedCePkts", "packets", "Packets that came as CE.");
  with(kUpstream, "docsQosServiceFlowSID", "", "The flow's service identifier.");
  with(kUpstream, "docsQosParamSetMultiplierContentionReqWindow", "", "Multiplier in eighths.");
  with(kUpstream, "docsQosParamSetMultiplierBytesReq", "bytes", "Unit of a request.");
  with(kUpstream, "docsIfCmServiceRqRetries", "requests", "Requests sent again.");
  with(kUpstream, "docsIfCmServiceRqExceededs", "requests", "Requests given up.");
}

}  // namespace docsis_vp::system
