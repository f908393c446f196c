#include "fw/common/background.h"

#include <stdint.h>

#include "fw/common/interrupt.h"
#include "fw/common/trap.h"
#include "fw/hal/csr.h"
#include "fw/hal/machine_timer.h"
#include "fw/hal/watchdog.h"
#include "registers/background_load.h"
#include "registers/soc.h"

/* Ticks of the AQM engine without one served, and then some. */
#define TICKS_TO_MISS 6u

#define CALIBRATION_TURNS 1024u

static uint64_t next_period_us;
static uint32_t period_us;
static uint32_t critical_turns;
static uint32_t other_turns;
static volatile uint32_t due;

/* Never inlined: a turn costs what it cost when it was measured. */
__attribute__((noinline)) static void spin(uint32_t turns) {
  for (; turns != 0; --turns) {
    __asm__ volatile("" : "+r"(turns));
  }
}

/* Cycles are the core's own, waiting for memory included; nothing interrupts yet. */
static uint32_t measured_cycles(void) {
  const uint32_t begun = csr_cycles();
  spin(CALIBRATION_TURNS);
  return csr_cycles() - begun;
}

/* In 32 bits: 64 would bring a division of their own. */
static uint32_t turns_for(uint32_t cycles, uint32_t measured) {
  return cycles / measured * CALIBRATION_TURNS + cycles % measured * CALIBRATION_TURNS / measured;
}

static void read_settings(void) {
  volatile background_load_t* load = (volatile background_load_t*)SOC_BACKGROUND_LOAD_BASE;
  const uint32_t work_cycles = load->work_cycles;
  if (work_cycles != 0) {
    const uint32_t measured = measured_cycles();
    critical_turns = turns_for(load->critical_cycles, measured);
    other_turns = turns_for(work_cycles, measured) - critical_turns;
    period_us = load->period_us;
  }
}

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  next_period_us += period_us;
  machine_timer_interrupt_at(next_period_us);
  due = 1;
  INTERRUPT_HANDLER_ENDS();
}

/* A period that begins while the last one's work is under way is lost. */
static void work(void) {
  due = 0;
  if (critical_turns != 0) {
    csr_disable_interrupts();
    spin(critical_turns);
    csr_enable_interrupts();
  }
  spin(other_turns);
}

static void check_stack(void) {
  if (stack_overflowed()) {
    panic("stack overflow");
  }
}

static _Noreturn void wait_and_work(void) {
  next_period_us = machine_timer_now_us();
  machine_timer_interrupt_at(next_period_us);
  csr_enable_timer_interrupt();
  for (;;) {
    /* Masked, or the timer could come between the look and the wait; what is pending wakes. */
    csr_disable_interrupts();
    if (!due) {
      csr_wait_for_interrupt();
    }
    csr_enable_interrupts();
    if (due) {
      work();
    }
    check_stack();
  }
}

_Noreturn void background_run(uint32_t tick_us) {
  read_settings();
  csr_enable_external_interrupt();
  csr_enable_interrupts();
  watchdog_start(TICKS_TO_MISS * tick_us + tick_us / 4);
  if (period_us != 0) {
    wait_and_work();
  }
  for (;;) {
    csr_wait_for_interrupt();
    check_stack();
  }
}
