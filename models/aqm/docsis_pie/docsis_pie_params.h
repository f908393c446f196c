/* Parameters of DOCSIS-PIE, RFC 8034 sec. A.1.2. */
#ifndef DOCSIS_VP_DOCSIS_PIE_PARAMS_H
#define DOCSIS_VP_DOCSIS_PIE_PARAMS_H

#include "models/aqm/aqm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Constants of the standard, under its names. Probabilities in UQ4.28. */
#define DOCSIS_PIE_INTERVAL_US 16000u
#define DOCSIS_PIE_BURST_RESET_TIMEOUT_US 1000000u
#define DOCSIS_PIE_MAX_BURST_US 142000u
#define DOCSIS_PIE_MEAN_PKTSIZE 1024u
#define DOCSIS_PIE_LATENCY_LOW_US 5000u
#define DOCSIS_PIE_LATENCY_HIGH_US 200000u
#define DOCSIS_PIE_PROB_LOW_Q28 228170138u   /* 0.85, rounded up */
#define DOCSIS_PIE_PROB_HIGH_Q28 2281701376u /* 8.5 */
#define DOCSIS_PIE_MAX_PROB_Q28 3650722202u  /* 0.85 x 1024 / 64 = 13.6, rounded up */

/* LATENCY_TARGET: default 10 ms, 1 us .. 10 s. */
#define DOCSIS_PIE_LATENCY_TARGET_DEFAULT_US 10000u
#define DOCSIS_PIE_LATENCY_TARGET_MAX_US 10000000u
/* PEAK and MSR, when limited: 8 kbit/s .. 34 Gbit/s. */
#define DOCSIS_PIE_RATE_MIN_BYTES_PER_S 1000u

/* The time a byte takes, 1/rate: a byte count times mantissa, shifted right, is UQ48.16
 * microseconds. The mantissa has 32 significant bits and is rounded up: a product exceeds the exact
 * one by less than 2^-31 of it. Both fields are 0 where the rate is not limited. */
typedef struct {
  uint32_t mantissa;
  uint32_t shift; /* 6..28 */
} docsis_pie_byte_time;

typedef struct {
  uint32_t latency_target_us;
  uint32_t buffer_bytes; /* BUFFER_SIZE, not 0 */
  docsis_pie_byte_time peak;
  docsis_pie_byte_time msr;
} docsis_pie_params;

/* Checks ranges and computes the reciprocals, the only divisions there are. A target of 0 asks for
 * the default. Returns 0, or a sentence that names the key and what was expected. */
const char* docsis_pie_params_init(docsis_pie_params* params, const aqm_config* config);

#ifdef __cplusplus
}
#endif

#endif
