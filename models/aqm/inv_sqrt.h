/* 1/sqrt(n) without division, as CoDel's control law wants it: a table, a Newton step from what
 * was, or a Newton step from the table. */
#ifndef DOCSIS_VP_AQM_INV_SQRT_H
#define DOCSIS_VP_AQM_INV_SQRT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* cablelabs-2014, footnote 1, names the three. */
typedef enum {
  AQM_INV_SQRT_HYBRID = 0, /* within 2.4e-5 of the value + 1 LSB */
  AQM_INV_SQRT_TABLE = 1,  /* 128 entries: within 0.0039 of the value + 1 LSB */
  /* As Linux does: one step from the last result. Good only while n grows by one: 29 % off at 2,
   * 2.6 % at 3, below 0.4 % from 10 on, below 0.1 % from 20 on; converges from below after a jump
   * to a smaller n. */
  AQM_INV_SQRT_NEWTON = 2,
} aqm_inv_sqrt_method;

/* For options. */
extern const char* const aqm_inv_sqrt_names[];

#define AQM_INV_SQRT_ONE_Q31 (UINT32_C(1) << 31)

/* 1/sqrt(n) in UQ1.31, n >= 1, exact for 1. `last_q31` is the result before, read by NEWTON
 * alone; a step that would lead away starts from the table instead. */
uint32_t aqm_inv_sqrt_q31(aqm_inv_sqrt_method method, uint32_t last_q31, uint32_t n);

#ifdef __cplusplus
}
#endif

#endif
