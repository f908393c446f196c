/* Every law of the registry and the periodic parts of the law of aggregate service flows. An image
 * of its own, so that the laws of `mixed` cost no more cycles because there are aggregates. */
#define QUEUE_MANAGER_SERVES_AGGREGATES
#include "fw/common/queue_manager.c"
#include "fw/mixed/every_law.h"

/* "*": every law of the registry. Held against the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "* dual_queue";
extern const char firmware_drops[];
const char firmware_drops[] = "*";

int main(void) {
  console_print_decimal(aggregates_start());
  console_print(" aggregate service flows\n");
  list_laws();
  queue_manager_run("mixed_dual_queue", laws);
}
