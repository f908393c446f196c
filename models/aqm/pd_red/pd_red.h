/* Implements PD-RED (Sun, Ko, Chen, Chan and Zukerman, "PD-RED: To Improve the Performance of RED",
 * IEEE Communications Letters 7(8), 2003): RED whose max_p follows a proportional-derivative
 * controller of the average queue.
 *
 *   e = average - reference, as part of the buffer
 *   max_p += k_p e + k_d (e - e_old), between 0 and 1
 *
 * The data path is that of models/aqm/red. Fixed point: e has the format of RED's law.measured,
 * UQ24.8 packets or whole bytes, limited to 2^24. Gains are Q52 per unit of e; max_p is UQ4.28. */
#ifndef DOCSIS_VP_PD_RED_H
#define DOCSIS_VP_PD_RED_H

#include "models/aqm/red/red.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Indices into pd_red_options. */
enum {
  PD_RED_THRESHOLDS,
  PD_RED_MIN,
  PD_RED_MAX,
  PD_RED_MAX_P,
  PD_RED_GENTLE,
  PD_RED_WEIGHT,
  PD_RED_WEIGHT_RTT,
  PD_RED_SPREAD,
  PD_RED_BYTE_MODE,
  PD_RED_MEAN_PKTSIZE,
  PD_RED_ECN,
  PD_RED_EXCLUDE_CE,
  PD_RED_MARK_FORCED,
  /* The options up to here are those of RED. */
  PD_RED_INTERVAL,
  PD_RED_PROPORTIONAL_GAIN,
  PD_RED_DERIVATIVE_GAIN,
  PD_RED_REFERENCE,
};
extern const aqm_option pd_red_options[];

typedef struct {
  red_params red;
  uint64_t proportional_q52; /* k_p / buffer */
  uint64_t derivative_q52;   /* k_d / buffer */
  uint32_t reference;        /* reference of the average, in the format of law.measured */
  uint32_t unused;           /* alignment */
} pd_red_params;

typedef struct {
  red_state red;  /* law.drop_prob_q28: max_p; 0: the initial value */
  uint32_t old;   /* used by the law only: the average at the last update */
  uint32_t begun; /* used by the law only; not 0: `old` is valid */
} pd_red_state;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* pd_red_params_init(pd_red_params* params, const aqm_config* config,
                               const uint32_t* options);
void pd_red_state_init(pd_red_state* state);

/* Moves max_p; call it every params->red.interval_us. It counts whole intervals and needs no clock.
 * Arrivals and departures are handled by RED's functions. */
void pd_red_update(pd_red_state* state, const pd_red_params* params, const aqm_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
