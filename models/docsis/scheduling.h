// Declares scheduling types and request/transmission policies of upstream service flows (MULPIv3.1
// 7.2.3 and C.2.2.8).
#pragma once

#include <cstdint>

namespace docsis_vp::docsis {

// Values of TLV 24.15.
enum class SchedulingType : std::uint8_t {
  kBestEffort = 2,            // requests by contention and piggyback
  kNonRealTimePolling = 3,    // kBestEffort plus unicast polls
  kRealTimePolling = 4,       // unicast polls only
  kUgsActivityDetection = 5,  // kUgs while active, else unicast polls
  kUgs = 6,                   // grants of a fixed size without requests
  kProactiveGrants = 7        // grants at a guaranteed rate without requests, others by piggyback
};

// Bits of TLV 24.16. They forbid the modem something, except kDropOversized, which demands it. Bits
// 5 to 7, and the REQ/Data regions of bits 2 and 3, do not exist in multiple transmit channel mode
// with segment headers.
enum RequestPolicy : std::uint32_t {
  kNoBroadcastRequests = 1U << 0,  // in regions open to all modems
  kNoMulticastRequests = 1U << 1,
  kNoRequestDataRequests = 1U << 2,
  kNoRequestDataData = 1U << 3,
  kNoPiggyback = 1U << 4,
  kNoConcatenation = 1U << 5,
  kNoFragmentation = 1U << 6,
  kNoHeaderSuppression = 1U << 7,
  kDropOversized = 1U << 8  // packets larger than an unsolicited grant
};

constexpr bool is_polled(SchedulingType type) {
  return type == SchedulingType::kNonRealTimePolling || type == SchedulingType::kRealTimePolling ||
         type == SchedulingType::kUgsActivityDetection;
}
constexpr bool is_unsolicited(SchedulingType type) {
  return type == SchedulingType::kUgs || type == SchedulingType::kUgsActivityDetection;
}
// Grants come at a fixed interval without a request.
constexpr bool has_grant_series(SchedulingType type) {
  return is_unsolicited(type) || type == SchedulingType::kProactiveGrants;
}

// Returns the default policy of a type. Real-time flows use neither contention nor piggyback. Flows
// of proactive grants do not use contention [engineering choice], because it takes longer than most
// guaranteed intervals.
constexpr std::uint32_t default_request_policy(SchedulingType type) {
  constexpr std::uint32_t kNoContention = std::uint32_t{kNoBroadcastRequests} |
                                          kNoMulticastRequests | kNoRequestDataRequests |
                                          kNoRequestDataData;
  switch (type) {
    case SchedulingType::kBestEffort:
    case SchedulingType::kNonRealTimePolling:
      return 0;
    case SchedulingType::kProactiveGrants:
      return kNoContention;
    default:
      return kNoContention | kNoPiggyback;
  }
}

// Returns the default time between two unicast polls: that of voice, longer for bulk data.
constexpr unsigned default_polling_interval_us(SchedulingType type) {
  return type == SchedulingType::kNonRealTimePolling ? 1'000'000 : 20'000;
}

}  // namespace docsis_vp::docsis
