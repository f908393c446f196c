#include "models/aqm/inv_sqrt.h"

const char* const aqm_inv_sqrt_names[] = {"hybrid", "table", "newton", 0};

/* 1/sqrt(f) in UQ0.16 at the middle of 64 steps over f in [1, 2), then 64 over [2, 4). */
static const uint16_t table_q16[128] = {
    65281, 64781, 64292, 63814, 63347, 62889, 62442, 62004, 61575, 61154, 60742, 60339, 59943,
    59555, 59175, 58801, 58435, 58075, 57722, 57376, 57035, 56700, 56372, 56049, 55731, 55419,
    55112, 54810, 54513, 54221, 53933, 53650, 53371, 53097, 52826, 52560, 52298, 52040, 51785,
    51535, 51288, 51044, 50804, 50567, 50333, 50103, 49876, 49652, 49430, 49212, 48997, 48784,
    48574, 48367, 48163, 47961, 47761, 47564, 47370, 47178, 46988, 46800, 46615, 46432, 46161,
    45807, 45462, 45124, 44793, 44470, 44153, 43843, 43540, 43243, 42951, 42666, 42386, 42112,
    41843, 41579, 41320, 41065, 40816, 40571, 40330, 40093, 39861, 39632, 39408, 39187, 38970,
    38756, 38546, 38340, 38136, 37936, 37739, 37545, 37354, 37166, 36980, 36798, 36618, 36441,
    36266, 36093, 35924, 35756, 35591, 35428, 35267, 35109, 34953, 34798, 34646, 34496, 34347,
    34201, 34056, 33913, 33772, 33633, 33496, 33360, 33225, 33093, 32962, 32832,
};

/* n = f x 4^k with f in [1, 4): sqrt(n) = sqrt(f) x 2^k. */
typedef struct {
  uint32_t f_q30;
  uint32_t k;
} split;

static split split_of(uint32_t n) {
  split s = {n, 15};
  for (uint32_t step = 8; step != 0; step /= 2) {
    if (s.f_q30 < UINT32_C(1) << (32 - 2 * step)) {
      s.f_q30 <<= 2 * step;
      s.k -= step;
    }
  }
  return s;
}

static uint32_t look_up_q31(uint32_t f_q30) {
  const uint32_t in_upper_half = f_q30 >> 31;
  const uint32_t index = ((f_q30 >> (24 + in_upper_half)) & 63) + 64 * in_upper_half;
  return (uint32_t)table_q16[index] << 15;
}

/* y (3 - f y^2) / 2 */
static uint32_t newton_q31(uint32_t y_q31, uint32_t f_q30) {
  const uint64_t square_q30 = ((uint64_t)y_q31 * y_q31) >> 32;
  const uint64_t product_q60 = square_q30 * f_q30;
  const uint64_t rest_q30 = ((UINT64_C(3) << 60) - product_q60) >> 30;
  return (uint32_t)((y_q31 * rest_q30) >> 31);
}

/* Returns 1 if a step from y approaches the root: y is not lost in rounding, and f y^2 < 3. */
static int converges(uint64_t y_q31, uint32_t f_q30) {
  return y_q31 >= UINT32_C(1) << 27 && y_q31 >> 32 == 0 &&
         ((y_q31 * y_q31) >> 32) * f_q30 < UINT64_C(3) << 60;
}

uint32_t aqm_inv_sqrt_q31(aqm_inv_sqrt_method method, uint32_t last_q31, uint32_t n) {
  if (n <= 1) {
    return AQM_INV_SQRT_ONE_Q31;
  }
  const split s = split_of(n);
  uint32_t y_q31 = look_up_q31(s.f_q30);
  if (method == AQM_INV_SQRT_HYBRID) {
    y_q31 = newton_q31(y_q31, s.f_q30);
  } else if (method == AQM_INV_SQRT_NEWTON) {
    const uint64_t last = (uint64_t)last_q31 << s.k;
    if (converges(last, s.f_q30)) {
      y_q31 = newton_q31((uint32_t)last, s.f_q30);
    }
  }
  return y_q31 >> s.k;
}
