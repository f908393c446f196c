/* Refined Adaptive RED (Kim and Lee, "Refined Adaptive RED in TCP/IP Networks", SICE-ICASE 2006):
 * Adaptive RED whose steps of max_p grow with the distance of the average from the target.
 *
 *   average above the target:  max_p += up max_p (average - target) / target
 *   average below the target:  max_p *= 1 - down (target - average) / (target - min)
 *
 * The target is the middle of the band. The data path is that of models/aqm/red. Fixed point: the
 * average is in the format of its law.measured, UQ24.8 packets or whole bytes. Gains are Q48 for a
 * unit of it, max_p is UQ4.28. */
#ifndef DOCSIS_VP_RE_ARED_H
#define DOCSIS_VP_RE_ARED_H

#include "models/aqm/red/red.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Indices into re_ared_options. */
enum {
  RE_ARED_THRESHOLDS,
  RE_ARED_MIN,
  RE_ARED_MAX,
  RE_ARED_MAX_P,
  RE_ARED_GENTLE,
  RE_ARED_WEIGHT,
  RE_ARED_WEIGHT_RTT,
  RE_ARED_SPREAD,
  RE_ARED_BYTE_MODE,
  RE_ARED_MEAN_PKTSIZE,
  RE_ARED_ECN,
  RE_ARED_EXCLUDE_CE,
  RE_ARED_MARK_FORCED,
  RE_ARED_INTERVAL,
  /* Up to here as those of Adaptive RED. */
  RE_ARED_UP,
  RE_ARED_DOWN,
  RE_ARED_TOP,
  RE_ARED_BOTTOM,
};
extern const aqm_option re_ared_options[];

typedef struct {
  red_params red;    /* low and high: the edges of the band in which max_p stays */
  uint64_t up_q48;   /* up / target */
  uint64_t down_q48; /* down / (target - min) */
  uint32_t target;   /* of the average, in the format of law.measured */
  uint32_t min;      /* likewise */
} re_ared_params;

/* Returns 0, or a sentence that names the key and what was expected. The state is RED's. */
const char* re_ared_params_init(re_ared_params* params, const aqm_config* config,
                                const uint32_t* options);

/* Moves max_p, every params->red.interval_us. It counts in whole intervals and so needs no clock.
 * Arrivals and departures are RED's. */
void re_ared_update(red_state* state, const re_ared_params* params, const aqm_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
