/* The device that ends a run. */
#ifndef FW_HAL_EXIT_DEVICE_H
#define FW_HAL_EXIT_DEVICE_H

#include <stdint.h>

/* Ends the run with this exit status. */
_Noreturn void exit_device_exit(uint32_t status);

#endif
