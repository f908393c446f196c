#include "fw/hal/watchdog.h"

#include "registers/soc.h"
#include "registers/watchdog.h"

/* watchdog.rdl: kick_key, confirm_key */
#define WATCHDOG_KICK_KEY 0x5AFE600Du
#define WATCHDOG_CONFIRM_KEY 0x600DB007u

static volatile watchdog_t* watchdog(void) {
  return (volatile watchdog_t*)SOC_WATCHDOG_BASE;
}

void watchdog_start(uint32_t timeout_us) {
  const uint32_t runs = watchdog()->control & WATCHDOG__CONTROL__ENABLE_bm;
  watchdog()->timeout = timeout_us;
  watchdog()->control = WATCHDOG__CONTROL__ENABLE_bm;
  if (runs != 0) {
    watchdog_kick();
  }
}

void watchdog_kick(void) {
  watchdog()->kick = WATCHDOG_KICK_KEY;
}

void watchdog_confirm_image(void) {
  watchdog()->confirm = WATCHDOG_CONFIRM_KEY;
}

uint32_t watchdog_reset_cause(void) {
  return watchdog()->reset_cause;
}

uint32_t watchdog_resets(void) {
  return watchdog()->resets;
}

uint32_t watchdog_boot_failures(void) {
  return watchdog()->boot_failures;
}

uint32_t watchdog_slot(void) {
  return (watchdog()->slot & WATCHDOG__SLOT__INDEX_bm) >> WATCHDOG__SLOT__INDEX_bp;
}
