/* CoDel at the tail: judges arriving packets. */
#include "fw/common/queue_manager.h"

/* Laws and verdicts of this image; docsis-vp compares them with the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "";
extern const char firmware_drops[];
const char firmware_drops[] = "codel_tail";

extern const aqm_algorithm codel_tail_algorithm;

static const aqm_algorithm* const laws[] = {&codel_tail_algorithm, 0};

int main(void) {
  queue_manager_run("codel_tail", laws);
}
