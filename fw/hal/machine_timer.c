#include "fw/hal/machine_timer.h"

#include "registers/clint.h"
#include "registers/soc.h"

static volatile clint_t* timer(void) {
  return (volatile clint_t*)SOC_CLINT_BASE;
}

/* A read of the low word latches the high word. */
uint64_t machine_timer_now_us(void) {
  const uint32_t low = timer()->mtime_low;
  return (uint64_t)timer()->mtime_high << 32 | low;
}

/* The intermediate values are never below the new time. */
void machine_timer_interrupt_at(uint64_t time_us) {
  timer()->mtimecmp_low = UINT32_MAX;
  timer()->mtimecmp_high = (uint32_t)(time_us >> 32);
  timer()->mtimecmp_low = (uint32_t)time_us;
}
