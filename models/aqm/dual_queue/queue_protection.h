/* Implements queue protection of the low-latency queue: RFC 9957 sec. 4, with its score cap.
 *
 * Each flow has a queuing score, stored as the time at which its bucket expires. The score
 * therefore ages without computation. Times and scores are ticks of T_RES = 2^lg_tick nanoseconds
 * in 64 bits and do not wrap. The delay is in nanoseconds, the probability in units of 2^-32. All
 * arithmetic is exact and rounds down; the product of delay and score is compared in 128 bits.
 *
 * RFC 9957 sec. 2 and 4.2 separate mechanism (pick, fill) from policy (sanctions). This interface
 * does the same, for placements with one part in gates and the other in firmware. */
#ifndef DOCSIS_VP_AQM_QUEUE_PROTECTION_H
#define DOCSIS_VP_AQM_QUEUE_PROTECTION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Constants of sec. 4.1, under its names. */
#define QUEUE_PROTECTION_ATTEMPTS 2u
#define QUEUE_PROTECTION_BI_SIZE 5u
#define QUEUE_PROTECTION_NBUCKETS 32u
#define QUEUE_PROTECTION_DREGS QUEUE_PROTECTION_NBUCKETS /* index of the shared bucket */
#define QUEUE_PROTECTION_SCORE_MAX_NS UINT64_C(5000000000)

#define QUEUE_PROTECTION_LG_AGING_DEFAULT 19u
#define QUEUE_PROTECTION_LG_AGING_MAX 31u
#define QUEUE_PROTECTION_SCORE_DEFAULT_US 4000u
#define QUEUE_PROTECTION_THRESHOLD_MAX_US 65535u
#define QUEUE_PROTECTION_LG_TICK_MAX 16u

typedef struct {
  uint32_t critical_ql_us;    /* CRITICALqL_us, TLV 42.8: 0 .. 65535 */
  uint32_t critical_score_us; /* CRITICALqLSCORE_us, TLV 42.9: 0 .. 65535 */
  uint32_t lg_aging;          /* LG_AGING, TLV 42.10: log2 of bytes/s, 0 .. 31 */
  uint32_t lg_tick;           /* log2 of T_RES in ns: 0 .. 16 */
} queue_protection_config;

typedef struct {
  uint64_t product;        /* CRITICALqL in ns x CRITICALqLSCORE in ticks */
  uint64_t score_max;      /* qLSCORE_MAX = floor(5 x 10^9 / T_RES) ticks */
  uint32_t critical_ql_ns; /* CRITICALqL_us x 1000 */
  uint32_t score_shift;    /* lg_aging + 2 + lg_tick */
  uint32_t lg_tick;
} queue_protection_params;

/* A bucket that was never used has both 0. */
typedef struct {
  uint64_t id;      /* flow that used it last */
  uint64_t expires; /* t_exp in ticks; at or before now: no score */
} queue_protection_bucket;

typedef struct {
  queue_protection_bucket buckets[QUEUE_PROTECTION_NBUCKETS + 1]; /* the last is the dregs */
} queue_protection_state;

typedef struct {
  uint32_t bucket;   /* bucket in which the packet was scored: 0 .. 31, or the dregs */
  uint32_t sanction; /* 1: redirect the packet to the Classic queue */
  uint64_t score;    /* after the packet, ticks, at most qLSCORE_MAX */
} queue_protection_verdict;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* queue_protection_params_init(queue_protection_params* params,
                                         const queue_protection_config* config);
void queue_protection_state_init(queue_protection_state* state);

/* qprotect(), sec. 4.2.1: scores a packet that arrives, then judges it. Time must not decrease from
 * call to call.
 * flow: identity of its flow (flow_identity.h); its low 32 bits are hash32(flow), whose low 5 and
 *       next 5 bits name the two buckets that are tried;
 * size_bytes: at most 2^31; prob_native_q32: probNative, 0 .. 2^32; delay_ns, now_ns: any. */
queue_protection_verdict queue_protection_judge(queue_protection_state* state,
                                                const queue_protection_params* params,
                                                uint64_t flow, uint32_t size_bytes,
                                                uint64_t delay_ns, uint64_t prob_native_q32,
                                                uint64_t now_ns);

/* pick_bucket(), sec. 4.2.2: returns the flow's bucket, or an expired one that the flow takes over.
 * Both candidates are searched for the flow before an expired bucket is taken. now: ticks. */
uint32_t queue_protection_pick(queue_protection_state* state, uint64_t flow, uint64_t now);
/* fill_bucket(), sec. 4.2.3: adds floor(probNative x size x 2^(30 - LG_AGING) / T_RES) ticks,
 * limits the score, and returns it. now: ticks. */
uint64_t queue_protection_fill(queue_protection_state* state, const queue_protection_params* params,
                               uint32_t bucket, uint32_t size_bytes, uint64_t prob_native_q32,
                               uint64_t now);
/* The conditions of sec. 4.2.1: delay > CRITICALqL and delay x score > CRITICALqLPRODUCT, or
 * score >= qLSCORE_MAX. */
int queue_protection_sanctions(const queue_protection_params* params, uint64_t delay_ns,
                               uint64_t score);

#ifdef __cplusplus
}
#endif

#endif
