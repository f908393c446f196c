/* Implements a control law of your own: the drop probability is proportional to the excess of the
 * queue's delay over its target. */
#ifndef PROPORTIONAL_H
#define PROPORTIONAL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Time in which a queue of `bytes` is sent at the rate, up to an hour. The rate is 1000 bytes/s or
 * more, or 0: not limited, then the delay is 0. */
uint32_t proportional_delay_us(uint32_t bytes, uint32_t rate_bytes_per_s);

/* Returns UQ4.28: 0 at the target, plus 0.1 per target above it, at most 0.85. target_us: up to
 * 1 s. */
uint32_t proportional_drop_prob_q28(uint32_t delay_us, uint32_t target_us);

#ifdef __cplusplus
}
#endif

#endif
