/* Couples the Classic queue and the low-latency queue. Computes the rate that remains for Classic,
 * the delay at that rate, and the probability k sqrt(p) that Classic's p imposes on low latency.
 *
 * Sources: DOCSIS MULPI Annex M and Annex O (qdelayCoupledC) as docsis-ns3 has them; RFC 9332
 * sec. 2.1. Rates are bit/s below 2^40. No function needs a 64-bit division or libm. */
#ifndef DOCSIS_VP_AQM_COUPLING_H
#define DOCSIS_VP_AQM_COUPLING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* AQM Coupling Factor, TLV 42.5, in tenths: 0 .. 254. 255 is reserved and selects the default. */
#define COUPLING_TENTHS_DEFAULT 20u
#define COUPLING_TENTHS_RESERVED 255u
/* Scheduling Weight, TLV 42.6: the low-latency queue's share of 256. */
#define COUPLING_WEIGHT_DEFAULT 230u
#define COUPLING_WEIGHT_PARTS 256u

/* floor(sqrt(value)). */
uint32_t coupling_sqrt(uint64_t value);

/* p_CL = min(2^32, floor(2^32 x k sqrt(p))), exact. p in UQ4.28, k = tenths / 10 below 25.6. */
uint64_t coupling_prob_q32(uint32_t drop_prob_q28, uint32_t tenths);

/* p_C of one packet in units of 2^-32: min(p x size / 1024, 0.85), RFC 8034 sec. A.3. */
uint64_t coupling_classic_prob_q32(uint32_t drop_prob_q28, uint32_t size_bytes);

typedef struct {
  uint64_t amsr_bits_per_s;  /* for both flows together; 0: not limited */
  uint64_t msr_l_bits_per_s; /* of the low-latency flow; 0: not limited */
  uint64_t msr_c_bits_per_s; /* of the Classic flow; 0: not limited */
  uint32_t weight;           /* 1 .. 255 */
} coupling_rates;

/* r_L = min(floor(weight x AMSR / 256), MSR_L, low-latency bits of the interval / 16 ms)
 * r_C = min(AMSR - r_L, MSR_C); 0 only if AMSR is 0. */
uint64_t coupling_classic_rate(const coupling_rates* rates, uint32_t ll_interval_bytes);

/* qdelay_C = floor(8 x bytes x 10^6 / r_C) microseconds, at most 2^32 - 1; 0 if r_C is 0. */
uint32_t coupling_classic_delay_us(uint32_t classic_bytes, uint64_t classic_rate_bits_per_s);

#ifdef __cplusplus
}
#endif

#endif
