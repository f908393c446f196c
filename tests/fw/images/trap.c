/* Reads where nothing is. */
#include <stdint.h>

int main(void) {
  return *(volatile int*)0x2fff0000u;
}
