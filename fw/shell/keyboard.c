#include "fw/shell/keyboard.h"

#include "fw/hal/console.h"
#include "fw/hal/interrupt_controller.h"

#define KEYBOARD_WAITING 256u /* a power of two */

/* One side writes, the other reads; both count modulo 2^32. */
static volatile uint8_t waiting[KEYBOARD_WAITING];
static volatile uint32_t received;
static volatile uint32_t taken;
static volatile uint32_t lost;

void keyboard_start(void) {
  interrupt_controller_enable(INTERRUPT_CONSOLE);
  console_enable_receive_interrupt();
}

void keyboard_serve(void) {
  for (int octet = console_get(); octet >= 0; octet = console_get()) {
    if (received - taken == KEYBOARD_WAITING) {
      ++lost;
    } else {
      waiting[received % KEYBOARD_WAITING] = (uint8_t)octet;
      ++received;
    }
  }
}

int keyboard_has_some(void) {
  return received != taken;
}

int keyboard_get(void) {
  if (!keyboard_has_some()) {
    return -1;
  }
  const int octet = waiting[taken % KEYBOARD_WAITING];
  ++taken;
  return octet;
}

uint32_t keyboard_lost(void) {
  return lost + console_lost();
}
