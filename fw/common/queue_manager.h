/* Runs any law of models/aqm through the registry's table: its update at the tick, and its verdicts
 * on arriving packets or on packets at the head. A program consists of a list of laws and a main
 * that calls this. */
#ifndef FW_QUEUE_MANAGER_H
#define FW_QUEUE_MANAGER_H

#include "models/aqm/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Configures every service flow whose law is in the null-terminated list, then serves
 * interrupts. */
__attribute__((noreturn)) void queue_manager_run(const char* program,
                                                 const aqm_algorithm* const* laws);

#ifdef __cplusplus
}
#endif

#endif
