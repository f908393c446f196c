/* Calls what is not there, four calls deep. */
#include <stdint.h>

typedef void (*action)(void);

static volatile uint32_t nowhere = 0x2fff0000u;

__attribute__((noinline)) static void leap(void) {
  ((action)nowhere)();
  ++nowhere;
}

__attribute__((noinline)) static void run_up(void) {
  leap();
  ++nowhere;
}

int main(void) {
  run_up();
  return 0;
}
