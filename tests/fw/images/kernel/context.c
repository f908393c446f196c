/* Two tasks of equal priority keep something else in every register, and a third one interrupts
 * them now and then. Returns 0 once both have gone on for long enough. */
#include <stdint.h>

#include "fw/hal/exit_device.h"
#include "fw/hal/machine_timer.h"
#include "fw/kernel/kernel.h"

#define TICK_US 23u
#define PERIOD_US 31u
#define ROUNDS 200u
#define TURNS 300u
#define REGISTERS 28u
#define STACK_WORDS 128u

void churn(uint32_t* registers, uint32_t turns);

static kernel_task one;
static kernel_task other;
static kernel_task third;
static uint32_t one_stack[STACK_WORDS];
static uint32_t other_stack[STACK_WORDS];
static uint32_t third_stack[STACK_WORDS];
static volatile uint32_t one_rounds;
static volatile uint32_t other_rounds;
static volatile uint32_t wakes;

static void check(uint32_t base, volatile uint32_t* rounds) {
  uint32_t registers[REGISTERS];
  for (;;) {
    for (uint32_t i = 0; i < REGISTERS; ++i) {
      registers[i] = base + (*rounds << 8) + i * 0x01010101u;
    }
    churn(registers, TURNS);
    for (uint32_t i = 0; i < REGISTERS; ++i) {
      if (i != 1 && registers[i] != base + (*rounds << 8) + i * 0x01010101u + TURNS) {
        exit_device_exit(10 + i);
      }
    }
    ++*rounds;
    if (one_rounds >= ROUNDS && other_rounds >= ROUNDS) {
      exit_device_exit(wakes > ROUNDS / 2 ? 0 : 2);
    }
    if (one_rounds > 2 * other_rounds + 4 || other_rounds > 2 * one_rounds + 4) {
      exit_device_exit(3);
    }
  }
}

static void run_one(void) {
  check(0x10000000, &one_rounds);
}

static void run_other(void) {
  check(0xA0000000, &other_rounds);
}

static void run_third(void) {
  uint64_t next_us = machine_timer_now_us();
  for (;;) {
    next_us += PERIOD_US;
    kernel_sleep_until(next_us);
    ++wakes;
  }
}

void kernel_external_interrupt(void) {
  exit_device_exit(4);
}

int main(void) {
  kernel_add(&one, 1, run_one, one_stack, STACK_WORDS);
  kernel_add(&other, 1, run_other, other_stack, STACK_WORDS);
  kernel_add(&third, 2, run_third, third_stack, STACK_WORDS);
  kernel_start(TICK_US);
}
