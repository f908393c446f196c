/* Declares the parameters of CoDel, RFC 8289. */
#ifndef DOCSIS_VP_CODEL_PARAMS_H
#define DOCSIS_VP_CODEL_PARAMS_H

#include "models/aqm/aqm.h"
#include "models/aqm/inv_sqrt.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CODEL_TARGET_DEFAULT_US 5000u
#define CODEL_DURATION_MAX_US 10000000u

/* Rule for the drop count when dropping begins again. */
typedef enum {
  /* RFC 8289 sec. 5.6: number of drops that the last episode added to its initial count, if it
   * ended less than 16 intervals ago. */
  CODEL_REENTRY_RFC8289 = 0,
  /* As published in 2012: the last count less two, within 8 intervals. */
  CODEL_REENTRY_2012 = 1,
} codel_reentry;

/* Names for options. */
extern const char* const codel_reentry_names[];

/* Indices into codel_options. */
enum {
  CODEL_INTERVAL,
  CODEL_MTU,
  CODEL_REENTRY,
  CODEL_INVERSE_SQRT,
  CODEL_ECN,
  CODEL_CE_THRESHOLD,
  CODEL_EXCLUDE_CE,
  CODEL_OPTIONS, /* number of options */
};
extern const aqm_option codel_options[];

typedef struct {
  uint32_t target_us;
  uint32_t interval_us;
  uint32_t mtu_bytes; /* a packet is not dropped if at most this many bytes are behind it */
  uint32_t reentry;   /* codel_reentry */
  uint32_t inv_sqrt;  /* aqm_inv_sqrt_method */
  uint32_t use_ecn;
  uint32_t ce_threshold_us; /* 0: off */
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
} codel_params;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* codel_params_init(codel_params* params, const aqm_config* config,
                              const uint32_t* options);

#ifdef __cplusplus
}
#endif

#endif
