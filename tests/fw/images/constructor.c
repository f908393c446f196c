/* A constructor in C, which start-up code calls as those of C++. */
#include <stdint.h>

uint32_t constructed_by_c(void);

static uint32_t value = 1;

__attribute__((constructor)) static void construct(void) {
  value += 41;
}

uint32_t constructed_by_c(void) {
  return value;
}
