/* Cost of the coupled dual queue in hardware built for it, as the registry's laws declare theirs.
 */
#ifndef DOCSIS_VP_AQM_DUAL_QUEUE_COST_H
#define DOCSIS_VP_AQM_DUAL_QUEUE_COST_H

#include "models/aqm/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  aqm_operations low_latency; /* arrival at the low-latency queue, with queue protection */
  aqm_operations classic;     /* arrival at Classic */
  aqm_operations update;      /* every 16 ms */
  aqm_operations align;       /* every 500 us, estimate "V" */
} dual_queue_cost;

/* Additions, multiplications, divisions, comparisons, words read, words written. */
static inline dual_queue_cost dual_queue_cost_of(void) {
  const dual_queue_cost cost = {{27, 10, 0, 55, 50, 21, 0},
                                {13, 3, 0, 31, 21, 12, 1},
                                {158, 10, 10, 167, 22, 8, 0},
                                {11, 8, 0, 14, 29, 9, 0}};
  return cost;
}

#ifdef __cplusplus
}
#endif

#endif
