/* Approximate Fair Dropping (Pan, Breslau, Prabhakar and Shenker, "Approximate Fairness through
 * Differential Dropping", ACM Computer Communication Review 33(2), 2003): a shadow buffer of
 * sampled arrivals tells how much each flow sends. A flow with more of it than the fair part loses
 * the excess. A controller of the queue moves the fair part.
 *
 * The flavour afd_delay controls the delay that departing packets had, in place of the length of
 * the queue.
 *
 * Fixed point: probabilities and the fair part are UQ4.28, gains Q48 for a byte or a
 * microsecond. */
#ifndef DOCSIS_VP_AFD_H
#define DOCSIS_VP_AFD_H

#include "models/aqm/aqm.h"
#include "models/aqm/byte_time.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AFD_TARGET_DEFAULT_US 20000u
#define AFD_SHADOW_MAX 512u /* b, at most */
#define AFD_FLOWS 256u      /* flows that hash to one entry count as one */
#define AFD_ONE_Q28 (UINT32_C(1) << 28)
#define AFD_QUEUE_MAX ((UINT32_C(1) << 24) - 1)

typedef enum {
  AFD_OF_LENGTH = 0, /* AFD: the length of the queue */
  AFD_OF_DELAY = 1,  /* afd_delay: the delay of the packets that leave it */
} afd_flavour;

/* Indices into both lists of options. */
enum {
  AFD_T_UPDATE,
  AFD_ALPHA,
  AFD_BETA,
  AFD_SHADOW,
  AFD_INTERVAL,
  AFD_MEAN_PKTSIZE,
  AFD_ECN,
  AFD_EXCLUDE_CE,
  AFD_REFERENCE, /* AFD alone */
};
extern const aqm_option afd_options[];
extern const aqm_option afd_delay_options[];

typedef struct {
  uint64_t alpha_q48; /* for a byte or a microsecond of the queue, in parts of the shadow buffer */
  uint64_t beta_q48;
  uint32_t flavour; /* afd_flavour */
  uint32_t update_us;
  uint32_t reference;    /* q_target: bytes or microseconds */
  uint32_t shadow;       /* b: packets */
  uint32_t shadow_bytes; /* b usual packets */
  uint32_t interval;     /* s: one of so many arrivals is sampled */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
  aqm_byte_time peak;
  aqm_byte_time msr;
} afd_params;

typedef struct {
  /* drop_prob_q28: that of a flow with the whole shadow buffer: 1 - m_fair / shadow_bytes.
   * qdelay_old_us: the delay at the last update. measured: of afd_delay, the delay of the packet
   * that left last. */
  aqm_law law;
  uint32_t old; /* the law's own: the queue at the last update, as afd_params.reference */
  uint32_t spare;
  uint32_t shadow[AFD_SHADOW_MAX]; /* entry of the flow, size: 16 bits each */
  uint32_t flows[AFD_FLOWS];       /* m: bytes in the shadow buffer */
} afd_state;

/* Takes the options of the flavour. Returns 0, or a sentence that names the key and what was
 * expected. */
const char* afd_params_init(afd_params* params, afd_flavour flavour, const aqm_config* config,
                            const uint32_t* options);
void afd_state_init(afd_state* state);

/* Samples an arriving packet, and drops it with the probability 1 - m_fair / m of its flow. */
aqm_verdict afd_enqueue(afd_state* state, const afd_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random);

/* Measures the delay of a packet that left, for afd_delay. */
void afd_departed(afd_state* state, const afd_params* params, const aqm_packet* packet,
                  uint32_t now_us);

/* Moves m_fair, every params->update_us. It counts in whole intervals and so needs no clock. */
void afd_update(afd_state* state, const afd_params* params, const aqm_queue* queue);

/* AFD: how long the queue takes at the service flow's rates; 0 if they are not limited.
 * afd_delay: the delay at the last update. Microseconds. */
uint32_t afd_queue_delay_us(const afd_state* state, const afd_params* params,
                            const aqm_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
