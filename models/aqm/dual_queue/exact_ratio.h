/* Computes floor(count x dividend / divisor) exactly by multiplications; the only division is at
 * configuration. Converts bytes to nanoseconds at a rate, and nanoseconds to bytes. */
#ifndef DOCSIS_VP_AQM_EXACT_RATIO_H
#define DOCSIS_VP_AQM_EXACT_RATIO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Nanoseconds that one byte takes at one bit per second. */
#define AQM_BYTE_NS UINT64_C(8000000000)
/* Largest count that aqm_scaled() uses. */
#define AQM_COUNT_MAX (UINT32_C(1) << 31)

/* dividend / divisor as whole + rest / divisor. All 0: not limited, every count scales to 0. */
typedef struct {
  uint64_t whole;
  uint64_t rest;
  uint64_t divisor;
  uint32_t fraction_q32; /* floor(rest / divisor x 2^32) */
} aqm_ratio;

/* floor(factor x numerator / denominator), exact for any factor. numerator <= denominator,
 * 0 < denominator < 2^63. A bit-serial division: 64 steps, no 64-bit divide instruction. */
uint64_t aqm_mul_div(uint64_t factor, uint64_t numerator, uint64_t denominator);

/* floor(dividend / divisor), with as many steps as the quotient has bits. 0 < divisor < 2^63. */
uint64_t aqm_quotient(uint64_t dividend, uint64_t divisor);

/* divisor: 0 (not limited) or below 2^62. Dividend or divisor is at most 2^33. */
aqm_ratio aqm_ratio_of(uint64_t dividend, uint64_t divisor);

/* floor(count x dividend / divisor), exact. Larger counts than AQM_COUNT_MAX are limited to it. The
 * result must fit 64 bits: with a dividend of AQM_BYTE_NS it always does. */
uint64_t aqm_scaled(uint32_t count, const aqm_ratio* ratio);

#ifdef __cplusplus
}
#endif

#endif
