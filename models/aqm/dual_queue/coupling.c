#include "models/aqm/dual_queue/coupling.h"

#include "models/aqm/docsis_pie/docsis_pie_params.h"
#include "models/aqm/dual_queue/exact_ratio.h"
#include "models/aqm/dual_queue/immediate_aqm.h"

#define Q28_ONE (UINT64_C(1) << 28)
#define Q28_TO_Q32 4u
#define TENTHS_SQUARED 100u
#define BYTE_US 8000000u /* microseconds that a byte takes at one bit per second */
/* Bytes per 16 ms to bit/s. */
#define BITS_PER_S_OF_INTERVAL (8u * 1000000u / DOCSIS_PIE_INTERVAL_US)

uint32_t coupling_sqrt(uint64_t value) {
  /* Digit by digit: the bit that is tried, and what the root so far leaves of the value. */
  uint64_t rest = value;
  uint64_t root = 0;
  for (uint64_t bit = UINT64_C(1) << 62; bit != 0; bit >>= 2) {
    const uint64_t tried = root + bit;
    root >>= 1;
    if (rest >= tried) {
      rest -= tried;
      root += bit;
    }
  }
  return (uint32_t)root;
}

/* floor(value x 2^36 / 100) for value < 100 x 2^28, by divisions of 32 bits. */
static uint64_t hundredths_q36(uint64_t value) {
  /* Long division of value in digits of 24 and 12 bits, then 36 bits of fraction. */
  const uint32_t high = (uint32_t)(value >> 12);
  uint32_t rest = high % TENTHS_SQUARED;
  uint64_t quotient = high / TENTHS_SQUARED;
  for (uint32_t digit = 0; digit < 4; ++digit) {
    const uint32_t next = (rest << 12) + (digit == 0 ? (uint32_t)(value & 0xFFF) : 0);
    quotient = (quotient << 12) + next / TENTHS_SQUARED;
    rest = next % TENTHS_SQUARED;
  }
  return quotient;
}

uint64_t coupling_prob_q32(uint32_t drop_prob_q28, uint32_t tenths) {
  /* 2^32 k sqrt(p) = sqrt(tenths^2 / 100 x p_q28 x 2^36) */
  const uint64_t square_q28 = (uint64_t)(tenths * tenths) * drop_prob_q28;
  if (square_q28 >= TENTHS_SQUARED * Q28_ONE) {
    return IMMEDIATE_AQM_ONE_Q32;
  }
  return coupling_sqrt(hundredths_q36(square_q28));
}

uint64_t coupling_classic_prob_q32(uint32_t drop_prob_q28, uint32_t size_bytes) {
  const uint64_t most_q32 = (uint64_t)DOCSIS_PIE_PROB_LOW_Q28 << Q28_TO_Q32;
  const uint64_t prob_q32 =
      (((uint64_t)drop_prob_q28 * size_bytes) << Q28_TO_Q32) / DOCSIS_PIE_MEAN_PKTSIZE;
  return prob_q32 < most_q32 ? prob_q32 : most_q32;
}

static uint64_t lower(uint64_t rate, uint64_t limit) {
  return rate < limit ? rate : limit;
}

uint64_t coupling_classic_rate(const coupling_rates* rates, uint32_t ll_interval_bytes) {
  uint64_t ll_rate = rates->amsr_bits_per_s * rates->weight / COUPLING_WEIGHT_PARTS;
  if (rates->msr_l_bits_per_s != 0) {
    ll_rate = lower(ll_rate, rates->msr_l_bits_per_s);
  }
  ll_rate = lower(ll_rate, (uint64_t)ll_interval_bytes * BITS_PER_S_OF_INTERVAL);
  const uint64_t left = rates->amsr_bits_per_s - ll_rate;
  return rates->msr_c_bits_per_s != 0 ? lower(left, rates->msr_c_bits_per_s) : left;
}

uint32_t coupling_classic_delay_us(uint32_t classic_bytes, uint64_t classic_rate_bits_per_s) {
  if (classic_rate_bits_per_s == 0) {
    return 0;
  }
  const uint64_t delay_us =
      aqm_quotient((uint64_t)classic_bytes * BYTE_US, classic_rate_bits_per_s);
  return delay_us < UINT32_MAX ? (uint32_t)delay_us : UINT32_MAX;
}
