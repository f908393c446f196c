/* Says a lot that is hardly text, then gives up. */
#include "fw/hal/console.h"
#include "fw/hal/exit_device.h"

int main(void) {
  console_print("\033");
  for (int i = 0; i < 1000; ++i) {
    console_print("x");
  }
  console_print("\n");
  exit_device_exit(9);
}
