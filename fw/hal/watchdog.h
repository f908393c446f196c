/* The watchdog ends the run unless it is kicked in time. */
#ifndef FW_HAL_WATCHDOG_H
#define FW_HAL_WATCHDOG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void watchdog_start(uint32_t timeout_us);
void watchdog_kick(void);

#ifdef __cplusplus
}
#endif

#endif
