/* Does the work of the scenario's background load: a loop of real instructions that takes a given
 * number of core cycles on any core. Compiled into its caller. */
#ifndef FW_COMMON_BACKGROUND_WORK_H
#define FW_COMMON_BACKGROUND_WORK_H

#include <stdint.h>

#include "fw/hal/csr.h"
#include "registers/background_load.h"
#include "registers/soc.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BACKGROUND_CALIBRATION_TURNS 1024u

typedef struct {
  uint32_t period_us;      /* mean; 0: no work */
  uint32_t phase_us;       /* of the first period */
  uint32_t jitter_us;      /* uniform: an interval is period_us +- this */
  uint32_t random;         /* not 0 */
  uint32_t critical_turns; /* loop turns with interrupts masked */
  uint32_t other_turns;
} background_work;

/* Not inlined, so that a turn always has the measured cost. */
__attribute__((noinline)) static void background_spin(uint32_t turns) {
  for (; turns != 0; --turns) {
    __asm__ volatile("" : "+r"(turns));
  }
}

/* Cycles of the core including waits for memory; interrupts are still off. */
static uint32_t background_measured_cycles(void) {
  const uint32_t begun = csr_cycles();
  background_spin(BACKGROUND_CALIBRATION_TURNS);
  return csr_cycles() - begun;
}

/* Uses 32 bits, because a 64-bit division would add library code. */
static uint32_t background_turns_for(uint32_t cycles, uint32_t measured) {
  return cycles / measured * BACKGROUND_CALIBRATION_TURNS +
         cycles % measured * BACKGROUND_CALIBRATION_TURNS / measured;
}

/* Call before interrupts are enabled. */
static void background_work_read(background_work* work) {
  volatile background_load_t* load = (volatile background_load_t*)SOC_BACKGROUND_LOAD_BASE;
  const uint32_t work_cycles = load->work_cycles;
  if (work_cycles != 0) {
    const uint32_t measured = background_measured_cycles();
    if (measured == 0) {
      __builtin_unreachable(); /* every core takes cycles */
    }
    work->critical_turns = background_turns_for(load->critical_cycles, measured);
    work->other_turns = background_turns_for(work_cycles, measured) - work->critical_turns;
    work->period_us = load->period_us;
    work->phase_us = load->phase_us;
    work->jitter_us = load->jitter_us;
    work->random = load->seed;
  }
}

/* Returns the next interval. xorshift32 (Marsaglia 2003): small and sufficiently uniform. */
static uint32_t background_interval_us(background_work* work) {
  uint32_t random = work->random;
  random ^= random << 13;
  random ^= random >> 17;
  random ^= random << 5;
  work->random = random;
  const uint32_t values = 2 * work->jitter_us + 1;
  return work->period_us - work->jitter_us + (uint32_t)(((uint64_t)random * values) >> 32);
}

/* Does the work of one period. */
static void background_work_do(const background_work* work) {
  if (work->critical_turns != 0) {
    csr_disable_interrupts();
    background_spin(work->critical_turns);
    csr_enable_interrupts();
  }
  background_spin(work->other_turns);
}

#ifdef __cplusplus
}
#endif

#endif
