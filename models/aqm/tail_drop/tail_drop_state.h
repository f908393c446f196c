/* Declares the state of tail drop for one queue. */
#ifndef DOCSIS_VP_TAIL_DROP_STATE_H
#define DOCSIS_VP_TAIL_DROP_STATE_H

#include <stdint.h>

/* Tail drop keeps no state. C11 has no empty struct. */
typedef struct {
  uint32_t unused;
} tail_drop_state;

#endif
