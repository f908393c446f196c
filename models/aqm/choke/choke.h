/* CHOKe (Pan, Prabhakar and Psounis, "CHOKe, A Stateless Active Queue Management Scheme for
 * Approximating Fair Bandwidth Allocation", INFOCOM 2000): RED that compares an arriving packet
 * with one drawn from the queue. If both are of one flow, both are dropped.
 *
 * A table holds the flow hashes of the queued packets, as hardware queues cannot be searched. A
 * hardware queue cannot give up a packet in its middle either: the drawn packet is condemned, and
 * dropped when it reaches the head. Until then it occupies the buffer, but does not count in RED's
 * average. The packets must leave in the order in which they were accepted. */
#ifndef DOCSIS_VP_CHOKE_H
#define DOCSIS_VP_CHOKE_H

#include "models/aqm/option.h"
#include "models/aqm/red/red.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Entries of the table, a power of two. In a longer queue the youngest so many are drawn from. */
#define CHOKE_ENTRIES 1024u
#define CHOKE_PROBES 4u    /* entries that are read until one is not condemned */
#define CHOKE_CONDEMNED 1u /* bit of an entry; the others are those of the flow hash */

/* Indices into choke_options. */
enum {
  CHOKE_THRESHOLDS,
  CHOKE_MIN,
  CHOKE_MAX,
  CHOKE_MAX_P,
  CHOKE_GENTLE,
  CHOKE_WEIGHT,
  CHOKE_WEIGHT_RTT,
  CHOKE_SPREAD,
  CHOKE_MEAN_PKTSIZE,
  CHOKE_ECN,
  CHOKE_EXCLUDE_CE,
};
extern const aqm_option choke_options[];

typedef struct {
  red_params red; /* not in byte mode */
} choke_params;

typedef struct {
  red_state red;
  uint32_t accepted;  /* packets that were accepted; wraps */
  uint32_t left;      /* those of them that have left the queue */
  uint32_t condemned; /* entries of queued packets with CHOKE_CONDEMNED */
  uint32_t spare;
  uint32_t entries[CHOKE_ENTRIES]; /* packet number n is in n modulo CHOKE_ENTRIES */
} choke_state;

/* Returns 0, or a sentence that names the key and what was expected. */
const char* choke_params_init(choke_params* params, const aqm_config* config,
                              const uint32_t* options);
void choke_state_init(choke_state* state);

/* Judges an arriving packet as RED does. From the lower threshold on it is dropped, too, if it is
 * of the flow of the drawn packet, which is then condemned. With ECN it is marked instead, and
 * nothing is condemned. */
aqm_verdict choke_enqueue(choke_state* state, const choke_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t random);

/* Drops the head if it is condemned. Must see each accepted packet once. */
aqm_verdict choke_dequeue(choke_state* state, const choke_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
