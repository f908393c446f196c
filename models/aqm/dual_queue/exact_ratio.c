#include "models/aqm/dual_queue/exact_ratio.h"

uint64_t aqm_mul_div(uint64_t factor, uint64_t numerator, uint64_t denominator) {
  uint64_t quotient = 0;
  uint64_t rest = 0; /* below the denominator, so twice it plus a numerator is two off at most */
  for (uint32_t bit = 64; bit != 0; --bit) {
    quotient <<= 1;
    rest <<= 1;
    if (rest >= denominator) {
      rest -= denominator;
      ++quotient;
    }
    if ((factor >> (bit - 1) & 1) != 0) {
      if (rest >= denominator - numerator) {
        rest -= denominator - numerator;
        ++quotient;
      } else {
        rest += numerator;
      }
    }
  }
  return quotient;
}

uint64_t aqm_quotient(uint64_t dividend, uint64_t divisor) {
  uint64_t step = divisor;
  uint32_t places = 0;
  for (; step <= dividend >> 1; step <<= 1) {
    ++places;
  }
  uint64_t quotient = 0;
  for (;; --places, step >>= 1) {
    quotient <<= 1;
    if (dividend >= step) {
      dividend -= step;
      ++quotient;
    }
    if (places == 0) {
      return quotient;
    }
  }
}

aqm_ratio aqm_ratio_of(uint64_t dividend, uint64_t divisor) {
  aqm_ratio ratio = {0, 0, 0, 0};
  if (divisor == 0) {
    return ratio;
  }
  ratio.whole = aqm_quotient(dividend, divisor);
  ratio.rest = dividend - ratio.whole * divisor;
  ratio.divisor = divisor;
  ratio.fraction_q32 = (uint32_t)aqm_mul_div(UINT64_C(1) << 32, ratio.rest, divisor);
  return ratio;
}

uint64_t aqm_scaled(uint32_t count, const aqm_ratio* ratio) {
  const uint64_t n = count < AQM_COUNT_MAX ? count : AQM_COUNT_MAX;
  /* The fraction is less than 2^-32 too small and n at most 2^31: the estimate is exact or 1 too
   * small. n x rest stays below 2^64, as rest is at most 2^33. */
  const uint64_t estimate = (n * ratio->fraction_q32) >> 32;
  const uint64_t left = n * ratio->rest - estimate * ratio->divisor;
  const uint64_t missed = ratio->divisor != 0 && left >= ratio->divisor;
  return n * ratio->whole + estimate + missed;
}
