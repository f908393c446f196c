/* Computes the modem's estimate "V" of the low-latency queue's delay: a virtual queue that drains
 * at MAX_RATE, and its alignment with the real queue every VQ_INTERVAL.
 *
 * A real queue waits for its grants, even when it is short. The alignment therefore raises the
 * estimate only by the part that the request-grant loop and proactive grants do not explain.
 * Source: DOCSIS MULPI Annex N and O as docsis-ns3 has them. Times are nanoseconds in 64 bits,
 * rounded down. */
#ifndef DOCSIS_VP_AQM_VIRTUAL_QUEUE_H
#define DOCSIS_VP_AQM_VIRTUAL_QUEUE_H

#include "models/aqm/dual_queue/exact_ratio.h"

#ifdef __cplusplus
extern "C" {
#endif

#define VIRTUAL_QUEUE_INTERVAL_DEFAULT_US 500u
#define VIRTUAL_QUEUE_LG_EWMA_DEFAULT 7u
#define VIRTUAL_QUEUE_LG_EWMA_MAX 15u
#define VIRTUAL_QUEUE_PGS_TENTHS_DEFAULT 10u

typedef struct {
  uint64_t delay_ns; /* vq, at last_ns */
  uint64_t last_ns;  /* last arrival */
} virtual_queue;

/* Call it for an arriving packet, with increment_ns = floor(8 x 10^9 x size / MAX_RATE). Drains the
 * queue for the time that has passed, adds the increment and returns the delay that includes the
 * packet. A time before the last one counts as the last one. */
uint64_t virtual_queue_arrive(virtual_queue* queue, uint64_t increment_ns, uint64_t now_ns);
/* Call it if that packet did not stay: subtracts its increment; the result is at least 0. */
void virtual_queue_undo(virtual_queue* queue, uint64_t increment_ns);

typedef struct {
  uint64_t max_rate_bits_per_s;    /* 0: never aligned */
  uint32_t ggr_bits_per_s;         /* Guaranteed Grant Rate, TLV 24.45; 0: no proactive grants */
  uint32_t ggi_us;                 /* Guaranteed Grant Interval, TLV 24.44; 0: a MAP's interval */
  uint32_t map_interval_ns;        /* 1 .. 2^30 */
  uint32_t frame_ns;               /* duration of an upstream frame, 1 .. 2^30 */
  uint32_t pgs_tenths;             /* the factor c of a grant interval's bytes, tenths: 0 .. 20 */
  uint32_t lg_ewma;                /* LG_VQ_EWMA: 0 .. 15 */
  uint32_t loop_delay_offset_maps; /* LoopDelayOffset: 0 .. 16 */
} virtual_queue_config;

typedef struct {
  aqm_ratio ns_per_byte;   /* at MAX_RATE */
  aqm_ratio loop_bytes;    /* per ns of loop delay, at MAX_RATE - GGR (not below 0) */
  uint64_t pgs_bytes;      /* floor(c x GGR x GGI' / 8), GGI' in whole frames */
  uint32_t loop_offset_ns; /* LoopDelayOffset x MAP interval */
  uint32_t lg_ewma;
} virtual_queue_params;

/* A sample x enters an average by avg += (x - avg) / 2^lg_ewma, rounded down to 2^-16. AQ starts at
 * 0, the loop delay at its first sample. */
typedef struct {
  uint64_t queued_bytes_q16; /* AQ: bytes in the real queue */
  uint64_t loop_delay_ns_q16;
  uint32_t loop_is_known; /* 0: no sample yet */
  /* The last `allowed`, because the loop delay changes less often than the alignment is due. */
  uint64_t allowed_bytes;
  uint64_t allowed_loop_ns; /* the loop delay that it belongs to */
  uint32_t allowed_is_known;
} virtual_queue_alignment;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* virtual_queue_params_init(virtual_queue_params* params,
                                      const virtual_queue_config* config);

/* Call it once per MAP with its AllocStart - AckTime, averaged over its grants. */
void virtual_queue_sample_loop(virtual_queue_alignment* alignment,
                               const virtual_queue_params* params, uint32_t loop_delay_ns);
/* Returns loop_delay, including the offset. */
uint64_t virtual_queue_loop_delay_ns(const virtual_queue_alignment* alignment,
                                     const virtual_queue_params* params);

/* Call it every VQ_INTERVAL, with the queued bytes, including the unsent rest of a fragment.
 * Returns 8 (AQ - allowed) x 10^9 / MAX_RATE, the least delay that the virtual queue should have.
 * Returns 0 if AQ, in whole bytes, does not exceed allowed = floor(loop_delay (MAX_RATE - GGR) / 8)
 * + floor(c GGR GGI' / 8), and as long as the loop delay is not known. Another block may compute
 * this value: it is the only data exchanged. */
uint64_t virtual_queue_least_ns(virtual_queue_alignment* alignment,
                                const virtual_queue_params* params, uint32_t queued_bytes);
/* Raises the virtual queue to that delay if it is shorter. As published, this compares and replaces
 * the queue of the last arrival: it has not drained since then, and drains from now on. */
void virtual_queue_align(virtual_queue* queue, uint64_t least_ns);

#ifdef __cplusplus
}
#endif

#endif
