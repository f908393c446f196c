/* picolibc's standard streams on the console. Output is sent as it is printed; input is what was
 * received. If the console's FIFO is full, output waits here instead of on the bus, so that
 * interrupts are served. */
#include <stdio.h>

#include "fw/hal/console.h"

static int put(char character, FILE* stream) {
  (void)stream;
  while (!console_ready()) {
  }
  console_put(character);
  return (unsigned char)character;
}

static int get(FILE* stream) {
  (void)stream;
  const int octet = console_get();
  return octet < 0 ? _FDEV_EOF : octet;
}

static FILE console_stream = FDEV_SETUP_STREAM(put, get, NULL, _FDEV_SETUP_RW);

FILE* const stdin = &console_stream;
FILE* const stdout = &console_stream;
FILE* const stderr = &console_stream;
