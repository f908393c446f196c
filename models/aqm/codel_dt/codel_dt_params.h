/* Declares the parameters of CoDel-DT, cablelabs-2014 sec. 4.3. */
#ifndef DOCSIS_VP_CODEL_DT_PARAMS_H
#define DOCSIS_VP_CODEL_DT_PARAMS_H

#include "models/aqm/delay_predictor.h"
#include "models/aqm/inv_sqrt.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CODEL_DT_TARGET_DEFAULT_US 20000u
#define CODEL_DT_OFFSET_US 6000u
#define CODEL_DT_SMALLEST_MAXPACKET 256u

/* Indices into codel_dt_options. */
enum {
  CODEL_DT_INTERVAL,
  CODEL_DT_PREDICTOR,
  CODEL_DT_THRESHOLD,
  CODEL_DT_TARGET_OFFSET,
  CODEL_DT_INVERSE_SQRT,
  CODEL_DT_ECN,
  CODEL_DT_EXCLUDE_CE,
};
extern const aqm_option codel_dt_options[];

typedef struct {
  uint32_t target_us; /* the configured target minus the offset */
  uint32_t interval_us;
  uint32_t inv_sqrt; /* aqm_inv_sqrt_method */
  uint32_t use_ecn;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
  aqm_predictor_params predictor;
} codel_dt_params;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* codel_dt_params_init(codel_dt_params* params, const aqm_config* config,
                                 const uint32_t* options);

#ifdef __cplusplus
}
#endif

#endif
