/* The machine timer, which counts microseconds. */
#ifndef FW_HAL_MACHINE_TIMER_H
#define FW_HAL_MACHINE_TIMER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint64_t machine_timer_now_us(void);
/* The timer interrupt is raised from then on, until this is called with a later time. */
void machine_timer_interrupt_at(uint64_t time_us);

#ifdef __cplusplus
}
#endif

#endif
