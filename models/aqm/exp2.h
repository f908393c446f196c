/* Computes powers of two and base-2 logarithms of fractions, for laws whose drop probability is an
 * exponential function. */
#ifndef DOCSIS_VP_AQM_EXP2_H
#define DOCSIS_VP_AQM_EXP2_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 2^-x in Q32, 2^32 for 0, within 2^-29 of the value. x: UQ32.32, any. Multiplies six
 * times. */
uint64_t aqm_exp2_minus_q32(uint64_t x_q32);

/* Returns log2(numerator / denominator) in UQ32.32, within 2^-28. Both at most 2^31; 0 if the
 * numerator is not the larger one. Divides, and squares 32 times: for configuration. */
uint64_t aqm_log2_q32(uint32_t numerator, uint32_t denominator);

#ifdef __cplusplus
}
#endif

#endif
