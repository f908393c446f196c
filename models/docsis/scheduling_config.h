// Declares the configuration of the scheduling of an upstream service flow (MULPIv3.1 7.2.3 and
// C.2.2.8), which the CMTS gives to the modem at registration. Both schedule by it.
#pragma once

#include <cstdint>
#include <optional>

#include "models/docsis/scheduling.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// Keys of a service flow's `scheduling` in a scenario. They have the names of configuration files
// in JSON.
struct SchedulingConfig {
  SchedulingType type = SchedulingType::kBestEffort;
  std::optional<unsigned> request_policy;   // RequestPolicy; empty: the default of the type
  std::optional<unsigned> max_grant_bytes;  // MAC-frame bytes per MAP; empty: not limited

  // Unicast polls: request opportunities of one flow (TLV 24.17, 24.18), for a polled type and for
  // a silent UGS-AD flow. Poll n begins between t0 + n x interval and the jitter later.
  std::optional<unsigned> nominal_polling_interval_us;  // empty: the default of the type
  unsigned tolerated_poll_jitter_us = 2'000;

  // Unsolicited grants (TLV 24.19 to 24.22), with the timing of polls.
  unsigned unsolicited_grant_bytes = 232;  // MAC frames: a G.711 packet of 20 ms with headers
  unsigned nominal_grant_interval_us = 20'000;
  unsigned tolerated_grant_jitter_us = 2'000;
  unsigned grants_per_interval = 1;
  // UGS-AD: after so many unused grants in a row, polls replace the grants [engineering choice].
  unsigned silent_after_grants = 8;

  // Proactive grants (TLV 24.44 to 24.46). The flow requests bytes that they do not carry.
  double guaranteed_grant_rate_mbps = 0;        // of Ethernet bytes; 0: no grants
  unsigned guaranteed_grant_interval_us = 0;    // 0: the MAP interval
  unsigned guaranteed_request_interval_us = 0;  // between two unicast polls; 0: no polls

  bool is_polled() const { return docsis::is_polled(type); }
  bool is_unsolicited() const { return docsis::is_unsolicited(type); }
  bool is_proactive() const { return type == SchedulingType::kProactiveGrants; }
  bool detects_activity() const { return type == SchedulingType::kUgsActivityDetection; }

  std::uint32_t policy() const { return request_policy.value_or(default_request_policy(type)); }
  unsigned polling_interval_us() const {
    return nominal_polling_interval_us.value_or(default_polling_interval_us(type));
  }
  // Rate of its unsolicited grants; 1 bit per us is 1 Mbit/s.
  double grant_rate_mbps() const {
    return 8.0 * unsolicited_grant_bytes * grants_per_interval / nominal_grant_interval_us;
  }

  // The keys in the units of the models.
  TimePs polling_interval_ps() const { return polling_interval_us() * kPsPerUs; }
  TimePs poll_jitter_ps() const { return tolerated_poll_jitter_us * kPsPerUs; }
  TimePs grant_interval_ps() const { return nominal_grant_interval_us * kPsPerUs; }
  TimePs grant_jitter_ps() const { return tolerated_grant_jitter_us * kPsPerUs; }
  TimePs guaranteed_grant_interval_ps() const { return guaranteed_grant_interval_us * kPsPerUs; }
  TimePs guaranteed_request_interval_ps() const {
    return guaranteed_request_interval_us * kPsPerUs;
  }
};

}  // namespace docsis_vp::docsis
