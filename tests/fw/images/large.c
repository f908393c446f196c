/* Constants and variables that a modem of the default map has no room for. */
#include "fw/hal/console.h"
#include "fw/include/registers/soc.h"

#define CONSTANTS (200u * 1024u)
#define VARIABLES (300u * 1024u)

static const unsigned char constants[CONSTANTS] = {[CONSTANTS - 1] = 7};
static unsigned char variables[VARIABLES];

int main(void) {
  const volatile unsigned char* from = &constants[CONSTANTS - 1];
  volatile unsigned char* to = &variables[VARIABLES - 1];
  *to = *from;
  console_print("large: ");
  console_print_decimal(*to);
  console_print(" of ROM ");
  console_print_decimal(SOC_ROM_BYTES);
  console_print(" RAM ");
  console_print_decimal(SOC_RAM_BYTES);
  console_print("\n");
  return 0;
}
