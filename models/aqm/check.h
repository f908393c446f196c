/* Declares checks of aqm_config that several algorithms share. Each returns 0, or a sentence that
 * names the key and the expectation. */
#ifndef DOCSIS_VP_AQM_CHECK_H
#define DOCSIS_VP_AQM_CHECK_H

#include "models/aqm/aqm.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AQM_TARGET_MAX_US 10000000u

const char* aqm_refuse_target(const aqm_config* config);
/* Rejects rates other than 0 (not limited) below AQM_RATE_MIN_BYTES_PER_S. */
const char* aqm_refuse_rates(const aqm_config* config);
/* Rejects a queue without a limit in bytes or in packets. */
const char* aqm_refuse_no_limit(const aqm_config* config);

#ifdef __cplusplus
}
#endif

#endif
