#include "fw/common/trap.h"

#include "fw/hal/console.h"
#include "fw/hal/exit_device.h"

void trap_report(uint32_t cause, uint32_t pc, uint32_t value) {
  console_print("trap: cause ");
  console_print_hex(cause);
  console_print(" pc ");
  console_print_hex(pc);
  console_print(" mtval ");
  console_print_hex(value);
  console_print("\n");
  exit_device_exit(TRAP_EXIT_STATUS);
}

void panic(const char* what) {
  console_print("panic: ");
  console_print(what);
  console_print("\n");
  exit_device_exit(TRAP_EXIT_STATUS);
}
