/* Every law, for modems whose service flows differ. */
#include "fw/common/queue_manager.h"

/* What this image computes and whose packets it judges; held against the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "ared docsis_pie pie pie_draft pie_linux pie_linux_2014";
extern const char firmware_drops[];
const char firmware_drops[] =
    "ared codel codel_dt codel_tail docsis_pie pie pie_draft pie_linux "
    "pie_linux_2014 red";

extern const aqm_algorithm ared_algorithm;
extern const aqm_algorithm codel_algorithm;
extern const aqm_algorithm codel_dt_algorithm;
extern const aqm_algorithm codel_tail_algorithm;
extern const aqm_algorithm docsis_pie_algorithm;
extern const aqm_algorithm pie_algorithm;
extern const aqm_algorithm pie_draft_algorithm;
extern const aqm_algorithm pie_linux_algorithm;
extern const aqm_algorithm pie_linux_2014_algorithm;
extern const aqm_algorithm red_algorithm;

static const aqm_algorithm* const laws[] = {&ared_algorithm,
                                            &codel_algorithm,
                                            &codel_dt_algorithm,
                                            &codel_tail_algorithm,
                                            &docsis_pie_algorithm,
                                            &pie_algorithm,
                                            &pie_draft_algorithm,
                                            &pie_linux_algorithm,
                                            &pie_linux_2014_algorithm,
                                            &red_algorithm,
                                            0};

int main(void) {
  queue_manager_run("mixed", laws);
}
