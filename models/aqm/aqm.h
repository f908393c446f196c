/* Declares types and helper functions that all AQM algorithms of this folder share. Freestanding
 * integer C11: compiled natively into the hardware models and for RV32 into firmware. No clock, no
 * globals, no pointers into queues.
 *
 * A law x has up to four functions on its own state:
 *   aqm_verdict x_enqueue(x_state*, const x_params*, const aqm_queue*, const aqm_packet*,
 *                         uint32_t random)      judges an arriving packet, at enqueued_us
 *   aqm_verdict x_dequeue(x_state*, const x_params*, const aqm_queue*, const aqm_packet*,
 *                         uint32_t now_us)      judges the head; ask again after each drop
 *   void x_departed(x_state*, const x_params*, const aqm_queue*, const aqm_packet*,
 *                   uint32_t now_us)            sees a packet that left and was not dropped
 *   void x_update(x_state*, const x_params*, const aqm_queue*, uint32_t now_us)
 * A law that keeps times also has
 *   void x_clamp_times(x_state*, const x_params*, uint32_t now_us)
 *                         replaces times far in the past, before they wrap
 * The queue is shown without the packet: before it enters, or after it has left.
 *
 * Sources are C++17 too. They compute in uint32_t, uint64_t, int32_t and int64_t only, so that a
 * build that counts operations can define its own types under these names. */
#ifndef DOCSIS_VP_AQM_H
#define DOCSIS_VP_AQM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  AQM_ACCEPT = 0,
  AQM_MARK = 1,      /* accept and set CE */
  AQM_DROP = 2,      /* decision of the algorithm */
  AQM_DROP_FULL = 3, /* no room: a tail drop, counted separately */
} aqm_verdict;

/* The ECN field of the IP header, RFC 3168 sec. 5. */
typedef enum { AQM_NOT_ECT = 0, AQM_ECT1 = 1, AQM_ECT0 = 2, AQM_CE = 3 } aqm_ecn;

/* Times are microseconds and wrap after 71 minutes. Two compared times must differ by less than
 * half of that. The owner of a state guarantees it: it calls x_clamp_times() at least every
 * AQM_CLAMP_INTERVAL_US, idle or not. A packet that has waited longer than AQM_AGE_MAX_US is
 * shown with that age, 31 minutes. */
#define AQM_CLAMP_INTERVAL_US (UINT32_C(1) << 30)
#define AQM_AGE_MAX_US (UINT32_C(7) << 28)
/* Older times are clamped to this age, which exceeds every interval of a law. */
#define AQM_CLAMPED_AGE_US (UINT32_C(1) << 29)

static inline int aqm_has_come(uint32_t now_us, uint32_t at_us) {
  return now_us - at_us < UINT32_C(1) << 31;
}
/* Returns 0 if `since` is in the future. */
static inline uint32_t aqm_elapsed_us(uint32_t now_us, uint32_t since_us) {
  return aqm_has_come(now_us, since_us) ? now_us - since_us : 0;
}
static inline int aqm_is_old(uint32_t now_us, uint32_t at_us) {
  return aqm_elapsed_us(now_us, at_us) > AQM_CLAMPED_AGE_US;
}
/* Returns the time itself, or the oldest permitted time. */
static inline uint32_t aqm_clamped_us(uint32_t now_us, uint32_t at_us) {
  return aqm_is_old(now_us, at_us) ? now_us - AQM_CLAMPED_AGE_US : at_us;
}
/* Returns 1 if another of the four spans of AQM_CLAMP_INTERVAL_US has begun. */
static inline int aqm_clamp_is_due(uint32_t now_us, uint32_t last_us) {
  return now_us / AQM_CLAMP_INTERVAL_US != last_us / AQM_CLAMP_INTERVAL_US;
}

/* State of a queue at one instant, without the packet being judged. Bytes are Ethernet bytes,
 * DA..CRC. The queue's owner fills in the fields that its laws read; a law documents them where
 * it is not obvious. Only x_update reads grants, requests and MAPs. */
