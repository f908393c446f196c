#include "fw/hal/interrupt_controller.h"

#include "registers/plic.h"
#include "registers/soc.h"

static volatile plic_t* controller(void) {
  return (volatile plic_t*)SOC_PLIC_BASE;
}

void interrupt_controller_enable(uint32_t source) {
  controller()->priority[source] = 1;
  controller()->enable |= UINT32_C(1) << source;
}

uint32_t interrupt_controller_claim(void) {
  return controller()->claim;
}

void interrupt_controller_complete(uint32_t source) {
  controller()->claim = source;
}
