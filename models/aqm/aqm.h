/* What every AQM algorithm of this folder shares. Freestanding integer C11: compiled natively into
 * the hardware models and for RV32 into firmware. No clock, no globals, no pointers into queues. */
#ifndef DOCSIS_VP_AQM_H
#define DOCSIS_VP_AQM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  AQM_ACCEPT = 0,
  AQM_MARK = 1,      /* accept and set CE */
  AQM_DROP = 2,      /* the algorithm's choice */
  AQM_DROP_FULL = 3, /* no room: a tail drop, counted apart */
} aqm_verdict;

/* The ECN field of the IP header, RFC 3168 sec. 5. */
typedef enum { AQM_NOT_ECT = 0, AQM_ECT1 = 1, AQM_ECT0 = 2, AQM_CE = 3 } aqm_ecn;

/* A queue as it is at one instant, without the packet being judged. Bytes are Ethernet bytes,
 * DA..CRC. */
typedef struct {
  uint32_t bytes;
  uint32_t packets;
  uint32_t msr_tokens;          /* bytes in the sustained-rate bucket */
  uint32_t granted_bytes;       /* granted to the flow so far; wraps, laws take differences */
  uint32_t acked_request_bytes; /* acknowledged by the CMTS, not yet granted */
  uint32_t full; /* not 0: queue memory takes nothing more, whatever the limits say */
} aqm_queue;

typedef struct {
  uint32_t size_bytes;
  uint32_t enqueued_us; /* wraps; differences are signed */
  uint8_t ecn;          /* aqm_ecn */
} aqm_packet;

/* What the data path (per packet) and the control law (per period) of one queue both read and
 * write. It is all that crosses between them when they run in different places: latched for the
 * law, committed by it. What a status means is the algorithm's own. */
typedef struct {
  uint32_t drop_prob_q28; /* UQ4.28 */
  uint32_t qdelay_old_us; /* the law's last queue-delay sample */
  uint32_t burst_us;      /* burst allowance left */
  uint32_t status;        /* 0..255 */
  uint32_t generation;    /* counts the data path's own changes of status and burst_us */
} aqm_law;

/* What a queue's owner configures; an algorithm takes from it what it needs. */
typedef struct {
  uint32_t latency_target_us;
  uint32_t peak_rate_bytes_per_s; /* 0: no peak limit */
  uint32_t msr_bytes_per_s;       /* maximum sustained rate; 0: none */
  uint32_t buffer_bytes;          /* 0: no limit in bytes */
  uint32_t buffer_packets;        /* 0: no limit in packets */
} aqm_config;

#ifdef __cplusplus
}
#endif

#endif
