/* Declares the parameters of tail drop. */
#ifndef DOCSIS_VP_TAIL_DROP_PARAMS_H
#define DOCSIS_VP_TAIL_DROP_PARAMS_H

#include "models/aqm/aqm.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
} tail_drop_params;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* tail_drop_params_init(tail_drop_params* params, const aqm_config* config);

#ifdef __cplusplus
}
#endif

#endif
