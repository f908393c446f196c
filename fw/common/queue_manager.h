/* Queue management by any law of models/aqm, through the registry's table: its periodic part at the
 * tick, its verdicts on packets that arrive or that bursts are about to take. A program is a list
 * of laws and a main that calls this. */
#ifndef FW_QUEUE_MANAGER_H
#define FW_QUEUE_MANAGER_H

#include "models/aqm/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Configures every service flow whose law is in the list, which ends with 0; then serves
 * interrupts. */
__attribute__((noreturn)) void queue_manager_run(const char* program,
                                                 const aqm_algorithm* const* laws);

#ifdef __cplusplus
}
#endif

#endif
