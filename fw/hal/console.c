#include "fw/hal/console.h"

#include "registers/console.h"
#include "registers/soc.h"

static void put(char character) {
  volatile console_t* console = (volatile console_t*)SOC_CONSOLE_BASE;
  console->data = (uint8_t)character;
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
