/* Accesses the machine-mode control and status registers that firmware needs. */
#ifndef FW_HAL_CSR_H
#define FW_HAL_CSR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CSR_MIE_SOFTWARE (1u << 3)
#define CSR_MIE_TIMER (1u << 7)
#define CSR_MIE_EXTERNAL (1u << 11)
#define CSR_MSTATUS_MIE (1u << 3)

/* Adding zicsr to -march would select another multilib, so these instructions alone enable it. */
#define CSR_ASM(instruction) ".option push\n.option arch, +zicsr\n" instruction "\n.option pop"

static inline void csr_enable_external_interrupt(void) {
  __asm__ volatile(CSR_ASM("csrs mie, %0") : : "r"(CSR_MIE_EXTERNAL));
}
static inline void csr_enable_software_interrupt(void) {
  __asm__ volatile(CSR_ASM("csrs mie, %0") : : "r"(CSR_MIE_SOFTWARE));
}
static inline void csr_enable_timer_interrupt(void) {
  __asm__ volatile(CSR_ASM("csrs mie, %0") : : "r"(CSR_MIE_TIMER));
}
static inline void csr_enable_interrupts(void) {
  __asm__ volatile(CSR_ASM("csrs mstatus, %0") : : "r"(CSR_MSTATUS_MIE) : "memory");
}
static inline void csr_disable_interrupts(void) {
  __asm__ volatile(CSR_ASM("csrc mstatus, %0") : : "r"(CSR_MSTATUS_MIE) : "memory");
}
/* Disables interrupts. Returns the previous mstatus, for csr_restore_interrupts(). */
static inline uint32_t csr_save_and_disable_interrupts(void) {
  uint32_t mstatus;
  __asm__ volatile(CSR_ASM("csrrc %0, mstatus, %1")
                   : "=r"(mstatus)
                   : "r"(CSR_MSTATUS_MIE)
                   : "memory");
  return mstatus;
}
/* Cycles of the core while awake, modulo 2^32. */
static inline uint32_t csr_cycles(void) {
  uint32_t cycles;
  __asm__ volatile(CSR_ASM("csrr %0, mcycle") : "=r"(cycles) : : "memory");
  return cycles;
}
/* Microseconds, modulo 2^32. */
static inline uint32_t csr_time_us(void) {
  uint32_t time_us;
  __asm__ volatile(CSR_ASM("csrr %0, time") : "=r"(time_us));
  return time_us;
}
static inline void csr_wait_for_interrupt(void) {
  __asm__ volatile("wfi" : : : "memory");
}
/* Enables interrupts if they were enabled in `mstatus`; otherwise has no effect. */
static inline void csr_restore_interrupts(uint32_t mstatus) {
  __asm__ volatile(CSR_ASM("csrs mstatus, %0") : : "r"(mstatus & CSR_MSTATUS_MIE) : "memory");
}

#ifdef __cplusplus
}
#endif

#endif
