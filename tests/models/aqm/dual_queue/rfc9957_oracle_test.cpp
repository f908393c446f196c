// Queue protection and its ramp against an independent model in integers without limits.
//
// The model is rfc9957_oracle.h. It is written from RFC 9957 sec. 4 and includes nothing of
// models/aqm. Its interface, all in namespace docsis_vp::aqm::rfc9957:
//
//   using Integer = boost::multiprecision::cpp_int;
//
//   struct Settings {
//     Integer max_rate;                // MAX_RATE in bit/s; 0: no limit, then FLOOR is 0
//     Integer maxth_us = 1000;         // MAXTH_us, 0 .. 65535
//     unsigned lg_range = 19;          // LG_RANGE, 0 .. 31
//     Integer critical_ql_us = 1000;   // CRITICALqL_us, 0 .. 65535
//     Integer critical_score_us = 4000;  // CRITICALqLSCORE_us, 0 .. 65535
//     unsigned lg_aging = 19;          // LG_AGING, 0 .. 31
//     Integer t_res = 1;               // T_RES in ns, any power of two up to 65536
//   };
//
//   struct Result {
//     unsigned bucket;   // index of the bucket that the packet was scored in; 32: the dregs
//     Integer score;     // qLscore after the packet, units of T_RES
//     bool sanction;     // EXIT_SANCTION
//   };
//
//   class Oracle {
//    public:
//     explicit Oracle(const Settings&);
//     Integer floor_ns() const;   // at most 65 535 000, rounded down
//     Integer minth_ns() const;   // max(MAXTH - RANGE, FLOOR), the difference at least 0
//     Integer maxth_ns() const;   // min(MINTH + RANGE, 65 535 000)
//     // calcProbNative() in units of 2^-32, rounded down: 0 for qdelay <= MINTH, else 2^32 for
//     // qdelay >= MAXTH, else (qdelay - MINTH) / RANGE, at most 2^32.
//     Integer prob_native(const Integer& qdelay_ns) const;
//     // qprotect(), with qdelay and probNative as given, probNative in units of 2^-32. `now` is in
//     // ns and rounded down to T_RES. hash32(flow) is the flow's low 32 bits. The increment of the
//     // score is rounded down to T_RES; so are the constants of sec. 4.1. Buckets begin with id 0
//     // and t_exp 0.
//     Result qprotect(std::uint64_t flow, const Integer& size_bytes, const Integer& qdelay_ns,
//                     const Integer& prob_native, const Integer& now_ns);
//     std::uint64_t id(unsigned bucket) const;
//     Integer t_exp(unsigned bucket) const;   // units of T_RES
//   };
//
// Tuples are drawn so that the edges are hit: delays at CRITICALqL and at multiples of it, times at
// which a bucket expires, flows that share buckets, scores at the cap. Faults are planted into a
// copy of the law, never into the law; each must be seen on the same tuples.
#include "tests/models/aqm/dual_queue/rfc9957_oracle.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "models/aqm/dual_queue/immediate_aqm.h"
#include "models/aqm/dual_queue/queue_protection.h"
#include "platform/base/random.h"
#include "tests/models/aqm/dual_queue/faulty_protection.h"

