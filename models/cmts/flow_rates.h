// Limits an upstream flow to its rates, and keeps the tokens of its reserved rate.
#pragma once

#include <cstdint>

#include "models/cmts/config.h"
#include "models/cmts/reservations.h"
#include "models/cmts/token_check.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Rates count Ethernet bytes only. All bytes of a grant are charged when it is made. The unused
// ones are returned when its result is known.
class FlowRates {
 public:
  FlowRates(const UpstreamFlowConfig& flow, const CmtsConfig& cmts);

  // Call it when the flow requests while nothing of it was waiting.
  void begin_waiting(TimePs now) { tokens_.begin_waiting(now); }
  // Bytes that may be granted now.
  std::uint64_t usable_bytes(TimePs now) { return tokens_.usable(now); }
  // Bytes that the reserved rate can pay for; 0 without a reserved rate.
  std::uint64_t reserved_bytes(TimePs now);

  // reserved_bytes: part of `bytes` that the reserved rate pays for.
  void charge(std::uint64_t bytes, std::uint64_t reserved_bytes);
  // Charges a proactive grant. bytes: include the rounding up to minislots. Returns the part that
  // the reserved rate pays for.
  std::uint64_t charge_proactive(std::uint64_t bytes, TimePs now);
  // True if the flow has used more than its rate. A flow that shapes itself never does, so it
  // always gets its guaranteed proactive grants.
  bool is_overdrawn(TimePs now) { return tokens_.is_overdrawn(now, proactive_unknown_bytes_); }

  // A requested or proactive grant carried `ethernet_bytes` bytes. The unused bytes belong to the
  // reserved part in proportion to its share of the grant.
  void return_unused(const Reservation& grant, std::uint64_t ethernet_bytes);
  // Call it when the use of a proactive grant is known, or will never be because its burst could
  // not be read. Has no effect on other grants.
  void learn_use(Reservation& grant);
  // Packets were shorter than the least size that the reserved rate counts, by `bytes` in total.
  void fell_short(std::uint64_t bytes) { reserved_.debit(static_cast<std::int64_t>(bytes)); }

 private:
  bool has_reserved_rate_;
  TokenCheck tokens_;
  TokenBucket reserved_;
  std::uint64_t proactive_unknown_bytes_ = 0;  // payload of proactive grants without a result
};

}  // namespace docsis_vp::cmts
