/* Declares the parameters of CoDel at the tail. */
#ifndef DOCSIS_VP_CODEL_TAIL_PARAMS_H
#define DOCSIS_VP_CODEL_TAIL_PARAMS_H

#include "models/aqm/codel/codel_params.h"
#include "models/aqm/delay_predictor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CODEL_TAIL_TARGET_DEFAULT_US 20000u

/* Selects the time at which the law runs. */
typedef enum {
  CODEL_TAIL_ARRIVAL = 0,   /* arrival of the packet */
  CODEL_TAIL_DEPARTURE = 1, /* predicted departure of the packet */
} codel_tail_clock;

/* Indices into codel_tail_options. */
enum {
  CODEL_TAIL_INTERVAL,
  CODEL_TAIL_MTU,
  CODEL_TAIL_PREDICTOR,
  CODEL_TAIL_THRESHOLD,
  CODEL_TAIL_CLOCK,
  CODEL_TAIL_REENTRY,
  CODEL_TAIL_INVERSE_SQRT,
  CODEL_TAIL_ECN,
  CODEL_TAIL_EXCLUDE_CE,
};
extern const aqm_option codel_tail_options[];

typedef struct {
  codel_params codel;
  uint32_t clock; /* codel_tail_clock */
  aqm_predictor_params predictor;
} codel_tail_params;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* codel_tail_params_init(codel_tail_params* params, const aqm_config* config,
                                   const uint32_t* options);

#ifdef __cplusplus
}
#endif

#endif
