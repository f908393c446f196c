/* Declares the parameters of DOCSIS-PIE, RFC 8034 sec. A.1.2. */
#ifndef DOCSIS_VP_DOCSIS_PIE_PARAMS_H
#define DOCSIS_VP_DOCSIS_PIE_PARAMS_H

#include "models/aqm/aqm.h"
#include "models/aqm/byte_time.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Constants of the standard, with its names. Probabilities are UQ4.28. */
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

/* Selects the source of the queue delay. */
typedef enum {
  DOCSIS_PIE_TOKEN_BUCKET = 0,  /* the standard's: the flow's rates and the bucket's tokens */
  DOCSIS_PIE_RATE_TRACKING = 1, /* cablelabs-2014 appendix A: the rate of the CMTS's grants */
  DOCSIS_PIE_COMBINED = 2,      /* "a4.5": token bucket, with rates limited to the tracked rate */
} docsis_pie_predictor;

/* Indices into docsis_pie_options. With the initial values of all options the law is the
 * standard's. */
enum {
  DOCSIS_PIE_PREDICTOR,
  DOCSIS_PIE_STALE,
  DOCSIS_PIE_ECN,
  DOCSIS_PIE_MAX_ECNTH,
  DOCSIS_PIE_EXCLUDE_CE,
  DOCSIS_PIE_OPTIONS, /* number of options */
};
extern const aqm_option docsis_pie_options[];

/* Firmware reads the first five fields, the rates and the options from registers. */
typedef struct {
  uint32_t latency_target_us;
  uint32_t buffer_bytes;  /* BUFFER_SIZE, not 0 */
  uint32_t limit_packets; /* limit of the same buffer; 0: no limit */
  aqm_byte_time peak;
  aqm_byte_time msr;
  uint32_t predictor; /* docsis_pie_predictor */
  uint32_t peak_bytes_per_s;
  uint32_t msr_bytes_per_s;
  uint32_t stale_us; /* 0: an estimate of the grants' rate never expires */
  uint32_t use_ecn;
  uint32_t max_ecnth_q28;
  uint32_t exclude_ce;
} docsis_pie_params;

/* Checks ranges and computes the reciprocals; only this function divides. Returns 0, or a
 * sentence that names the key and the expectation. */
const char* docsis_pie_params_init(docsis_pie_params* params, const aqm_config* config,
                                   const uint32_t* options);
/* Sets the fields of options, from values that aqm_check_options() accepts. */
void docsis_pie_params_set_options(docsis_pie_params* params, const uint32_t* values);

#ifdef __cplusplus
}
#endif

#endif
