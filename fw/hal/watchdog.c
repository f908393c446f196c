#include "fw/hal/watchdog.h"

#include "registers/soc.h"
#include "registers/watchdog.h"

/* watchdog.rdl: kick_key */
#define WATCHDOG_KICK_KEY 0x5AFE600Du

static volatile watchdog_t* watchdog(void) {
  return (volatile watchdog_t*)SOC_WATCHDOG_BASE;
}

void watchdog_start(uint32_t timeout_us) {
  watchdog()->timeout = timeout_us;
  watchdog()->control = WATCHDOG__CONTROL__ENABLE_bm;
}

void watchdog_kick(void) {
  watchdog()->kick = WATCHDOG_KICK_KEY;
}
