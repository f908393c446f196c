/* RED and Adaptive RED. */
#include "fw/common/queue_manager.h"

/* Laws and verdicts of this image; docsis-vp compares them with the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "ared";
extern const char firmware_drops[];
const char firmware_drops[] = "ared red";

extern const aqm_algorithm ared_algorithm;
extern const aqm_algorithm red_algorithm;

static const aqm_algorithm* const laws[] = {&ared_algorithm, &red_algorithm, 0};

int main(void) {
  queue_manager_run("red", laws);
}
