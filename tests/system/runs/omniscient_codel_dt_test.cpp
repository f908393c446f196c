// CoDel-DT with an omniscient predictor beside CoDel at the head (cablelabs-2014: they are equal),
// on the link of oslo-2013.
#include <gtest/gtest.h>

#include <string>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::omniscient_codel_dt_test {
namespace {

JsonNode run_link(const std::string& algorithm, const std::string& more = "") {
  const std::string aqm = " --set service_flows.link.aqm.";
  return run_results("scenarios/oslo-2013/link.json --set duration_s=40 --set flows.ftp.count=4" +
                     aqm + "algorithm=" + algorithm + aqm + "target_ms=20" + aqm +
                     "interval_ms=150" + more);
}

double goodput_mbps(const JsonNode& results) {
  double sum = 0;
  for (int flow = 0; flow < 4; ++flow) {
    sum += number(results, "flows." + std::to_string(flow) + ".goodput_mbps");
  }
  return sum;
}

TEST(OmniscientCodelDt, BehavesAsCodelAtTheHead) {
  const JsonNode head = run_link("codel");
  const JsonNode tail = run_link("codel_dt", " --set service_flows.link.aqm.predictor=omniscient");
  const double head_ms = number(head, "service_flows.1.queue_delay_ms.mean");
  const double tail_ms = number(tail, "service_flows.1.queue_delay_ms.mean");
  RecordProperty("head_ms", std::to_string(head_ms));
  RecordProperty("tail_ms", std::to_string(tail_ms));
  EXPECT_NEAR(tail_ms, head_ms, 0.1 * head_ms);
  EXPECT_NEAR(goodput_mbps(tail), goodput_mbps(head), 0.02 * goodput_mbps(head));
}

}  // namespace
}  // namespace docsis_vp::system::omniscient_codel_dt_test
