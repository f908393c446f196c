/* Accesses the watchdog, which ends the run or resets the CPU unless it is kicked in time. It also
 * records resets. */
#ifndef FW_HAL_WATCHDOG_H
#define FW_HAL_WATCHDOG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the watchdog, or changes its timeout if the boot ROM has started it already. */
void watchdog_start(uint32_t timeout_us);
void watchdog_kick(void);

/* Confirms that the image works: earlier failures no longer count. Call it once per start. */
void watchdog_confirm_image(void);

/* Causes of the last start, as in register reset_cause. */
#define WATCHDOG_POWER_ON 0u
#define WATCHDOG_EXPIRED 1u            /* WATCHDOG in the register manual */
#define WATCHDOG_BITE WATCHDOG_EXPIRED /* deprecated */
#define WATCHDOG_FAULT 2u
#define WATCHDOG_EXTERNAL_RESET 3u
#define WATCHDOG_UPDATE 4u
uint32_t watchdog_reset_cause(void);
/* Returns the number of resets since power-on; 0 in the first start. */
uint32_t watchdog_resets(void);
/* Returns the consecutive failures of this image. */
uint32_t watchdog_boot_failures(void);
/* Returns which of two images runs: 0 or 1. */
uint32_t watchdog_slot(void);

#ifdef __cplusplus
}
#endif

#endif
