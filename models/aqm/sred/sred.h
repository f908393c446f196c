/* Implements Stabilized RED (Ott, Lakshman and Wong, "SRED: Stabilized RED", INFOCOM 1999). A list
 * of recently seen flows, the zombies, gives the frequency with which an arriving packet belongs to
 * a randomly drawn flow. The inverse of this frequency estimates the number of flows. The drop
 * probability rises with the queue in steps, and with the square of the number of flows.
 *
 * Fixed point: frequencies and probabilities are UQ0.32 or UQ1.32. */
#ifndef DOCSIS_VP_SRED_H
#define DOCSIS_VP_SRED_H

#include "models/aqm/aqm.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SRED_ZOMBIES_MAX 1000u

/* Indices into sred_options. */
enum {
  SRED_ZOMBIES,
  SRED_MAX_P,
  SRED_OVERWRITE,
  SRED_FLOWS,
  SRED_FULL,
  SRED_ECN,
  SRED_EXCLUDE_CE,
};
extern const aqm_option sred_options[];

typedef struct {
  uint32_t third;      /* of the buffer, in bytes or packets: from here on max_p */
  uint32_t sixth;      /* of the buffer: from here on a quarter of max_p */
  uint32_t by_packets; /* not 0: the buffer is measured in packets */
  uint32_t zombies;    /* M */
  uint32_t max_p_q32;
  uint32_t overwrite_q32; /* p */
  uint32_t weight_q32;    /* alpha = p / M */
  uint32_t flows;         /* number of flows from which on the full probability applies */
  uint32_t least_q32;     /* 1 / flows */
  uint32_t full_sred;     /* not 0: a hit multiplies the probability */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
} sred_params;

typedef struct {
  uint32_t hits_q32;                  /* P(t) */
  uint32_t known;                     /* zombies in the list */
  uint32_t zombies[SRED_ZOMBIES_MAX]; /* flow hashes */
} sred_state;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* sred_params_init(sred_params* params, const aqm_config* config,
                             const uint32_t* options);
void sred_state_init(sred_state* state);

/* Compares an arriving packet with a zombie, and marks or drops it randomly. */
aqm_verdict sred_enqueue(sred_state* state, const sred_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random);

#ifdef __cplusplus
}
#endif

#endif
