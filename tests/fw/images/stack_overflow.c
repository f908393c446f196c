/* Recurses until the stack has grown into its guard, then says so. */
#include "fw/common/trap.h"

static volatile uint32_t depth;
static volatile uint8_t below_the_stack[4096];

static uint32_t recurse(uint32_t levels) {
  volatile uint32_t frame[16] = {levels};
  ++depth;
  return levels == 0 ? frame[0] : recurse(levels - 1) + frame[0];
}

int main(void) {
  if (stack_overflowed()) {
    return 20;
  }
  recurse(10); /* 2 KiB hold it */
  if (stack_overflowed()) {
    return 21;
  }
  below_the_stack[0] = 1;
  recurse(40);
  if (stack_overflowed()) {
    panic("stack overflow");
  }
  return 22;
}
