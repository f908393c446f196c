/* A control law of one's own: the further the queue's delay is above its target, the more packets
 * are dropped, in proportion. */
#ifndef PROPORTIONAL_H
#define PROPORTIONAL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes at a rate; up to an hour, at 1000 bytes/s or more. */
uint32_t proportional_delay_us(uint32_t bytes, uint32_t rate_bytes_per_s);

/* UQ4.28: 0 at the target, 0.1 for each target above it, 0.85 at most. target_us: 1 to 1 s. */
uint32_t proportional_drop_prob_q28(uint32_t delay_us, uint32_t target_us);

#ifdef __cplusplus
}
#endif

#endif
