/* Implements the immediate AQM of the low-latency queue: its thresholds, its ramp and its marking.
 *
 * Sources: DOCSIS MULPI Annex N as docsis-ns3 has it; RFC 9957 sec. 4.1 and 4.2.4 for the ramp;
 * RFC 9332 sec. 2.5 and appendix A for the marking. Times are nanoseconds. A probability is an
 * integer in units of 2^-32, 0 .. 2^32, rounded down. */
#ifndef DOCSIS_VP_AQM_IMMEDIATE_AQM_H
#define DOCSIS_VP_AQM_IMMEDIATE_AQM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IMMEDIATE_AQM_ONE_Q32 (UINT64_C(1) << 32)
/* The largest frame that DOCSIS carries. */
#define IMMEDIATE_AQM_FRAME_BYTES 2000u
/* Annex O: upper limit of FLOOR and MAXTH. */
#define IMMEDIATE_AQM_CAP_NS 65535000u
#define IMMEDIATE_AQM_MAXTH_DEFAULT_US 1000u
#define IMMEDIATE_AQM_MAXTH_MAX_US 65535u
#define IMMEDIATE_AQM_LG_RANGE_DEFAULT 19u
#define IMMEDIATE_AQM_LG_RANGE_MAX 31u

typedef struct {
  uint32_t floor_ns; /* two largest frames at MAX_RATE; 0 without a MAX_RATE */
  uint32_t minth_ns; /* delay up to which the probability is 0 */
  uint32_t maxth_ns; /* delay from which on the probability is 1, unless it is at most minth_ns */
  uint32_t lg_range; /* log2 of the ramp's length in ns */
} immediate_aqm_ramp;

/* Returns MAX_RATE in bit/s: the smallest non-zero of both; 0, no limit, if both are 0. */
uint64_t immediate_aqm_max_rate(uint64_t amsr_bits_per_s, uint64_t msr_bits_per_s);

/* FLOOR = min(floor(2 x 8 x 2000 x 10^9 / MAX_RATE), CAP), 0 without a MAX_RATE
 * MINTH = max(maxth_us x 1000 - 2^lg_range, FLOOR), the difference not below 0
 * MAXTH = min(MINTH + 2^lg_range, CAP)
 * max_rate: 0 (none) or 1 .. 2^40 - 1 bit/s; maxth_us: 0 .. 65535; lg_range: 0 .. 31. */
immediate_aqm_ramp immediate_aqm_ramp_of(uint64_t max_rate_bits_per_s, uint32_t maxth_us,
                                         uint32_t lg_range);

/* probNative: 0 for delay <= MINTH; else 2^32 for delay >= MAXTH;
 * else min(2^32, floor((delay - MINTH) x 2^32 / 2^lg_range)). */
uint64_t immediate_aqm_prob_q32(const immediate_aqm_ramp* ramp, uint64_t delay_ns);

/* "recur" of RFC 9332. Adds the probability to *count. If the sum exceeds 1, subtracts 1 and
 * returns 1; otherwise returns 0. After N calls with p the sum of results is floor(N p), or one
 * less if N p is a positive integer. *count stays within 0 .. 2^32. */
int immediate_aqm_recur(uint64_t* count_q32, uint64_t prob_q32);

#ifdef __cplusplus
}
#endif

#endif
