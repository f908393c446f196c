/* Implements CHOKe (Pan, Prabhakar and Psounis, "CHOKe, A Stateless Active Queue Management Scheme
 * for Approximating Fair Bandwidth Allocation", INFOCOM 2000): RED that compares an arriving packet
 * with a random packet of the queue. If both belong to one flow, both are dropped.
 *
 * A table holds the flow hashes of the queued packets, because hardware cannot search a queue.
 * Hardware cannot remove a packet from the middle of a queue either. Therefore the selected packet
 * is condemned: it is dropped when it reaches the head. Until then it occupies the buffer, but does
 * not count in RED's average. The packets must leave in the order in which they were accepted. */
#ifndef DOCSIS_VP_CHOKE_H
#define DOCSIS_VP_CHOKE_H

#include "models/aqm/option.h"
#include "models/aqm/red/red.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Entries of the table, a power of two. If the queue is longer, only the youngest CHOKE_ENTRIES
 * packets are candidates. */
#define CHOKE_ENTRIES 1024u
#define CHOKE_PROBES 4u    /* entries read until one is found that is not condemned */
#define CHOKE_CONDEMNED 1u /* bit of an entry; the other bits are those of the flow hash */

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
  uint32_t accepted;  /* packets accepted; wraps */
  uint32_t left;      /* number of these that have left the queue */
  uint32_t condemned; /* entries of queued packets with CHOKE_CONDEMNED */
  uint32_t spare;
  uint32_t entries[CHOKE_ENTRIES]; /* packet number n is in n modulo CHOKE_ENTRIES */
} choke_state;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* choke_params_init(choke_params* params, const aqm_config* config,
                              const uint32_t* options);
void choke_state_init(choke_state* state);

/* Judges an arriving packet like RED. From the lower threshold on it compares the packet with a
 * random one of the queue. If they belong to one flow, the arriving packet is dropped and the other
 * one condemned. With ECN the arriving packet is marked instead, and no packet is condemned. */
aqm_verdict choke_enqueue(choke_state* state, const choke_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t random);

/* Drops the head if it is condemned. Call it once for each accepted packet. */
aqm_verdict choke_dequeue(choke_state* state, const choke_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