typedef struct {
  uint32_t bytes;
  uint32_t packets;
  uint32_t msr_tokens;          /* bytes in the sustained-rate bucket */
  uint32_t granted_bytes;       /* granted to the flow so far; wraps, laws take differences */
  uint32_t acked_request_bytes; /* acknowledged by the CMTS, not yet granted */
  uint32_t full;                /* not 0: queue memory is full, whatever the limits */
  uint32_t ce_bytes;            /* the part of bytes and packets that carries CE */
  uint32_t ce_packets;
  uint32_t drained_maps; /* MAPs that left acked_request_bytes at 0; wraps */
  /* From an environment that knows the future, for the arriving packet: its time in the queue,
   * and the bytes behind it when it leaves. */
  uint32_t predicted_delay_us;
  uint32_t predicted_bytes;
} aqm_queue;

/* Queue length that a law measures. Without the marked packets, it does not count what has been
 * signalled already. */
static inline uint32_t aqm_measured_bytes(const aqm_queue* queue, uint32_t exclude_ce) {
  return exclude_ce ? queue->bytes - queue->ce_bytes : queue->bytes;
}
static inline uint32_t aqm_measured_packets(const aqm_queue* queue, uint32_t exclude_ce) {
  return exclude_ce ? queue->packets - queue->ce_packets : queue->packets;
}

typedef struct {
  uint32_t size_bytes;
  uint32_t enqueued_us; /* wraps; differences are signed */
  uint8_t ecn;          /* aqm_ecn */
  /* Low word of flow_identity_hash() of the packet's flow, for laws that declare reads_flow_hash;
   * for others 0. */
  uint32_t flow_hash;
} aqm_packet;

/* Signals congestion by mark or drop, as the packet allows: RFC 3168 sec. 6.1.1.2. */
static inline aqm_verdict aqm_signal(const aqm_packet* packet, uint32_t use_ecn) {
  return use_ecn && packet->ecn != AQM_NOT_ECT ? AQM_MARK : AQM_DROP;
}

/* The words of one queue that its data path (per packet) and its control law (per period) both
 * read and write. Nothing else crosses between them when they run in different places: the words
 * are latched for the law and committed by it. Each algorithm defines its own statuses. */
typedef struct {
  uint32_t drop_prob_q28; /* UQ4.28 */
  uint32_t qdelay_old_us; /* the law's last queue-delay sample */
  uint32_t burst_us;      /* remaining burst allowance */
  uint32_t status;        /* 0..255 */
  uint32_t generation;    /* counts changes of status and burst_us by the data path */
  uint32_t measured;      /* measurement of the data path, in the algorithm's format */
} aqm_law;

/* Commits a law's result, computed from a snapshot, to the data path's words. Drop probability
 * and delay are always taken. Status and burst allowance are taken only if the data path has not
 * changed them since the snapshot (same generation). The first drop of a congestion episode sets
 * both and must not be undone. The measurement is not taken. Returns 1 if status was taken, else
 * 0. */
static inline int aqm_law_commit(aqm_law* own, const aqm_law* law) {
  const int unchanged = own->generation == law->generation;
  own->drop_prob_q28 = law->drop_prob_q28;
  own->qdelay_old_us = law->qdelay_old_us;
  if (unchanged) {
    own->status = law->status;
    own->burst_us = law->burst_us;
  }
  return unchanged;
}

/* Configuration of a queue; each algorithm reads the fields that it needs. */
typedef struct {
  uint32_t latency_target_us;     /* 0 if the algorithm has no target */
  uint32_t peak_rate_bytes_per_s; /* 0: no peak limit */
  uint32_t msr_bytes_per_s;       /* maximum sustained rate; 0: none */
  uint32_t buffer_bytes;          /* 0: no limit in bytes */
  uint32_t buffer_packets;        /* 0: no limit in packets */
} aqm_config;

/* Tail drop, RFC 8034 sec. A.3 `is_full`: returns 1 if a packet would exceed a limit (0: none). */
static inline int aqm_is_full(const aqm_queue* queue, const aqm_packet* packet,
                              uint32_t limit_bytes, uint32_t limit_packets) {
  return queue->full ||
         (limit_bytes != 0 && (uint64_t)queue->bytes + packet->size_bytes > limit_bytes) ||
         (limit_packets != 0 && queue->packets >= limit_packets);
}

#ifdef __cplusplus
}
#endif

#endif
