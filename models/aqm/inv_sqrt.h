/* Computes 1/sqrt(n) without division, for CoDel's control law: from a table, by a Newton step
 * from the last result, or by a Newton step from the table. */
#ifndef DOCSIS_VP_AQM_INV_SQRT_H
#define DOCSIS_VP_AQM_INV_SQRT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The three methods of cablelabs-2014, footnote 1. */
typedef enum {
  AQM_INV_SQRT_HYBRID = 0, /* within 2.4e-5 of the value + 1 LSB */
  AQM_INV_SQRT_TABLE = 1,  /* 128 entries: within 0.0039 of the value + 1 LSB */
  /* As in Linux: one step from the last result. Accurate only while n grows by one: 29 % off at
   * 2, 2.6 % at 3, below 0.4 % from 10 on, below 0.1 % from 20 on. Converges from below after a
   * jump to a smaller n. */
  AQM_INV_SQRT_NEWTON = 2,
} aqm_inv_sqrt_method;

/* Names for options. */
extern const char* const aqm_inv_sqrt_names[];

#define AQM_INV_SQRT_ONE_Q31 (UINT32_C(1) << 31)

/* Returns 1/sqrt(n) in UQ1.31 for n >= 1, exact for 1. `last_q31`: the previous result, for
 * NEWTON only. A step that would diverge starts from the table instead. */
uint32_t aqm_inv_sqrt_q31(aqm_inv_sqrt_method method, uint32_t last_q31, uint32_t n);

#ifdef __cplusplus
}
#endif

#endif
