/* Declares the parameters of RED and of Adaptive RED. */
#ifndef DOCSIS_VP_RED_PARAMS_H
#define DOCSIS_VP_RED_PARAMS_H

#include "models/aqm/aqm.h"
#include "models/aqm/byte_time.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RED_TARGET_DEFAULT_US 5000u /* ns-2: targetdelay_ */

/* Selects the source of the thresholds. */
typedef enum {
  RED_BY_PACKETS = 0, /* min_packets and max_packets */
  /* From the target delay: half of it and three times that, but at least min_packets and
   * max_packets. */
  RED_BY_TARGET = 1,
  RED_BY_BUFFER = 2, /* a twentieth and a half of the buffer (clemson-2015) */
} red_thresholds;

/* Selects how drops are spread. */
typedef enum {
  RED_WAIT = 0,    /* ns-2's default: none in the first 1/pb packets after a drop */
  RED_CLASSIC = 1, /* Floyd and Jacobson 1993 */
} red_spread;

/* Indices into red_options and ared_options; those behind RED_MARK_FORCED are ARED's only. */
enum {
  RED_THRESHOLDS,
  RED_MIN,
  RED_MAX,
  RED_MAX_P,
  RED_GENTLE,
  RED_WEIGHT,
  RED_WEIGHT_RTT,
  RED_SPREAD,
  RED_BYTE_MODE,
  RED_MEAN_PKTSIZE,
  RED_ECN,
  RED_EXCLUDE_CE,
  RED_MARK_FORCED,
  ARED_INTERVAL,
  ARED_ALPHA,
  ARED_BETA,
  ARED_TOP,
  ARED_BOTTOM,
};
extern const aqm_option red_options[];
extern const aqm_option ared_options[];

/* Divides by a constant through its precomputed reciprocal. */
typedef struct {
  uint32_t shift;
  uint32_t inverse;
} red_ratio;

/* Queue lengths are UQ32.32, of packets or, in byte mode, of bytes. */
typedef struct {
  uint64_t min_q32;
  uint64_t max_q32;
  red_ratio of_band;  /* max - min */
  red_ratio of_max;   /* gentle: from max to twice that */
  uint32_t max_p_q28; /* initial value */
  uint32_t weight_q32;
  uint32_t packets_per_us_q27; /* packets by which 1 us of idle time ages the average */
  uint32_t mean_pktsize;
  uint32_t per_mean_q32; /* 1 / MEAN_PKTSIZE in byte mode, else 0 */
  uint32_t gentle;
  uint32_t spread; /* red_spread */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t mark_forced;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
  aqm_byte_time per_byte;
  /* ARED */
  uint32_t interval_us;
  uint32_t alpha_q28;
  uint32_t beta_q32;
  uint32_t top_q28;
  uint32_t bottom_q28;
  uint32_t low; /* in the format of red_state's law.measured */
  uint32_t high;
} red_params;

/* Reads the options of RED, or of ARED if `adaptive`. Returns 0, or a sentence that names the
 * key and the expectation. */
const char* red_params_init(red_params* params, int adaptive, const aqm_config* config,
                            const uint32_t* options);

/* Returns an average in the format of red_state's law.measured: UQ24.8 packets, or whole bytes. */
static inline uint32_t red_measured(const red_params* params, uint64_t average_q32) {
  const uint64_t measured = average_q32 >> (params->per_mean_q32 != 0 ? 32 : 24);
  return measured <= UINT32_MAX ? (uint32_t)measured : UINT32_MAX;
}

#ifdef __cplusplus
}
#endif

#endif
