#include "models/aqm/byte_time.h"

aqm_byte_time aqm_byte_time_of(uint32_t bytes_per_s) {
  aqm_byte_time time = {0, 0};
  if (bytes_per_s == 0) {
    return time;
  }
  /* Long division bit by bit, until the quotient, rounded up, is in 2^31 .. 2^32 - 2. So
   * firmware needs no 64-bit division. */
  uint32_t quotient = 1000000u / bytes_per_s;
  uint64_t rest = 1000000u % bytes_per_s;
  uint32_t shift = 0;
  while (quotient + (rest != 0) < UINT32_C(1) << 31) {
    quotient *= 2;
    rest *= 2;
    if (rest >= bytes_per_s) {
      rest -= bytes_per_s;
      ++quotient;
    }
    ++shift;
  }
  time.mantissa = quotient + (rest != 0);
  time.shift = shift - 16;
  return time;
}
