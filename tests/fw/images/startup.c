/* Returns 0 if the start-up code prepared memory as C wants it, else what is wrong. */
#include <stdint.h>

#include "fw/common/trap.h"

static volatile uint32_t initialised[3] = {1, 0x89abcdef, 3};
static volatile uint8_t small = 0x5a;
static volatile uint32_t zeroed[5];

int main(void) {
  if (initialised[0] != 1 || initialised[1] != 0x89abcdef || initialised[2] != 3 || small != 0x5a) {
    return 10;
  }
  for (int i = 0; i < 5; ++i) {
    if (zeroed[i] != 0) {
      return 11;
    }
  }
  initialised[0] = 7;
  if (initialised[0] != 7) {
    return 12;
  }
  return stack_overflowed() ? 13 : 0;
}