namespace docsis_vp::aqm::rfc9957_oracle_test {
namespace {

using rfc9957::Integer;
using rfc9957::Oracle;

std::uint64_t plain(const Integer& value) {
  return static_cast<std::uint64_t>(value);
}

struct Case {
  std::uint64_t max_rate;
  std::uint32_t maxth_us;
  std::uint32_t lg_range;
  queue_protection_config protection;
};

// A score of 4194 us is 64 ticks of 2^16 ns: products meet their limit often.
constexpr Case kCases[] = {
    {50'000'000, 1000, 19, {1164, 4000, 19, 0}},
    {10'000'000, 1000, 19, {3724, 4000, 19, 0}},
    {0, 1000, 19, {1000, 4000, 19, 0}},
    {1'000'000'000, 1000, 19, {1000, 4000, 19, 0}},
    {5'000'000, 65535, 25, {65535, 65535, 31, 0}},
    {1, 0, 0, {0, 0, 0, 0}},
    {67'270'000, 1000, 20, {1000, 4000, 10, 0}},
    {50'000'000, 1000, 19, {1, 1, 19, 0}},
    {100'000'000, 1000, 19, {1000, 4194, 19, 16}},
    {100'000'000, 2000, 18, {500, 4194, 17, 16}},
    {20'000'000, 1000, 19, {1000, 4000, 19, 10}},
    {1'000'000, 1000, 31, {2000, 0, 19, 4}},
    {1'000'000'000'000, 500, 10, {500, 4000, 0, 8}},
    {0, 0, 31, {0, 65535, 12, 16}},
    {200'000'000, 1000, 19, {0, 8388, 22, 16}},
    {35'000'000, 1300, 17, {1300, 4000, 8, 1}},
};

rfc9957::Settings settings_of(const Case& c) {
  rfc9957::Settings settings;
  settings.max_rate = c.max_rate;
  settings.maxth_us = c.maxth_us;
  settings.lg_range = c.lg_range;
  settings.critical_ql_us = c.protection.critical_ql_us;
  settings.critical_score_us = c.protection.critical_score_us;
  settings.lg_aging = c.protection.lg_aging;
  settings.t_res = Integer(1) << c.protection.lg_tick;
  return settings;
}

queue_protection_params params_of(const Case& c) {
  queue_protection_params params;
  EXPECT_EQ(queue_protection_params_init(&params, &c.protection), nullptr);
  return params;
}

// An arrival and the model's answer.
struct Judged {
  Arrival arrival;
  Outcome outcome;
};

class Traffic {
 public:
  Traffic(const Case& c, std::uint64_t seed)
      : case_(c), oracle_(settings_of(c)), random_(seed, "test/rfc9957") {}

  const Oracle& oracle() const { return oracle_; }

  Judged next() {
    advance();
    const std::uint64_t delay = this->delay();
    const Integer ramp = oracle_.prob_native(delay);
    const Arrival a{flow(), size(), delay, random_.below(4) == 0 ? any_prob() : plain(ramp), now_};
    const rfc9957::Result r =
        oracle_.qprotect(a.flow, a.size_bytes, a.delay_ns, a.prob_q32, a.now_ns);
    return {a,
            {r.bucket, r.sanction, plain(r.score), plain(oracle_.t_exp(r.bucket)),
             oracle_.id(r.bucket)}};
  }

 private:
  // 64 flows in 8 x 8 buckets, so that both tries meet others, and one that is named 0.
  std::uint64_t flow() {
    const std::uint64_t bits = random_.below(8) | random_.below(8) << 5;
    const std::uint64_t name = bits << 32 | random_.below(2) << 10 | bits;
    return random_.below(50) == 0 ? 0 : name;
  }
  std::uint32_t size() {
    return random_.below(3) == 0 ? 1500 : static_cast<std::uint32_t>(random_.between(64, 2'000));
  }
  std::uint64_t any_prob() {
    return random_.below(3) == 0 ? std::uint64_t{1} << 32 : random_.next_u32();
  }
  std::uint64_t delay() {
    const std::uint64_t critical = case_.protection.critical_ql_us * std::uint64_t{1000};
    switch (random_.below(8)) {
      case 0:
        return critical;
      case 1:
        return critical + 1;
      case 2:
      case 3:
        return critical << random_.below(8);
      case 4:  // rarely beyond 64 bits with any score
        return random_.below(20) == 0 ? std::uint64_t{1} << random_.between(30, 63)
                                      : random_.below(1 << 24);
      default:
        return random_.below(4 * plain(oracle_.maxth_ns()) + 2);
    }
  }
  void advance() {
    const std::uint64_t way = random_.below(100);
    if (way < 10) {  // to the instant at which a bucket expires, where it is near
      const unsigned bucket = static_cast<unsigned>(random_.below(33));
      const std::uint64_t at = plain(oracle_.t_exp(bucket)) << case_.protection.lg_tick;
      now_ = at > now_ && at - now_ < 20'000'000 ? at : now_;
    } else if (way < 60) {
      now_ += random_.below(200'000);
    } else if (way == 99 && random_.below(10) == 0) {
      now_ += random_.below(7'000'000'000);
    }
  }

  const Case& case_;
  Oracle oracle_;
  RandomStream random_;
  std::uint64_t now_ = 1'000'000;
};

std::string text(const Judged& j) {
  return "flow " + std::to_string(j.arrival.flow) + " size " +
         std::to_string(j.arrival.size_bytes) + " delay " + std::to_string(j.arrival.delay_ns) +
         " prob " + std::to_string(j.arrival.prob_q32) + " now " + std::to_string(j.arrival.now_ns);
}

TEST(Rfc9957, LawAndModelJudgeAMillionPacketsAlike) {
  constexpr int kPackets = 1'000'000 / static_cast<int>(std::size(kCases));
  std::uint64_t sanctions = 0;
  std::uint64_t dregs = 0;
  std::uint64_t capped = 0;
  for (const Case& c : kCases) {
    Traffic traffic(c, 1);
    const queue_protection_params params = params_of(c);
    queue_protection_state state;
    queue_protection_state_init(&state);
    const immediate_aqm_ramp ramp = immediate_aqm_ramp_of(c.max_rate, c.maxth_us, c.lg_range);
    for (int i = 0; i < kPackets; ++i) {
      const Judged j = traffic.next();
      const Arrival& a = j.arrival;
      const queue_protection_verdict v = queue_protection_judge(
          &state, &params, a.flow, a.size_bytes, a.delay_ns, a.prob_q32, a.now_ns);
      const queue_protection_bucket& bucket = state.buckets[v.bucket];
      const Outcome outcome{v.bucket, v.sanction != 0, v.score, bucket.expires, bucket.id};
      ASSERT_EQ(outcome, j.outcome) << "packet " << i << ": " << text(j);
      ASSERT_EQ(immediate_aqm_prob_q32(&ramp, a.delay_ns),
                plain(traffic.oracle().prob_native(a.delay_ns)))
          << text(j);
      sanctions += v.sanction;
      dregs += v.bucket == QUEUE_PROTECTION_DREGS;
      capped += v.score == params.score_max;
    }
    for (unsigned b = 0; b <= QUEUE_PROTECTION_NBUCKETS; ++b) {
      EXPECT_EQ(state.buckets[b].id, traffic.oracle().id(b));
      EXPECT_EQ(state.buckets[b].expires, plain(traffic.oracle().t_exp(b)));
    }
  }
  EXPECT_GT(sanctions, 100'000U);
  EXPECT_GT(dregs, 100'000U);
  EXPECT_GT(capped, 10'000U);
}

TEST(Rfc9957, PlantedFaultsAreSeen) {
  std::array<int, kFaults> differences{};
  for (const Case& c : kCases) {
    Traffic traffic(c, 2);
    const queue_protection_params params = params_of(c);
    std::vector<FaultyProtection> copies;
    for (std::size_t f = 0; f < kFaults; ++f) {
      copies.emplace_back(static_cast<Fault>(f), params, c.protection);
    }
    for (int i = 0; i < 5'000; ++i) {
      const Judged j = traffic.next();
      for (std::size_t f = 0; f < kFaults; ++f) {
        differences[f] += !(copies[f].judge(j.arrival) == j.outcome);
      }
    }
  }
  EXPECT_EQ(differences[static_cast<std::size_t>(Fault::kNone)], 0) << "the copy is not the law";
  for (std::size_t f = 1; f < kFaults; ++f) {
    EXPECT_GT(differences[f], 0) << kFaultNames[f];
  }
}

TEST(Rfc9957, ThresholdsAreThoseOfTheModelAtAllCorners) {
  const std::uint64_t rates[] = {0,           1,           488'000,       488'289,
                                 488'290,     1'000'000,   5'000'000,     10'000'000,
                                 20'000'000,  50'000'000,  67'269'000,    67'270'000,
                                 100'000'000, 999'999'937, 1'000'000'000, 1'000'000'000'000};
  for (const std::uint64_t rate : rates) {
    for (const std::uint32_t maxth_us : {0U, 1U, 524U, 525U, 1000U, 1300U, 65534U, 65535U}) {
      for (std::uint32_t lg_range = 0; lg_range <= 31; ++lg_range) {
        const Case c{rate, maxth_us, lg_range, {1000, 4000, 19, 0}};
        const Oracle oracle(settings_of(c));
        const immediate_aqm_ramp ramp = immediate_aqm_ramp_of(rate, maxth_us, lg_range);
        const std::string where = std::to_string(rate) + " bit/s, " + std::to_string(maxth_us) +
                                  " us, 2^" + std::to_string(lg_range);
        ASSERT_EQ(ramp.floor_ns, oracle.floor_ns()) << where;
        ASSERT_EQ(ramp.minth_ns, oracle.minth_ns()) << where;
        ASSERT_EQ(ramp.maxth_ns, oracle.maxth_ns()) << where;
        const std::uint64_t middle = (std::uint64_t{ramp.minth_ns} + ramp.maxth_ns) / 2;
        for (const std::uint64_t delay :
             {std::uint64_t{0}, std::uint64_t{ramp.minth_ns}, std::uint64_t{ramp.minth_ns} + 1,
              middle, std::uint64_t{ramp.maxth_ns} - 1, std::uint64_t{ramp.maxth_ns},
              std::uint64_t{ramp.maxth_ns} + 1, ~std::uint64_t{0}}) {
          ASSERT_EQ(immediate_aqm_prob_q32(&ramp, delay), plain(oracle.prob_native(delay)))
              << where << ", delay " << delay;
        }
      }
    }
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::rfc9957_oracle_test
