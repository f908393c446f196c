/* Lines that run as often as the numbers behind them say, some of them in several copies. Calls of
 * inlined functions have no code of their own. */
#include <stdint.h>

#include "fw/hal/exit_device.h"

static volatile uint32_t sink;

static inline __attribute__((always_inline)) void add(uint32_t n) {
  sink += n; /* 27 */
}

static inline __attribute__((always_inline)) void add_twice(uint32_t n) {
  add(n);
  add(n + 1); /* 10 */
}

__attribute__((noinline)) static void one(void) {
  add(1);
}

__attribute__((noinline)) static void two(void) {
  add(2);
}

__attribute__((noinline)) static void nested(void) {
  for (uint32_t i = 0; i < 5; ++i) {
    add_twice(i);
  }
}

/* The label is part of this function, whatever its name. */
__attribute__((noinline, noclone)) static uint32_t labelled(uint32_t n) {
  uint32_t sum = 0; /* 1 */
  while (n-- != 0) {
    __asm__ volatile("inner_label_%=: addi %0, %0, 1" : "+r"(sum)); /* 10 */
    sink += sum;                                                    /* 10 */
  }
  return sum;
}

__attribute__((noinline)) static uint32_t chosen(uint32_t n) {
  if (n % 3 == 0) { /* 9 */
    sink += 3;      /* 3 */
    return 0;
  }
  switch (n % 4) { /* 6 */
    case 0:
      sink += 4; /* 2 */
      break;
    case 1:
      sink += 5; /* 2 */
      break;
    default:
      sink += 6; /* 2 */
      break;
  }
  return n;
}

int main(void) {
  for (int i = 0; i < 3; ++i) {
    one(); /* 3 */
  }
  for (int i = 0; i < 4; ++i) {
    two(); /* 4 */
  }
  nested(); /* 1 */
  nested(); /* 1 */
  sink += labelled(10);
  for (uint32_t i = 0; i < 9; ++i) {
    sink += chosen(i); /* 9 */
  }
  exit_device_exit(0);
}
