/* The watchdog, which ends the run or resets the CPU unless it is kicked in time, and what it knows
 * of resets. */
#ifndef FW_HAL_WATCHDOG_H
#define FW_HAL_WATCHDOG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes over from the boot ROM, which may have started it. */
void watchdog_start(uint32_t timeout_us);
void watchdog_kick(void);

/* The image works: its failures before this do not count. Once that is known, at each start. */
void watchdog_confirm_image(void);

/* Why the CPU started. */
#define WATCHDOG_POWER_ON 0u
#define WATCHDOG_BITE 1u
#define WATCHDOG_FAULT 2u
#define WATCHDOG_EXTERNAL_RESET 3u
#define WATCHDOG_UPDATE 4u
uint32_t watchdog_reset_cause(void);
/* Starts since power-on, without that. */
uint32_t watchdog_resets(void);
/* Failures of this image in a row. */
uint32_t watchdog_boot_failures(void);
/* 0 or 1: which of two images runs. */
uint32_t watchdog_slot(void);

#ifdef __cplusplus
}
#endif

#endif
