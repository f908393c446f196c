/* Implements Exponential RED, E-RED (Liu, Basar and Srikant, "Exponential-RED: A Stabilizing AQM
 * Scheme for Low- and High-Speed TCP Protocols", IEEE/ACM Transactions on Networking 13(5), 2005).
 * The drop probability is an exponential function of the length of a virtual queue, whose link is
 * slightly slower than the real one.
 *
 * Fixed point: the virtual queue is kept as the time that its bytes take on the real link, UQ48.16
 * microseconds. The virtual link drains virtual_share of each microsecond. Probabilities are Q32,
 * exponents UQ32.32 to the base 2. */
#ifndef DOCSIS_VP_EXP_RED_H
#define DOCSIS_VP_EXP_RED_H

#include "models/aqm/aqm.h"
#include "models/aqm/byte_time.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EXP_RED_TARGET_DEFAULT_US 20000u

/* Indices into exp_red_options. */
enum {
  EXP_RED_MIN,
  EXP_RED_MAX,
  EXP_RED_MIN_P,
  EXP_RED_MAX_P,
  EXP_RED_SHARE,
  EXP_RED_ECN,
  EXP_RED_EXCLUDE_CE,
};
extern const aqm_option exp_red_options[];

typedef struct {
  uint64_t slope_q40; /* rise of log2(p) per microsecond of virtual queue */
  uint32_t min_us;    /* up to here p is 0 */
  uint32_t max_us;    /* from here on p is 1 */
  uint32_t max_p_q31; /* p just below max_us */
  uint32_t share_q16; /* rate of the virtual link relative to the real one */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
  aqm_byte_time per_byte;
} exp_red_params;

typedef struct {
  uint64_t virtual_q16; /* the virtual queue at drained_us */
  uint32_t drained_us;
  uint32_t unused; /* alignment */
} exp_red_state;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* exp_red_params_init(exp_red_params* params, const aqm_config* config,
                                const uint32_t* options);
void exp_red_state_init(exp_red_state* state);

/* Judges an arriving packet by the virtual queue before it. A packet that is not dropped also
 * enters the virtual queue. */
aqm_verdict exp_red_enqueue(exp_red_state* state, const exp_red_params* params,
                            const aqm_queue* queue, const aqm_packet* packet, uint32_t random);

/* See aqm.h. */
void exp_red_clamp_times(exp_red_state* state, const exp_red_params* params, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
