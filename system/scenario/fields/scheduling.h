// Declares the configuration of the scheduling of an upstream service flow (MULPIv3.1 7.2.3 and
// C.2.2.8). Keys have the names of configuration files in JSON.
#pragma once

#include <optional>

#include "models/docsis/scheduling.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

constexpr unsigned kShortestSeriesUs = 250;  // interval of grants or polls

struct SchedulingConfig {
  docsis::SchedulingType type = docsis::SchedulingType::kBestEffort;
  std::optional<unsigned> request_policy;  // docsis::RequestPolicy
  std::optional<unsigned> nominal_polling_interval_us;
  unsigned tolerated_poll_jitter_us = 2'000;
  unsigned unsolicited_grant_bytes = 232;
  unsigned nominal_grant_interval_us = 20'000;
  unsigned tolerated_grant_jitter_us = 2'000;
  unsigned grants_per_interval = 1;
  unsigned silent_after_grants = 8;
  std::optional<unsigned> max_grant_bytes;
  double guaranteed_grant_rate_mbps = 0;
  unsigned guaranteed_grant_interval_us = 0;    // 0: the MAP interval
  unsigned guaranteed_request_interval_us = 0;  // 0: no guaranteed requests

  bool is_polled() const { return docsis::is_polled(type); }
  bool is_unsolicited() const { return docsis::is_unsolicited(type); }
  bool is_proactive() const { return type == docsis::SchedulingType::kProactiveGrants; }
  // Rate of its unsolicited grants; 1 bit per us is 1 Mbit/s.
  double grant_rate_mbps() const {
    return 8.0 * unsolicited_grant_bytes * grants_per_interval / nominal_grant_interval_us;
  }
};

const Table<SchedulingConfig>& scheduling_table();

}  // namespace docsis_vp::system
