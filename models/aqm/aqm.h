/* Declares types and helper functions that all AQM algorithms of this folder share. They are
 * freestanding integer C11: compiled natively into the hardware models and for RV32 into firmware.
 * They use no clock, no globals and no pointers into queues.
 *
 * A law x has up to four functions on its own state:
 *   aqm_verdict x_enqueue(x_state*, const x_params*, const aqm_queue*, const aqm_packet*,
 *                         uint32_t random)      judges an arriving packet, at enqueued_us
 *   aqm_verdict x_dequeue(x_state*, const x_params*, const aqm_queue*, const aqm_packet*,
 *                         uint32_t now_us)      judges the head; call it again after each drop
 *   void x_departed(x_state*, const x_params*, const aqm_queue*, const aqm_packet*,
 *                   uint32_t now_us)            called for a packet that left and was not dropped
 *   void x_update(x_state*, const x_params*, const aqm_queue*, uint32_t now_us)
 * A law that keeps times also has
 *   void x_clamp_times(x_state*, const x_params*, uint32_t now_us)
 *                         replaces times far in the past, before they wrap
 * aqm_queue is the queue without the packet: before the packet enters, or after it has left.
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
  AQM_DROP_FULL = 3, /* no room; counted separately */
} aqm_verdict;

/* The ECN field of the IP header, RFC 3168 sec. 5. */
typedef enum { AQM_NOT_ECT = 0, AQM_ECT1 = 1, AQM_ECT0 = 2, AQM_CE = 3 } aqm_ecn;

/* Times are microseconds and wrap after 71 minutes. Two compared times must differ by less than
 * half of that. The owner of a state guarantees it: it calls x_clamp_times() at least every
 * AQM_CLAMP_INTERVAL_US, idle or not. A packet that has waited longer than AQM_AGE_MAX_US is
 * passed with that age, 31 minutes. */
#define AQM_CLAMP_INTERVAL_US (UINT32_C(1) << 30)
#define AQM_AGE_MAX_US (UINT32_C(7) << 28)
/* Older times are replaced by this age, which exceeds every interval of a law. */
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
  uint32_t granted_bytes;       /* bytes granted to the flow so far; wraps, laws use differences */
  uint32_t acked_request_bytes; /* acknowledged by the CMTS, not yet granted */
  uint32_t full;                /* not 0: queue memory is full, regardless of the limits */
  uint32_t ce_bytes;            /* the parts of bytes and packets that carry CE */
  uint32_t ce_packets;
  uint32_t drained_maps; /* MAPs after which acked_request_bytes was 0; wraps */
  /* Set only by an environment that knows the future, for the arriving packet: its time in the
   * queue, and the bytes behind it when it leaves. */
  uint32_t predicted_delay_us;
  uint32_t predicted_bytes;
} aqm_queue;

/* Queue length that a law measures. With exclude_ce it excludes the marked packets, because their
 * senders already receive a congestion signal. */
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

/* Signals congestion by a mark if use_ecn and the packet permit it, else by a drop: RFC 3168 sec.
 * 6.1.1.2. */
static inline aqm_verdict aqm_signal(const aqm_packet* packet, uint32_t use_ecn) {
  return use_ecn && packet->ecn != AQM_NOT_ECT ? AQM_MARK : AQM_DROP;
}

/* The words of one queue that its data path (per packet) and its control law (per period) both
 * read and write. If the two run in different places, these words are the only data exchanged: they
 * are latched for the law and committed by it. Each algorithm defines its own statuses. */
typedef struct {
  uint32_t drop_prob_q28; /* UQ4.28 */
  uint32_t qdelay_old_us; /* the law's last queue-delay sample */
  uint32_t burst_us;      /* remaining burst allowance */
  uint32_t status;        /* 0..255 */
  uint32_t generation;    /* counts changes of status and burst_us by the data path */
  uint32_t measured;      /* measurement of the data path, in the algorithm's format */
} aqm_law;

/* Commits a law's result, computed from a snapshot, to the data path's words. Drop probability and
 * delay are always copied. Status and burst allowance are copied only if the data path has not
 * changed them since the snapshot (same generation), because the first drop of a congestion episode
 * sets both and must not be undone. The measurement is not copied. Returns 1 if status was copied,
 * else 0. */
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
