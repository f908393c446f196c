/* Implements REM, random exponential marking (Athuraliya, Low, Li and Yin, "REM: Active Queue
 * Management", IEEE Network 15(3), 2001). A price rises while packets arrive faster than the link
 * sends, or while the queue is longer than the reference. The drop probability is exponential in
 * the price.
 *
 *   price += gamma (x + alpha (q - q_ref) - c), at least 0
 *   p = 1 - phi^-price
 *
 * Fixed point: lengths and packets per update are Q12. The state holds price x log2(phi) in
 * UQ16.48, at most 33, so that p is 1 - 2^-state. Probabilities are UQ4.28. */
#ifndef DOCSIS_VP_REM_H
#define DOCSIS_VP_REM_H

#include "models/aqm/aqm.h"
#include "models/aqm/byte_time.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define REM_TARGET_DEFAULT_US 20000u
#define REM_ONE_Q28 (UINT32_C(1) << 28)
#define REM_EXCESS_MAX_Q12 (INT64_C(1) << 27)    /* 32768 packets */
#define REM_EXPONENT_MAX_Q48 (INT64_C(33) << 48) /* p is 1 */

/* Indices into rem_options. */
enum {
  REM_T_UPDATE,
  REM_GAMMA,
  REM_ALPHA,
  REM_PHI,
  REM_WEIGHT,
  REM_MEAN_PKTSIZE,
  REM_ECN,
  REM_EXCLUDE_CE,
  REM_REFERENCE,
  REM_BYTE_MODE,
};
extern const aqm_option rem_options[];

typedef struct {
  uint64_t capacity_q12; /* c: packets that the link sends between two updates */
  uint32_t update_us;
  uint32_t reference_q12; /* q_ref in packets */
  uint32_t gain_q36;      /* gamma x log2(phi) per packet */
  uint32_t alpha_q16;
  uint32_t weight_q16;   /* weight of the latest count of arrivals in the average */
  uint32_t per_mean_q32; /* byte mode: 1 / mean packet; else 0 */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
  aqm_byte_time peak;
  aqm_byte_time msr;
} rem_params;

typedef struct {
  /* drop_prob_q28: p. qdelay_old_us: the delay at the last update. measured: packets, in byte mode
   * bytes, that have arrived; wraps. */
  aqm_law law;
  /* Used by the law only: */
  uint32_t counted;      /* law.measured at the last update */
  uint32_t unused;       /* alignment */
  uint64_t arrivals_q12; /* x: average of packets between two updates */
  uint64_t exponent_q48; /* price x log2(phi) */
} rem_state;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* rem_params_init(rem_params* params, const aqm_config* config, const uint32_t* options);
void rem_state_init(rem_state* state);

/* Counts an arriving packet and judges it: marks or drops it with the probability p. */
aqm_verdict rem_enqueue(rem_state* state, const rem_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random);

/* Updates price and probability; call it every params->update_us. It counts whole intervals and
 * needs no clock. */
void rem_update(rem_state* state, const rem_params* params, const aqm_queue* queue);

/* Returns the time to send the queue at the service flow's rates, in microseconds. */
uint32_t rem_queue_delay_us(const rem_params* params, const aqm_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
