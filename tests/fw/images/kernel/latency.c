/* Says how many cycles a task of high priority waits for a task of low priority that is busy:
 * behind a semaphore that this one gives, and behind the timer. "give N timer N", the worst of
 * each. */
#include <stdint.h>

#include "fw/hal/console.h"
#include "fw/hal/csr.h"
#include "fw/hal/exit_device.h"
#include "fw/hal/machine_timer.h"
#include "fw/kernel/kernel.h"

#define TICK_US 100u
#define TIMES 50u
#define STACK_WORDS 128u

static kernel_task high;
static kernel_task low;
static uint32_t high_stack[STACK_WORDS];
static uint32_t low_stack[STACK_WORDS];
static kernel_semaphore given;
static volatile uint32_t last_cycles; /* of the low task */
static volatile uint32_t taken;

static uint32_t waited(uint32_t worst) {
  const uint32_t cycles = csr_cycles() - last_cycles;
  return cycles > worst ? cycles : worst;
}

static void run_high(void) {
  uint32_t after_give = 0;
  uint32_t after_timer = 0;
  for (uint32_t i = 0; i < TIMES; ++i) {
    kernel_take(&given);
    after_give = waited(after_give);
    ++taken;
  }
  uint64_t next_us = machine_timer_now_us();
  for (uint32_t i = 0; i < TIMES; ++i) {
    next_us += 37;
    kernel_sleep_until(next_us);
    after_timer = waited(after_timer);
  }
  console_print("give ");
  console_print_decimal(after_give);
  console_print(" timer ");
  console_print_decimal(after_timer);
  console_print("\n");
  exit_device_exit(0);
}

static void run_low(void) {
  for (uint32_t i = 1; i <= TIMES; ++i) {
    last_cycles = csr_cycles();
    kernel_give(&given);
    if (taken != i) {
      exit_device_exit(2); /* went on before the task of higher priority */
    }
  }
  for (;;) {
    last_cycles = csr_cycles();
  }
}

void kernel_external_interrupt(void) {
  exit_device_exit(4);
}

int main(void) {
  kernel_add(&low, 1, run_low, low_stack, STACK_WORDS);
  kernel_add(&high, 2, run_high, high_stack, STACK_WORDS);
  kernel_start(TICK_US);
}
