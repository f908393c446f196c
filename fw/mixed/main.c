/* Every law of the registry, for modems whose service flows differ. */
#include "fw/common/queue_manager.h"

/* "*": computes and judges by every law of the registry. Held against the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "*";
extern const char firmware_drops[];
const char firmware_drops[] = "*";

enum { LAWS_MAX = 64 };
static const aqm_algorithm* laws[LAWS_MAX + 1];

/* A law that keeps limits only leaves firmware nothing to do, and neither does one of hardware
 * alone. */
static int is_for_firmware(const aqm_algorithm* law) {
  return law->limits_only == 0 && (law->places & (AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE)) != 0;
}

int main(void) {
  unsigned count = 0;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != 0 && count < LAWS_MAX; ++law) {
    if (is_for_firmware(*law)) {
      laws[count++] = *law;
    }
  }
  queue_manager_run("mixed", laws);
}
