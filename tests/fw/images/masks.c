/* Returns 0 if csr_restore_interrupts() restores both states of the interrupt enable, else the
 * number of the step that failed. */
#include <stdint.h>

#include "fw/hal/csr.h"

/* Leaves interrupts off. */
static int were_enabled(void) {
  return (csr_save_and_disable_interrupts() & CSR_MSTATUS_MIE) != 0;
}

int main(void) {
  csr_enable_interrupts();
  const uint32_t enabled = csr_save_and_disable_interrupts();
  const uint32_t disabled = csr_save_and_disable_interrupts();
  csr_restore_interrupts(disabled);
  if (were_enabled()) {
    return 10;
  }
  csr_restore_interrupts(enabled);
  return were_enabled() ? 0 : 11;
}
