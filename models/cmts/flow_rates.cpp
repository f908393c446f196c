#include "models/cmts/flow_rates.h"

#include <algorithm>

namespace docsis_vp::cmts {
namespace {

TokenCheckConfig token_config(const UpstreamFlowConfig& flow, const CmtsConfig& cmts) {
  TokenCheckConfig tokens;
  tokens.sustained_bps = flow.max_sustained_rate_bps;
  tokens.peak_bps = flow.peak_rate_bps;
  tokens.burst_bytes = flow.max_burst_bytes;
  tokens.rate_percent = cmts.token_rate_percent;
  tokens.slack_ps = cmts.token_slack_intervals * cmts.timing.map_interval_ps;
  return tokens;
}

// Depth of a reservation: as long a wait as any other rate, and one packet more.
std::uint64_t reserved_depth(const UpstreamFlowConfig& flow, const CmtsConfig& cmts) {
  constexpr std::uint64_t kLargestPacketBytes = 1522;
  const TimePs slack_us = cmts.token_slack_intervals * cmts.timing.map_interval_ps / kPsPerUs;
  return kLargestPacketBytes +
         flow.min_reserved_rate_bps * static_cast<std::uint64_t>(slack_us) / 8'000'000;
}

}  // namespace

FlowRates::FlowRates(const UpstreamFlowConfig& flow, const CmtsConfig& cmts)
    : has_reserved_rate_(flow.min_reserved_rate_bps > 0),
      tokens_(token_config(flow, cmts)),
      reserved_(flow.min_reserved_rate_bps, 100, reserved_depth(flow, cmts)) {}

std::uint64_t FlowRates::reserved_bytes(TimePs now) {
  if (!has_reserved_rate_) return 0;
  reserved_.fill(now);
  reserved_.cap();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, reserved_.bytes()));
}

void FlowRates::charge(std::uint64_t bytes, std::uint64_t reserved_bytes) {
  tokens_.granted(bytes);
  reserved_.debit(static_cast<std::int64_t>(reserved_bytes));
}

std::uint64_t FlowRates::charge_proactive(std::uint64_t bytes, TimePs now) {
  tokens_.granted(bytes);
  proactive_unknown_bytes_ += bytes;
  if (!has_reserved_rate_) return 0;
  reserved_.fill(now);
  reserved_.cap();
  reserved_.debit(static_cast<std::int64_t>(bytes));
  return bytes;
}

void FlowRates::return_unused(const Reservation& grant, std::uint64_t ethernet_bytes) {
  const std::uint64_t unused = grant.payload_bytes - std::min(grant.payload_bytes, ethernet_bytes);
  tokens_.unused(unused);
  if (grant.reserved_bytes > 0) {
    const std::uint64_t reserved = grant.reserved_bytes * unused / grant.payload_bytes;
    reserved_.debit(-static_cast<std::int64_t>(reserved));
  }
}

void FlowRates::learn_use(Reservation& grant) {
  if (grant.kind != Reservation::Kind::kProactive || grant.is_known) return;
  grant.is_known = true;
  proactive_unknown_bytes_ -= grant.payload_bytes;
}

}  // namespace docsis_vp::cmts
