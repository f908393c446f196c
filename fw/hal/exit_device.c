#include "fw/hal/exit_device.h"

#include "registers/exit_device.h"
#include "registers/soc.h"

void exit_device_exit(uint32_t status) {
  volatile exit_device_t* device = (volatile exit_device_t*)SOC_EXIT_DEVICE_BASE;
  device->exit_code = status;
  for (;;) {
  }
}
