/* Declares the state of PIE for one queue. */
#ifndef DOCSIS_VP_PIE_STATE_H
#define DOCSIS_VP_PIE_STATE_H

#include "models/aqm/aqm.h"
#include "models/aqm/departure_meter.h"

/* Bits of aqm_law.status. */
enum {
  PIE_ACTIVE = 1,   /* active_at_third: a third of the buffer was used */
  PIE_BUSY = 2,     /* one of the last two delays was at least half the target */
  PIE_RESTART = 4,  /* the law asks the data path to discard its measurement */
  PIE_SPENT = 8,    /* draft, Linux: the burst allowance was given */
  PIE_RESTING = 16, /* draft: quiet; after a second the next burst gets an allowance */
};

/* All of one queue's state: 13 words. */
typedef struct {
  aqm_law law;            /* measured: UQ24.8 us, bytes/s, us, or unused, by estimator */
  uint32_t quiet_us;      /* control law only; draft */
  uint32_t accu_prob_q28; /* data path only from here on; saturates at 8.5, which drops */
  uint32_t counting;      /* Linux: counted_us is set */
  uint32_t counted_us;    /* the burst allowance is counted down up to this time */
  aqm_meter meter;
} pie_state;

#endif
