/* Every law of the registry, for modems whose service flows differ. */
#include "fw/mixed/every_law.h"

/* "*": computes and judges by every law of the registry. Held against the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "*";
extern const char firmware_drops[];
const char firmware_drops[] = "*";

int main(void) {
  list_laws();
  queue_manager_run("mixed", laws);
}
