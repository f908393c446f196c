#include "system/scenario/complete/complete_scheduling.h"

#include "platform/base/errors.h"
#include "system/json/writer.h"

namespace docsis_vp::system {

namespace {

void require_absent(bool present, const std::string& pointer) {
  if (present) {
    throw ConfigError(pointer, "applies only upstream");
  }
}

// A flow of proactive grants has at least one guarantee, within its rate.
void check_proactive(const ServiceFlowConfig& flow, const std::string& pointer) {
  const SchedulingConfig& scheduling = *flow.scheduling;
  if (!scheduling.is_proactive()) return;
  const unsigned requests_us = scheduling.guaranteed_request_interval_us;
  if (scheduling.guaranteed_grant_rate_mbps == 0 && requests_us == 0) {
    throw ConfigError(pointer,
                      "a type of `pgs` needs a guaranteed_grant_rate_mbps above 0, or a "
                      "guaranteed_request_interval_us");
  }
  if (requests_us > 0 && requests_us < kShortestSeriesUs) {
    throw ConfigError(pointer + "/guaranteed_request_interval_us",
                      "expected 0 or at least " + std::to_string(kShortestSeriesUs) + " us, got " +
                          std::to_string(requests_us));
  }
  const double rate_mbps = scheduling.guaranteed_grant_rate_mbps;
  if (rate_mbps > 0 && rate_mbps < 0.008) {
    throw ConfigError(pointer + "/guaranteed_grant_rate_mbps",
                      "expected 0 or at least 0.008 Mbit/s, got " + json_number(rate_mbps));
  }
  if (rate_mbps > flow.nominal_rate_mbps()) {
    throw ConfigError(pointer + "/guaranteed_grant_rate_mbps",
                      "expected at most max_sustained_rate_mbps, " +
                          json_number(flow.nominal_rate_mbps()) + ", got " +
                          json_number(rate_mbps));
  }
}

void complete_upstream(SchedulingConfig& scheduling, const std::string& pointer) {
  const unsigned policy = scheduling.policy();
  scheduling.request_policy = policy;
  if ((policy & docsis::kDropOversized) != 0 && !scheduling.is_unsolicited()) {
    throw ConfigError(pointer + "/request_policy",
                      "drop_oversized applies only with type `ugs` or `ugs_ad`");
  }
  const bool contends = (policy & docsis::kNoBroadcastRequests) == 0;
  if (scheduling.type == docsis::SchedulingType::kBestEffort && !contends) {
    throw ConfigError(
        pointer + "/request_policy",
        "leaves a best_effort flow no way to request; choose a polled or unsolicited type");
  }
  if (scheduling.is_polled()) {
    scheduling.nominal_polling_interval_us = scheduling.polling_interval_us();
  }
}

}  // namespace

void complete_scheduling(ServiceFlowConfig& flow, const std::string& pointer) {
  if (flow.direction == Direction::kUpstream) {
    if (!flow.scheduling) {
      flow.scheduling.emplace();
    }
    complete_upstream(*flow.scheduling, pointer + "/scheduling");
    // No other limit applies, and the rate of the grants is known.
    if (flow.max_sustained_rate_mbps == 0 && flow.scheduling->is_unsolicited()) {
      flow.max_sustained_rate_mbps = flow.scheduling->grant_rate_mbps();
    }
  } else {
    require_absent(flow.scheduling.has_value(), pointer + "/scheduling");
  }
  const unsigned unit = flow.request.request_unit_bytes;
  if ((unit & (unit - 1)) != 0) {
    throw ConfigError(pointer + "/request_unit_bytes",
                      "expected 1, 2, 4, 8 or 16, got " + std::to_string(unit));
  }
  if (flow.nominal_rate_mbps() == 0) {
    throw ConfigError(pointer, "the key \"max_sustained_rate_mbps\" is missing");
  }
  if (flow.scheduling) check_proactive(flow, pointer + "/scheduling");
  if (flow.min_reserved_rate_mbps.value_or(0) > flow.nominal_rate_mbps()) {
    throw ConfigError(pointer + "/min_reserved_rate_mbps",
                      "expected at most max_sustained_rate_mbps");
  }
  if (flow.min_reserved_packet_bytes && !flow.min_reserved_rate_mbps) {
    throw ConfigError(pointer + "/min_reserved_packet_bytes",
                      "applies only with min_reserved_rate_mbps");
  }
}

}  // namespace docsis_vp::system
