// A copy of queue protection, by the text of RFC 9957 sec. 4.2, into which faults are planted that
// an implementer may make. Tests must tell each from the law.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/aqm/dual_queue/queue_protection.h"

namespace docsis_vp::aqm::rfc9957_oracle_test {

struct Arrival {
  std::uint64_t flow;
  std::uint32_t size_bytes;
  std::uint64_t delay_ns;
  std::uint64_t prob_q32;
  std::uint64_t now_ns;
};

struct Outcome {
  std::uint32_t bucket;
  bool sanction;
  std::uint64_t score;
  std::uint64_t expires;  // of the bucket, afterwards
  std::uint64_t id;       // the same

  bool operator==(const Outcome& o) const {
    return bucket == o.bucket && sanction == o.sanction && score == o.score &&
           expires == o.expires && id == o.id;
  }
};

enum class Fault : std::size_t {
  kNone,
  kDelayNotStrict,
  kProductNotStrict,
  kCapStrict,
  kNoCapInConditions,
  kNoCap,
  kCapOnIncrement,
  kCapAfterStore,
  kDregsKeepIdentity,
  kDregsLookedUpFirst,
  kDregsNotReset,
  kDregsAlwaysReset,
  kTakesFreeBeforeBothLooks,
  kTakesLastFree,
  kTakesLiveBucket,
  kFreeOnlyAfterExpiry,
  kOwnNotReset,
  kSameBitsTwice,
  kIncrementRoundsUp,
  kProductIn64Bits,
  kCountsMacHeader,
  kThresholdsInMicroseconds,
  kDelayInTicks,
};
inline constexpr const char* kFaultNames[] = {"none",
                                              "delay >= CRITICALqL",
                                              "delay x score >= product",
                                              "score > qLSCORE_MAX",
                                              "no condition on qLSCORE_MAX",
                                              "no cap",
                                              "cap on the increment",
                                              "cap after t_exp is stored",
                                              "dregs keep their first identity",
                                              "dregs looked up as an owned bucket",
                                              "expired dregs not reset",
                                              "live dregs reset",
                                              "free bucket taken before both looks",
                                              "second free bucket taken",
                                              "live bucket of another flow taken",
                                              "bucket free only after its expiry",
                                              "expired own bucket not reset",
                                              "same bits of the hash in both tries",
                                              "increment rounded up",
                                              "product in 64 bits",
                                              "MAC header counted",
                                              "thresholds not converted to ns",
                                              "delay in ticks"};
inline constexpr std::size_t kFaults = std::size(kFaultNames);

class FaultyProtection {
 public:
  FaultyProtection(Fault fault, const queue_protection_params& params,
                   const queue_protection_config& config)
      : fault_(fault), params_(params), config_(config) {}

  Outcome judge(const Arrival& a) {
    const std::uint64_t now = a.now_ns >> params_.lg_tick;
    const std::uint32_t b = pick(a.flow, now);
    const std::uint64_t score = fill(b, a, now);
    return {b, sanctions(a.delay_ns, score), score, expires_[b], id_[b]};
  }

 private:
  static constexpr std::uint32_t kDregs = 32;

  bool is(Fault fault) const { return fault_ == fault; }
  bool is_free(std::uint32_t b, std::uint64_t now) const {
    return is(Fault::kFreeOnlyAfterExpiry) ? expires_[b] < now : expires_[b] <= now;
  }

  std::uint32_t pick(std::uint64_t flow, std::uint64_t now) {
    auto hash = static_cast<std::uint32_t>(flow);
    std::uint32_t taken = kDregs;
    if (is(Fault::kDregsLookedUpFirst) && id_[kDregs] == flow && expires_[kDregs] > now) {
      return kDregs;
    }
    for (int attempt = 0; attempt < 2; ++attempt) {
      const std::uint32_t b = hash & 31;
      if (id_[b] == flow) {
        if (expires_[b] <= now && !is(Fault::kOwnNotReset)) {
          expires_[b] = now;
        }
        return b;
      }
      if (is_free(b, now) && (taken == kDregs || is(Fault::kTakesLastFree))) {
        taken = b;
        if (is(Fault::kTakesFreeBeforeBothLooks)) {
          break;
        }
      }
      if (is(Fault::kTakesLiveBucket) && attempt == 1 && taken == kDregs) {
        taken = b;
      }
      hash >>= is(Fault::kSameBitsTwice) ? 0 : 5;
    }
    return claim(taken, flow, now);
  }

  std::uint32_t claim(std::uint32_t b, std::uint64_t flow, std::uint64_t now) {
    const bool was_live = expires_[b] > now;
    const bool dregs_are_reset =
        was_live ? is(Fault::kDregsAlwaysReset) : !is(Fault::kDregsNotReset);
    if (b != kDregs || dregs_are_reset) {
      expires_[b] = now;
    }
    if (!(is(Fault::kDregsKeepIdentity) && b == kDregs && was_live)) {
      id_[b] = flow;
    }
    return b;
  }

  std::uint64_t fill(std::uint32_t b, const Arrival& a, std::uint64_t now) {
    const std::uint64_t size = a.size_bytes + (is(Fault::kCountsMacHeader) ? 10 : 0);
    const std::uint64_t product = a.prob_q32 * size;
    std::uint64_t increment = product >> params_.score_shift;
    if (is(Fault::kIncrementRoundsUp)) {
      increment += (increment << params_.score_shift) != product;
    }
    const std::uint64_t cap = params_.score_max;
    if (is(Fault::kCapOnIncrement) && increment > cap) {
      increment = cap;
    }
    std::uint64_t score = expires_[b] - now + increment;
    if (is(Fault::kCapAfterStore)) {
      expires_[b] = now + score;
    }
    if (score > cap && !is(Fault::kNoCap) && !is(Fault::kCapOnIncrement)) {
      score = cap;
    }
    if (!is(Fault::kCapAfterStore)) {
      expires_[b] = now + score;
    }
    return score;
  }

  bool sanctions(std::uint64_t delay_ns, std::uint64_t score) const {
    std::uint64_t critical = params_.critical_ql_ns;
    std::uint64_t limit = params_.product;
    if (is(Fault::kThresholdsInMicroseconds)) {
      critical = config_.critical_ql_us;
      limit = std::uint64_t{config_.critical_ql_us} * config_.critical_score_us;
    }
    const std::uint64_t delay = is(Fault::kDelayInTicks) ? delay_ns >> params_.lg_tick : delay_ns;
    const bool is_long = is(Fault::kDelayNotStrict) ? delay >= critical : delay > critical;
    const bool is_capped =
        is(Fault::kCapStrict) ? score > params_.score_max : score >= params_.score_max;
    return (is_long && exceeds(delay, score, limit)) ||
           (is_capped && !is(Fault::kNoCapInConditions));
  }

  // delay x score > limit, by division: delay is not 0 where this is asked in earnest.
  bool exceeds(std::uint64_t delay, std::uint64_t score, std::uint64_t limit) const {
    if (is(Fault::kProductIn64Bits)) {
      return delay * score > limit;
    }
    if (is(Fault::kProductNotStrict)) {
      return delay != 0 ? score >= (limit + delay - 1) / delay : limit == 0;
    }
    return delay != 0 && score > limit / delay;
  }

  Fault fault_;
  queue_protection_params params_;
  queue_protection_config config_;
  std::array<std::uint64_t, 33> id_{};
  std::array<std::uint64_t, 33> expires_{};
};

}  // namespace docsis_vp::aqm::rfc9957_oracle_test
