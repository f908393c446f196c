#include "proportional.h"

#define ONE_Q28 (UINT32_C(1) << 28)
#define MOST_Q28 (ONE_Q28 / 100 * 85)

uint32_t proportional_delay_us(uint32_t bytes, uint32_t rate_bytes_per_s) {
  if (rate_bytes_per_s == 0) {
    return 0;
  }
  return (uint32_t)((uint64_t)bytes * 1000 / (rate_bytes_per_s / 1000));
}

uint32_t proportional_drop_prob_q28(uint32_t delay_us, uint32_t target_us) {
  if (delay_us <= target_us) {
    return 0;
  }
  const uint64_t above_q28 = (uint64_t)(delay_us - target_us) * (ONE_Q28 / 10) / target_us;
  return above_q28 < MOST_Q28 ? (uint32_t)above_q28 : MOST_Q28;
}
