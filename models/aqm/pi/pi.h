/* Implements PI (Hollot, Misra, Towsley and Gong 2001) and PI2 (De Schepper, Bondarenko, Tsang and
 * Briscoe 2016): proportional-integral controllers of a queue.
 *
 * Fixed point: probabilities are UQ4.28, at most 1. PI takes the queue in UQ16.8 packets and its
 * gains a and b in Q48 for a packet. PI2 takes delays in whole microseconds, at most 2^24 - 1, and
 * its gains alpha and beta in Q48 for a microsecond. A step is computed in 64 bits and rounded to
 * Q28. */
#ifndef DOCSIS_VP_PI_H
#define DOCSIS_VP_PI_H

#include "models/aqm/aqm.h"
#include "models/aqm/byte_time.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PI_TARGET_DEFAULT_US 20000u
#define PI_ONE_Q28 (UINT32_C(1) << 28)
#define PI_DELAY_MAX_US ((UINT32_C(1) << 24) - 1)
#define PI_QUEUE_MAX_Q8 ((UINT32_C(1) << 24) - 1)

typedef enum {
  PI_OF_LENGTH = 0, /* PI: p by the length of the queue */
  PI_OF_DELAY = 1,  /* PI2: the root of p by the delay of the queue */
} pi_flavour;

/* Indices into both lists of options. */
enum {
  PI_T_UPDATE,
  PI_INTEGRAL_GAIN,     /* PI: a - b; PI2: alpha */
  PI_PROPORTIONAL_GAIN, /* PI: b; PI2: beta */
  PI_MEAN_PKTSIZE,
  PI_ECN,
  PI_EXCLUDE_CE,
  PI_REFERENCE, /* this and the following: PI only */
  PI_BYTE_MODE,
};
extern const aqm_option pi_options[];
extern const aqm_option pi2_options[];

typedef struct {
  uint32_t flavour; /* pi_flavour */
  uint32_t update_us;
  uint32_t reference;        /* the queue length to control to: UQ16.8 packets, or microseconds */
  uint64_t integral_q48;     /* per packet or microsecond: a - b, or alpha */
  uint64_t proportional_q48; /* per packet or microsecond: b, or beta */
  uint32_t per_mean_q32;     /* byte mode: 1 / mean packet; else 0 */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
  aqm_byte_time peak;
  aqm_byte_time msr;
} pi_params;

typedef struct {
  aqm_law law;       /* drop_prob_q28: p. qdelay_old_us: the delay at the last update */
  uint32_t old;      /* law only: the queue at the last update, as pi_params.reference */
  uint32_t root_q28; /* law only: PI2's square root of p */
} pi_state;

/* Reads the options of the flavour. Returns 0, or a sentence that names the key and the
 * expectation. */
const char* pi_params_init(pi_params* params, pi_flavour flavour, const aqm_config* config,
                           const uint32_t* options);
void pi_state_init(pi_state* state);

/* Judges an arriving packet: drops it with the probability p. */
aqm_verdict pi_enqueue(pi_state* state, const pi_params* params, const aqm_queue* queue,
                       const aqm_packet* packet, uint32_t random);

/* Control law; call it every params->update_us. It counts whole intervals and needs no clock. */
void pi_update(pi_state* state, const pi_params* params, const aqm_queue* queue, uint32_t now_us);

/* Returns the time to send the queue at the service flow's rates, in microseconds; 0 if these are
 * not limited. */
uint32_t pi_queue_delay_us(const pi_params* params, const aqm_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
