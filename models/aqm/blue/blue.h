/* Implements BLUE (Feng, Shin, Kandlur and Saha, "The BLUE Active Queue Management Algorithms",
 * IEEE/ACM Transactions on Networking 10(4), 2002, sec. III). The marking probability rises with
 * packets lost to a full queue and falls while the queue is empty. The queue's length is not
 * averaged.
 *
 * Fixed point: probabilities are UQ4.28, at most 1. Times are microseconds. */
#ifndef DOCSIS_VP_BLUE_H
#define DOCSIS_VP_BLUE_H

#include "models/aqm/aqm.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BLUE_ONE_Q28 (UINT32_C(1) << 28)

/* Indices into blue_options. */
enum {
  BLUE_FREEZE_TIME,
  BLUE_INCREMENT,
  BLUE_DECREMENT,
  BLUE_THRESHOLD,
  BLUE_ECN,
  BLUE_EXCLUDE_CE,
};
extern const aqm_option blue_options[];

typedef struct {
  uint32_t freeze_us; /* least time between two changes of p */
  uint32_t increment_q28;
  uint32_t decrement_q28;
  uint32_t threshold_packets; /* L: a longer queue counts as a loss; 0: off */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
} blue_params;

typedef struct {
  uint32_t p_q28;      /* p_m, the marking probability */
  uint32_t frozen;     /* not 0: changed_us holds a time */
  uint32_t changed_us; /* the last change of p */
  uint32_t idle;       /* not 0: the queue is empty; idle events are due from changed_us on */
} blue_state;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* blue_params_init(blue_params* params, const aqm_config* config,
                             const uint32_t* options);
void blue_state_init(blue_state* state);

/* Judges an arriving packet: marks or drops it with the probability p. If there is no room, p
 * rises. */
aqm_verdict blue_enqueue(blue_state* state, const blue_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random);

/* Lowers p if the packet leaves an empty queue behind. */
void blue_departed(blue_state* state, const blue_params* params, const aqm_queue* queue,
                   uint32_t now_us);

/* See aqm.h. */
void blue_clamp_times(blue_state* state, const blue_params* params, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
