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
  uint32_t granted_bytes;       /* granted to the flow since the last update */
  uint32_t acked_request_bytes; /* acknowledged by the CMTS, not yet granted */
} aqm_queue;

typedef struct {
  uint32_t size_bytes;
  uint32_t enqueued_us; /* wraps; differences are signed */
  uint8_t ecn;          /* aqm_ecn */
} aqm_packet;

#ifdef __cplusplus
}
#endif

#endif
