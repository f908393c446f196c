/* Declares the state of CoDel for one queue. */
#ifndef DOCSIS_VP_CODEL_STATE_H
#define DOCSIS_VP_CODEL_STATE_H

#include <stdint.h>

/* Bits of codel_state.status. */
enum {
  CODEL_ABOVE = 1,     /* the delay has been above target since first_above - INTERVAL */
  CODEL_DROPPING = 2,  /* drops at drop_next */
  CODEL_DROPPED = 4,   /* the last packet was dropped: drop_next is not computed yet */
  CODEL_PASS_NEXT = 8, /* dropping has just begun: the next packet passes */
  CODEL_RECENT = 16,   /* drop_next lies less than the re-entry rule's time in the past */
};

/* All of one queue's state: 6 words. Times wrap. */
typedef struct {
  uint32_t status;
  uint32_t first_above_us; /* delay above target for INTERVAL at this time */
  uint32_t drop_next_us;
  uint32_t count;        /* drops since dropping began; more by the re-entry rule */
  uint32_t lastcount;    /* initial count of the last episode */
  uint32_t inv_sqrt_q31; /* of count */
} codel_state;

#endif
