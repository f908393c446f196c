/* What runs while no interrupt is served. */
#ifndef FW_BACKGROUND_H
#define FW_BACKGROUND_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Between two ticks of the AQM engine, unless all its laws have a longer interval. */
#define BACKGROUND_TICK_US 16000u

/* The watchdog's time: six ticks of the AQM engine without one served, and then some. */
#define BACKGROUND_WATCHDOG_US(tick_us) (6u * (tick_us) + (tick_us) / 4)

/* Lets interrupts in and waits for them for ever. The watchdog bites after six ticks whose handler
 * did not kick it. Where the scenario wants a background load, does its work in between; it needs
 * the timer interrupt then. Confirms the image once it has come through an interrupt, or before it
 * works. */
__attribute__((noreturn)) void background_run(uint32_t tick_us);

#ifdef __cplusplus
}
#endif

#endif
