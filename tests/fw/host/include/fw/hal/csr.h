/* In place of fw/hal/csr.h where firmware runs on the host: the test says what the core's registers
 * hold, and goes on where the program would sleep. */
#ifndef TESTS_FW_HOST_CSR_H
#define TESTS_FW_HOST_CSR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint32_t csr_time_us(void);
void csr_wait_for_interrupt(void);

#ifdef __cplusplus
}
#endif

/* Time does not pass on the host; a loop costs what it costs. */
static inline uint32_t csr_cycles(void) {
  return 0;
}
/* Nothing interrupts but the test, between two of its own lines. */
static inline void csr_enable_external_interrupt(void) {}
static inline void csr_enable_timer_interrupt(void) {}
static inline void csr_enable_interrupts(void) {}
static inline void csr_disable_interrupts(void) {}

#endif
