/* Ends a run from firmware, through the exit device. */
#ifndef FW_HAL_EXIT_DEVICE_H
#define FW_HAL_EXIT_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ends the run with this exit status. */
__attribute__((noreturn)) void exit_device_exit(uint32_t status);

#ifdef __cplusplus
}
#endif

#endif
