#include "fw/hal/ingress_hold.h"

uint32_t ingress_hold_slots(void) {
  return ingress_hold()->setup & INGRESS_HOLD__SETUP__SLOTS_bm;
}

uint32_t ingress_hold_wants_batches(void) {
  return (ingress_hold()->setup & INGRESS_HOLD__SETUP__BATCH_bm) >> INGRESS_HOLD__SETUP__BATCH_bp;
}

void ingress_hold_enable_interrupt(void) {
  ingress_hold()->interrupt_enable =
      INGRESS_HOLD__INTERRUPT_ENABLE__WAITING_bm | INGRESS_HOLD__INTERRUPT_ENABLE__DEPARTURES_bm;
}
