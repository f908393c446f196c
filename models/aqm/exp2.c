#include "models/aqm/exp2.h"

/* 2^-(i/16) in UQ1.31. */
static const uint32_t sixteenths_q31[16] = {
    2147483648u, 2056437387u, 1969251188u, 1885761398u, 1805811301u, 1729250827u,
    1655936265u, 1585730000u, 1518500250u, 1454120821u, 1392470869u, 1333434672u,
    1276901417u, 1222764986u, 1170923762u, 1121280436u,
};

/* ln(2)^k / k! in Q32, k from 1: the Taylor series of 2^-f. */
#define TERM_1_Q32 UINT64_C(2977044472)
#define TERM_2_Q32 UINT64_C(1031764991)
#define TERM_3_Q32 UINT64_C(238388332)
#define TERM_4_Q32 UINT64_C(41309550)

uint64_t aqm_exp2_minus_q32(uint64_t x_q32) {
  if (x_q32 >> 32 >= 33) {
    return 0;
  }
  const uint32_t index = (uint32_t)(x_q32 >> 28) & 15;
  const uint64_t f_q32 = x_q32 & ((UINT64_C(1) << 28) - 1); /* below 1/16 */
  uint64_t sum_q32 = TERM_3_Q32 - ((f_q32 * TERM_4_Q32) >> 32);
  sum_q32 = TERM_2_Q32 - ((f_q32 * sum_q32) >> 32);
  sum_q32 = TERM_1_Q32 - ((f_q32 * sum_q32) >> 32);
  sum_q32 = (UINT64_C(1) << 32) - ((f_q32 * sum_q32) >> 32);
  return ((sum_q32 * sixteenths_q31[index]) >> 31) >> (uint32_t)(x_q32 >> 32);
}

uint64_t aqm_log2_q32(uint32_t numerator, uint32_t denominator) {
  if (denominator == 0 || numerator <= denominator) {
    return 0;
  }
  uint64_t whole = denominator;
  uint64_t log_q32 = 0;
  while (numerator >= 2 * whole) {
    whole *= 2;
    ++log_q32;
  }
  uint64_t rest_q31 = (((uint64_t)numerator << 31) + whole / 2) / whole;
  for (int bit = 0; bit < 32; ++bit) {
    const uint64_t square_q62 = rest_q31 * rest_q31;
    const uint32_t carry = (uint32_t)(square_q62 >> 63);
    rest_q31 = square_q62 >> (carry ? 32 : 31);
    log_q32 = 2 * log_q32 + carry;
  }
  return log_q32;
}
