// Model of RFC 9957 queue protection, and of the ramp that tells it of congestion, in integers
// without limits. It shares no code with models/aqm.
//
// Queue delays and their thresholds are in nanoseconds. Scores and times of expiry are in ticks of
// T_RES, rounded down. Probabilities are in units of 2^-32. Sources: RFC 9957 sec. 4.1 (constants),
// 4.2 (functions); the ramp is that of DOCSIS (MULPI Annex N).
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

namespace docsis_vp::aqm::rfc9957 {

using Integer = boost::multiprecision::cpp_int;

struct Settings {
  Integer max_rate;                  // MAX_RATE in bit/s; 0: no limit, then FLOOR is 0
  Integer maxth_us = 1000;           // MAXTH_us, 0 .. 65535
  unsigned lg_range = 19;            // LG_RANGE, 0 .. 31
  Integer critical_ql_us = 1000;     // CRITICALqL_us, 0 .. 65535
  Integer critical_score_us = 4000;  // CRITICALqLSCORE_us, 0 .. 65535
  unsigned lg_aging = 19;            // LG_AGING, 0 .. 31
  Integer t_res = 1;                 // T_RES in ns, any power of two up to 65536
};

struct Result {
  unsigned bucket;  // index of the bucket that the packet was scored in; 32: the dregs
  Integer score;    // qLscore after the packet, units of T_RES
  bool sanction;    // EXIT_SANCTION
};

class Oracle {
 public:
  static constexpr unsigned kBuckets = 32;  // NBUCKETS
  static constexpr unsigned kDregs = kBuckets;
  static constexpr unsigned kIndexBits = 5;  // BI_SIZE
  static constexpr unsigned kAttempts = 2;   // ATTEMPTS

  explicit Oracle(const Settings& settings)
      : settings_(settings),
        floor_(floor_of(settings.max_rate)),
        range_(Integer(1) << settings.lg_range),
        critical_ql_(settings.critical_ql_us * 1000),
        product_(critical_ql_ * (settings.critical_score_us * 1000 / settings.t_res)),
        score_max_(Integer(5'000'000'000) / settings.t_res) {
    const Integer wanted = settings.maxth_us * 1000;
    const Integer start = wanted > range_ ? Integer(wanted - range_) : Integer(0);
    minth_ = start > floor_ ? start : floor_;
    maxth_ = least(minth_ + range_, kLongestNs);
  }

  Integer floor_ns() const { return floor_; }
  Integer minth_ns() const { return minth_; }
  Integer maxth_ns() const { return maxth_; }

  // calcProbNative(): 0 up to MINTH, 1 from MAXTH on, linear between.
  Integer prob_native(const Integer& qdelay_ns) const {
    const Integer one = Integer(1) << 32;
    if (qdelay_ns <= minth_) {
      return 0;
    }
    if (qdelay_ns >= maxth_) {
      return one;
    }
    return least((qdelay_ns - minth_) * one / range_, one);
  }

  // qprotect(), RFC 9957 sec. 4.2.
  Result qprotect(std::uint64_t flow, const Integer& size_bytes, const Integer& qdelay_ns,
                  const Integer& prob_native, const Integer& now_ns) {
    const Integer now = now_ns / settings_.t_res;
    const unsigned bucket = pick_bucket(flow, now);
    Integer& t_exp = buckets_[bucket].t_exp;
    const Integer score = least(t_exp - now + increment(size_bytes, prob_native), score_max_);
    t_exp = now + score;
    const bool is_critical = qdelay_ns > critical_ql_ && qdelay_ns * score > product_;
    return {bucket, score, is_critical || score >= score_max_};
  }

  std::uint64_t id(unsigned bucket) const { return buckets_[bucket].id; }
  Integer t_exp(unsigned bucket) const { return buckets_[bucket].t_exp; }

 private:
  struct Bucket {
    std::uint64_t id = 0;
    Integer t_exp = 0;
  };

  static constexpr std::uint32_t kLongestNs = 65'535'000;

  static Integer least(const Integer& a, const Integer& b) { return a < b ? a : b; }

  // The time of two frames of 2000 bytes at MAX_RATE.
  static Integer floor_of(const Integer& max_rate) {
    if (max_rate == 0) {
      return 0;
    }
    return least(Integer(2 * 8 * 2000) * 1'000'000'000 / max_rate, kLongestNs);
  }

  // probNative * size / AGING, with AGING = 2^(LG_AGING - 30) * T_RES bytes a tick.
  Integer increment(const Integer& size_bytes, const Integer& prob_native) const {
    const Integer bytes = size_bytes * prob_native;  // in units of 2^-32 bytes
    return (bytes << 30) / (((Integer(1) << settings_.lg_aging) * settings_.t_res) << 32);
  }

  // pick_bucket(), RFC 9957 sec. 4.2.2: the flow's own bucket at either place, else the first of
  // both that has expired, else the dregs. An expired score counts as none.
  unsigned pick_bucket(std::uint64_t flow, const Integer& now) {
    std::uint32_t hash = static_cast<std::uint32_t>(flow);
    unsigned expired = kDregs;
    bool has_expired = false;
    for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
      const unsigned index = hash % kBuckets;
      Bucket& bucket = buckets_[index];
      if (bucket.id == flow) {
        raise(bucket.t_exp, now);
        return index;
      }
      if (!has_expired && bucket.t_exp <= now) {
        expired = index;
        has_expired = true;
      }
      hash >>= kIndexBits;
    }
    raise(buckets_[expired].t_exp, now);
    buckets_[expired].id = flow;
    return expired;
  }

  static void raise(Integer& t_exp, const Integer& now) {
    if (t_exp <= now) {
      t_exp = now;
    }
  }

  const Settings settings_;
  const Integer floor_;
  const Integer range_;
  const Integer critical_ql_;
  const Integer product_;
  const Integer score_max_;
  Integer minth_;
  Integer maxth_;
  std::array<Bucket, kBuckets + 1> buckets_;
};

}  // namespace docsis_vp::aqm::rfc9957
