/* Accesses the machine timer, which counts microseconds. */
#ifndef FW_HAL_MACHINE_TIMER_H
#define FW_HAL_MACHINE_TIMER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint64_t machine_timer_now_us(void);
/* Raises the timer interrupt at this time. It stays raised until a later time is set. */
void machine_timer_interrupt_at(uint64_t time_us);

#ifdef __cplusplus
}
#endif

#endif
