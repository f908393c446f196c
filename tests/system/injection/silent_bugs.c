/* Mistakes that real hardware hides: a null pointer, a word that nobody wrote, registers used the
 * wrong way round. */
#include <stdint.h>

#include "fw/hal/exit_device.h"
#include "registers/soc.h"

#define NEVER_WRITTEN (SOC_RAM_BASE + 0x3ff00u)

static volatile uint32_t* volatile nowhere; /* null */

int main(void) {
  volatile uint32_t* const engine = (volatile uint32_t*)SOC_AQM_ENGINE_BASE;
  volatile uint32_t* const watchdog = (volatile uint32_t*)SOC_WATCHDOG_BASE;
  for (int i = 0; i < 3; ++i) {
    engine[0x1008 / 4] = 1; /* flow[0].drop_prob shows the snapshot */
  }
  (void)watchdog[8 / 4]; /* kick */
  const uint32_t found = *(volatile uint32_t*)NEVER_WRITTEN;
  const uint32_t read = nowhere[2];
  exit_device_exit(found == 0 ? (read != 0 ? 0 : 2) : 40 + (found & 7));
}
