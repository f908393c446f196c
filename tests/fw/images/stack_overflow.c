/* Recurses beyond its stack. */
#include "fw/common/trap.h"

static volatile uint32_t depth;

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
  recurse(40);
  return 22;
}
