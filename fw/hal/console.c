#include "fw/hal/console.h"

#include "registers/console.h"
#include "registers/soc.h"

static volatile console_t* console(void) {
  return (volatile console_t*)SOC_CONSOLE_BASE;
}

static void put(char character) {
  console()->data = (uint8_t)character;
}

void console_print(const char* text) {
  while (*text != '\0') {
    put(*text++);
  }
}

void console_print_hex(uint32_t value) {
  console_print("0x");
  for (int shift = 28; shift >= 0; shift -= 4) {
    const uint32_t digit = value >> shift & 0xf;
    put((char)(digit < 10 ? '0' + digit : 'a' + digit - 10));
  }
}

void console_print_decimal(uint32_t value) {
  if (value >= 10) {
    console_print_decimal(value / 10);
  }
  put((char)('0' + value % 10));
}

void console_put(char character) {
  put(character);
}

int console_ready(void) {
  return (console()->status & CONSOLE__STATUS__TRANSMIT_READY_bm) != 0;
}

int console_get(void) {
  const uint32_t received = console()->data;
  return received & CONSOLE__DATA__EMPTY_bm ? -1 : (int)(received & CONSOLE__DATA__OCTET_bm);
}

void console_enable_receive_interrupt(void) {
  console()->interrupt_enable = CONSOLE__INTERRUPT_ENABLE__RECEIVE_bm;
}

uint32_t console_lost(void) {
  return console()->receive_overruns;
}
