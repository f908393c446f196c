// How an upstream service flow gets to send: its scheduling type and its request/transmission
// policy (MULPIv3.1 7.2.3 and C.2.2.8).
#pragma once

#include <cstdint>

namespace docsis_vp::docsis {

// The values of TLV 24.15.
enum class SchedulingType : std::uint8_t {
  kBestEffort = 2,            // asks in contention and by piggyback
  kNonRealTimePolling = 3,    // the same, and unicast polls
  kRealTimePolling = 4,       // unicast polls only
  kUgsActivityDetection = 5,  // as kUgs while there is something to send, else unicast polls
  kUgs = 6                    // grants of one size without asking
};

// Bits of TLV 24.16: what the modem must not do, and must. Bits 5 to 7, and the REQ/Data regions of
// bits 2 and 3, do not exist in multiple transmit channel mode with segment headers.
enum RequestPolicy : std::uint32_t {
  kNoBroadcastRequests = 1U << 0,  // in regions for all modems
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

// What a flow of a type usually is told: real-time flows leave contention and piggyback alone.
constexpr std::uint32_t usual_request_policy(SchedulingType type) {
  return type == SchedulingType::kBestEffort || type == SchedulingType::kNonRealTimePolling
             ? 0U
             : std::uint32_t{kNoBroadcastRequests} | kNoMulticastRequests | kNoRequestDataRequests |
                   kNoRequestDataData | kNoPiggyback;
}

}  // namespace docsis_vp::docsis
