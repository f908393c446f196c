/* Computes the time of a byte at a rate, so that delay predictions multiply and never divide. */
#ifndef DOCSIS_VP_AQM_BYTE_TIME_H
#define DOCSIS_VP_AQM_BYTE_TIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Range of a limited rate: 8 kbit/s .. 34 Gbit/s. */
#define AQM_RATE_MIN_BYTES_PER_S 1000u

/* A byte count times the mantissa, shifted right, is UQ48.16 microseconds. The mantissa has 32
 * significant bits and is rounded up. A product exceeds the exact one by less than 2^-31 of it,
 * and delays of whole microseconds have no error. Both 0: the rate is not limited. */
typedef struct {
  uint32_t mantissa;
  uint32_t shift; /* 6..28 */
} aqm_byte_time;

/* Divides bit by bit: for configuration and measurements, not for packets. bytes_per_s: 0, or at
 * least the minimum. */
aqm_byte_time aqm_byte_time_of(uint32_t bytes_per_s);

static inline uint64_t aqm_time_of_bytes_q16(uint32_t bytes, aqm_byte_time per_byte) {
  return ((uint64_t)bytes * per_byte.mantissa) >> per_byte.shift;
}

#ifdef __cplusplus
}
#endif

#endif
