/* Prints the law as a table, computed by the control CPU with printf, and ends the run. */
#include <inttypes.h>
#include <stdio.h>

#include "../proportional.h"

#define TARGET_US 10000u
#define ONE_Q28 (UINT32_C(1) << 28)

int main(void) {
  for (uint32_t delay_us = 0; delay_us <= 10 * TARGET_US; delay_us += 2 * TARGET_US) {
    const uint64_t drop_prob_q28 = proportional_drop_prob_q28(delay_us, TARGET_US);
    printf("%6" PRIu32 " us: %2" PRIu32 " %%\n", delay_us,
           (uint32_t)((drop_prob_q28 * 100 + ONE_Q28 / 2) / ONE_Q28));
  }
  return 0;
}
