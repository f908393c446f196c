/* Mistakes that real hardware hides: a null pointer, a word that nobody wrote, registers used the
 * wrong way round. */
#include <stdint.h>

/* As in docs/registers.md. */
#define AQM_ENGINE_BASE 0x20030000u
#define WATCHDOG_BASE 0x20020000u
#define NEVER_WRITTEN 0x8003ff00u /* in RAM, far above all variables */

_Noreturn void exit_device_exit(uint32_t status);

static volatile uint32_t* volatile nowhere; /* null */

int main(void) {
  volatile uint32_t* const engine = (volatile uint32_t*)AQM_ENGINE_BASE;
  volatile uint32_t* const watchdog = (volatile uint32_t*)WATCHDOG_BASE;
  for (int i = 0; i < 3; ++i) {
    engine[0x1008 / 4] = 1; /* flow[0].drop_prob shows the snapshot */
  }
  (void)watchdog[8 / 4]; /* kick */
  const uint32_t found = *(volatile uint32_t*)NEVER_WRITTEN;
  const uint32_t read = nowhere[2];
  exit_device_exit(found == 0 ? (read != 0 ? 0 : 2) : 40 + (found & 7));
}
