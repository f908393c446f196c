/* Implements Stochastic Fair BLUE (Feng, Shin, Kandlur and Saha, "Stochastic Fair BLUE: A Queue
 * Management Algorithm for Enforcing Fairness", INFOCOM 2001; also IEEE/ACM Transactions on
 * Networking 10(4), 2002, sec. IV). Each flow hashes to one bin per level. A bin has a marking
 * probability like BLUE's, which follows the number of the bin's queued packets. A flow's
 * probability is the minimum over its bins. A flow that reaches 1 does not respond to congestion
 * signals; all such flows share a low rate.
 *
 * Fixed point: probabilities are UQ4.28, at most 1. Times are microseconds. */
#ifndef DOCSIS_VP_SFB_H
#define DOCSIS_VP_SFB_H

#include "models/aqm/aqm.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SFB_LEVELS 2u /* L */
#define SFB_BINS 23u  /* N */
#define SFB_ONE_Q28 (UINT32_C(1) << 28)

/* Indices into sfb_options. */
enum {
  SFB_BIN_SIZE,
  SFB_INCREMENT,
  SFB_DECREMENT,
  SFB_PENALTY_RATE,
  SFB_PENALTY_BURST,
  SFB_ECN,
  SFB_EXCLUDE_CE,
};
extern const aqm_option sfb_options[];

typedef struct {
  uint32_t bin_packets; /* bin_size: limit of a bin's queued packets */
  uint32_t increment_q28;
  uint32_t decrement_q28;
  uint32_t penalty_interval_us; /* between packets of all unresponsive flows together */
  uint32_t penalty_burst_us;    /* size of a burst of such packets, in these intervals */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
} sfb_params;

typedef struct {
  uint32_t packets; /* qlen: queued packets of the bin */
  uint32_t p_q28;   /* p_m */
} sfb_bin;

typedef struct {
  uint32_t debt_us; /* time until the penalty rate permits the next packet */
  uint32_t debt_at_us;
  sfb_bin bins[SFB_LEVELS][SFB_BINS];
} sfb_state;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* sfb_params_init(sfb_params* params, const aqm_config* config, const uint32_t* options);
void sfb_state_init(sfb_state* state);

/* Returns the bin of a flow at a level: each level takes 16 bits of the hash. */
static inline uint32_t sfb_bin_of(uint32_t flow_hash, uint32_t level) {
  return ((flow_hash >> 16 * level & 0xFFFFu) * SFB_BINS) >> 16;
}

/* Judges an arriving packet by the bins of its flow. */
aqm_verdict sfb_enqueue(sfb_state* state, const sfb_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random);

/* Removes a packet that left the queue from its bins. */
void sfb_departed(sfb_state* state, const sfb_params* params, const aqm_packet* packet);

/* See aqm.h. */
void sfb_clamp_times(sfb_state* state, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
