#include "models/aqm/dual_queue/immediate_aqm.h"

#include "models/aqm/dual_queue/exact_ratio.h"

#define TWO_FRAMES_BYTES (2u * IMMEDIATE_AQM_FRAME_BYTES)

static uint32_t capped_ns(uint64_t time_ns) {
  return time_ns < IMMEDIATE_AQM_CAP_NS ? (uint32_t)time_ns : IMMEDIATE_AQM_CAP_NS;
}

uint64_t immediate_aqm_max_rate(uint64_t amsr_bits_per_s, uint64_t msr_bits_per_s) {
  if (amsr_bits_per_s == 0 || msr_bits_per_s == 0) {
    return amsr_bits_per_s + msr_bits_per_s;
  }
  return amsr_bits_per_s < msr_bits_per_s ? amsr_bits_per_s : msr_bits_per_s;
}

immediate_aqm_ramp immediate_aqm_ramp_of(uint64_t max_rate_bits_per_s, uint32_t maxth_us,
                                         uint32_t lg_range) {
  const uint64_t range_ns = UINT64_C(1) << lg_range;
  const uint64_t configured_ns = (uint64_t)maxth_us * 1000u;
  const uint64_t start_ns = configured_ns > range_ns ? configured_ns - range_ns : 0;
  immediate_aqm_ramp ramp = {0, 0, 0, 0};
  if (max_rate_bits_per_s != 0) {
    ramp.floor_ns = capped_ns(aqm_quotient(TWO_FRAMES_BYTES * AQM_BYTE_NS, max_rate_bits_per_s));
  }
  ramp.minth_ns = start_ns > ramp.floor_ns ? (uint32_t)start_ns : ramp.floor_ns;
  ramp.maxth_ns = capped_ns(ramp.minth_ns + range_ns);
  ramp.lg_range = lg_range;
  return ramp;
}

uint64_t immediate_aqm_prob_q32(const immediate_aqm_ramp* ramp, uint64_t delay_ns) {
  if (delay_ns <= ramp->minth_ns) {
    return 0;
  }
  if (delay_ns >= ramp->maxth_ns) {
    return IMMEDIATE_AQM_ONE_Q32;
  }
  return ((delay_ns - ramp->minth_ns) << 32) >> ramp->lg_range;
}

int immediate_aqm_recur(uint64_t* count_q32, uint64_t prob_q32) {
  *count_q32 += prob_q32;
  if (*count_q32 <= IMMEDIATE_AQM_ONE_Q32) {
    return 0;
  }
  *count_q32 -= IMMEDIATE_AQM_ONE_Q32;
  return 1;
}
