/* PIE in its four flavours. */
#include "fw/common/queue_manager.h"

/* Laws and verdicts of this image; docsis-vp compares them with the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "pie pie_draft pie_linux pie_linux_2014";
extern const char firmware_drops[];
const char firmware_drops[] = "pie pie_draft pie_linux pie_linux_2014";

extern const aqm_algorithm pie_algorithm;
extern const aqm_algorithm pie_draft_algorithm;
extern const aqm_algorithm pie_linux_algorithm;
extern const aqm_algorithm pie_linux_2014_algorithm;

static const aqm_algorithm* const laws[] = {&pie_algorithm, &pie_draft_algorithm,
                                            &pie_linux_algorithm, &pie_linux_2014_algorithm, 0};

int main(void) {
  queue_manager_run("pie", laws);
}
