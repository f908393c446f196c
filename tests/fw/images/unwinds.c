/* Leaves a chain of calls by a jump, as longjmp does, then works on. */
#include <stdint.h>

#include "fw/hal/exit_device.h"

typedef uint32_t jump_buffer[4];

static volatile uint32_t sink;
static jump_buffer escape;

__attribute__((naked, noinline, returns_twice)) static int save_place(__attribute__((unused))
                                                                      uint32_t* buffer) {
  __asm__ volatile("sw ra, 0(a0); sw sp, 4(a0); sw s0, 8(a0); sw s1, 12(a0); li a0, 0; ret");
}

__attribute__((naked, noinline)) static void jump_back(__attribute__((unused)) uint32_t* buffer) {
  __asm__ volatile(
      "lw ra, 0(a0); lw sp, 4(a0); lw s0, 8(a0); lw s1, 12(a0); li a0, 1; inner_label: ret");
}

__attribute__((noinline)) static void deeper(uint32_t n) {
  sink += n;
  if (n == 0) {
    jump_back(escape);
    return;
  }
  deeper(n - 1);
  sink += 1;
}

__attribute__((noinline)) static void work(void) {
  for (uint32_t i = 0; i < 1000; ++i) {
    sink = i;
  }
}

/* Catches in the middle of a recursion, above frames of its own. */
__attribute__((noinline)) static void catches(uint32_t n) {
  if (n != 0) {
    catches(n - 1);
    work();
    return;
  }
  if (save_place(escape) == 0) {
    deeper(3);
  }
  work();
}

int main(void) {
  if (save_place(escape) == 0) {
    deeper(5);
  }
  work();
  catches(2);
  exit_device_exit(0);
}
