#include "models/aqm/byte_time.h"

static uint64_t divide_up(uint64_t dividend, uint32_t divisor) {
  return (dividend + divisor - 1) / divisor;
}

aqm_byte_time aqm_byte_time_of(uint32_t bytes_per_s) {
  aqm_byte_time time = {0, 0};
  if (bytes_per_s == 0) {
    return time;
  }
  /* Doubling ends with the quotient in 2^31 .. 2^32 - 2, the dividend below 2^64. */
  uint64_t dividend = 1000000u;
  uint32_t shift = 0;
  while (divide_up(dividend, bytes_per_s) < UINT32_C(1) << 31) {
    dividend *= 2;
    ++shift;
  }
  time.mantissa = (uint32_t)divide_up(dividend, bytes_per_s);
  time.shift = shift - 16;
  return time;
}
