/* CoDel-DT: judges arriving packets by predicted delay. */
#include "fw/common/queue_manager.h"

/* Laws and verdicts of this image; docsis-vp compares them with the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "";
extern const char firmware_drops[];
const char firmware_drops[] = "codel_dt";

extern const aqm_algorithm codel_dt_algorithm;

static const aqm_algorithm* const laws[] = {&codel_dt_algorithm, 0};

int main(void) {
  queue_manager_run("codel_dt", laws);
}
