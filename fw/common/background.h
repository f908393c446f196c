/* Implements the main loop of firmware, which runs while no interrupt is served. */
#ifndef FW_BACKGROUND_H
#define FW_BACKGROUND_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Interval of the AQM engine's ticks, unless all laws have longer intervals. */
#define BACKGROUND_TICK_US 16000u

/* Watchdog timeout: six ticks of the AQM engine plus a quarter. */
#define BACKGROUND_WATCHDOG_US(tick_us) (6u * (tick_us) + (tick_us) / 4)

/* Enables interrupts and serves them for ever. The watchdog expires after six ticks whose
 * handlers do not kick it. If the scenario has a background load, its work runs in between; it
 * then needs the timer interrupt. Confirms the image after its first interrupt, or before its
 * first work. */
__attribute__((noreturn)) void background_run(uint32_t tick_us);

#ifdef __cplusplus
}
#endif

#endif
