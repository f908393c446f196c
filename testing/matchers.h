// Defines matchers for results in regression suites. If a value was not measured or an argument is
// invalid, a matcher throws an exception, which fails the test with one line. If it returned false
// instead, Not(matcher) would pass.
//
//   EXPECT_THAT(flow(results(), "call"), DelayPercentileBelow(99, 30_ms));
#pragma once

// clang-format off: language.h comes first, because it checks the C++ standard that others need.
#include "platform/base/language.h"
// clang-format on
#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <systemc>

#include "testing/measured.h"
#include "testing/print.h"  // IWYU pragma: export
#include "testing/units.h"

namespace docsis_vp::testing {

// For a flow: delay from sender to receiver, percent 0 to 100. For a service flow: time in its
// queue, percent 1, 10, 50, 90, 99 or 100.
MATCHER_P2(DelayPercentileBelow, percent, limit, "") {
  const double value = measured_delay_ms(arg, percent);
  *result_listener << "its percentile " << percent << " is " << std::to_string(value) << " ms";
  return value < limit.to_seconds() * 1e3;
}
MATCHER_P2(RttPercentileBelow, percent, limit, "") {
  const double value = measured_rtt_ms(arg, percent);
  *result_listener << "its percentile " << percent << " is " << std::to_string(value) << " ms";
  return value < limit.to_seconds() * 1e3;
}

// For a flow: goodput. For a service flow: sent rate. Holds if the rate differs from `mbps` by at
// most `fraction` times `mbps`.
MATCHER_P2(RateNear, mbps, fraction, "") {
  require_fraction(fraction);
  const double value = rate_mbps(arg);
  *result_listener << "it is " << value << " Mbit/s";
  return std::abs(value - mbps) <= fraction * mbps;
}
MATCHER_P(LossPercentBelow, limit, "") {
  const double value = measured_loss_percent(arg);
  *result_listener << "it is " << std::to_string(value) << " %";
  return value < limit;
}
// For a flow that is a call or a game: mean opinion score (docs/traffic.md).
MATCHER_P(MosAbove, limit, "") {
  const double value = measured_mos(arg);
  *result_listener << "it is " << std::to_string(value);
  return value > limit;
}

// For a run or a service flow.
MATCHER(NoGrantMissed, negation ? "misses a grant" : "misses no grant") {
  *result_listener << grants_missed(arg) << " were missed";
  return grants_missed(arg) == 0;
}
// For a service flow with a periodic law: every result was committed before the next tick.
MATCHER(NoUpdateMissed, negation ? "misses an update" : "misses no update") {
  const std::uint64_t missed = measured_missed_updates(arg);
  *result_listener << missed << " were missed";
  return missed == 0;
}
// Every offered packet and byte was sent, dropped, lost on the cable, or still waits. For a system,
// a run's results, or a service flow.
MATCHER(Conserves, negation ? "loses track of a packet" : "accounts for every packet and byte") {
  const std::string missing = unaccounted(arg);
  *result_listener << (missing.empty() ? "all are accounted for" : missing);
  return missing.empty();
}
// For a run: it had no error, and neither firmware nor the model ended it early.
MATCHER(EndsWell, negation ? "ends in an error or before its time" : "ends well and in its time") {
  *result_listener << how_it_ended(arg);
  return !arg.error && !arg.ended;
}
// For a CPU: share of time in which it does not sleep.
MATCHER_P(BusyPercentBelow, limit, "") {
  *result_listener << "it is busy for " << 100 * arg.utilization << " %";
  return 100 * arg.utilization < limit;
}

}  // namespace docsis_vp::testing
