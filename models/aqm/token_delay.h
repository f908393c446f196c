/* Predicts the delay of a queue behind DOCSIS's dual token bucket. */
#ifndef DOCSIS_VP_AQM_TOKEN_DELAY_H
#define DOCSIS_VP_AQM_TOKEN_DELAY_H

#include "models/aqm/byte_time.h"

#ifdef __cplusplus
extern "C" {
#endif

/* RFC 8034 sec. 4.2, "calculate_queue_delay": the sustained-rate bucket's tokens leave at the
 * peak rate, the bytes beyond them at the sustained rate. Microseconds, rounded down,
 * saturating. */
static inline uint32_t aqm_token_delay_us(uint32_t bytes, uint32_t msr_tokens, aqm_byte_time peak,
                                          aqm_byte_time msr) {
  if (msr.mantissa == 0) {
    return 0;
  }
  const uint32_t at_peak = bytes <= msr_tokens ? bytes : msr_tokens;
  const uint64_t delay_us =
      (aqm_time_of_bytes_q16(at_peak, peak) + aqm_time_of_bytes_q16(bytes - at_peak, msr)) >> 16;
  return delay_us <= UINT32_MAX ? (uint32_t)delay_us : UINT32_MAX;
}

#ifdef __cplusplus
}
#endif

#endif
