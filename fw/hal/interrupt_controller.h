/* Accesses the platform-level interrupt controller (PLIC), with the source numbers of the SoC. */
#ifndef FW_HAL_INTERRUPT_CONTROLLER_H
#define FW_HAL_INTERRUPT_CONTROLLER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INTERRUPT_AQM_TICK 1u
#define INTERRUPT_CONSOLE 2u
#define INTERRUPT_WATCHDOG 3u
#define INTERRUPT_INGRESS_HOLD 4u
#define INTERRUPT_VERDICT_PORT 5u

void interrupt_controller_enable(uint32_t source);
/* Returns the source to serve, or 0; complete it afterwards. */
uint32_t interrupt_controller_claim(void);
void interrupt_controller_complete(uint32_t source);

#ifdef __cplusplus
}
#endif

#endif
