/* Mistakes that real hardware hides: a null pointer, a word that nobody wrote, registers used the
 * wrong way round. */
#include <stdint.h>

#include "fw/hal/exit_device.h"
#include "fw/include/registers/aqm_engine.h"
#include "fw/include/registers/soc.h"
#include "fw/include/registers/watchdog.h"

/* Near the end of RAM, far above all variables. */
#define NEVER_WRITTEN (SOC_RAM_BASE + SOC_RAM_BYTES - 0x100u)

static volatile uint32_t* volatile nowhere; /* null */

int main(void) {
  volatile aqm_engine_t* const engine = (volatile aqm_engine_t*)SOC_AQM_ENGINE_BASE;
  volatile watchdog_t* const watchdog = (volatile watchdog_t*)SOC_WATCHDOG_BASE;
  for (int i = 0; i < 3; ++i) {
    engine->flow[0].drop_prob = 1; /* shows the snapshot, is only read */
  }
  (void)watchdog->kick; /* is only written */
  const uint32_t found = *(volatile uint32_t*)NEVER_WRITTEN;
  const uint32_t read = nowhere[2];
  exit_device_exit(found == 0 ? (read != 0 ? 0 : 2) : 40 + (found & 7));
}
