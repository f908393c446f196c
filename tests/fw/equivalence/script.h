/* A queue under a law and the traffic through it, computed alike by every machine: the same source
 * runs natively and on the control CPU, and reports every decision. */
#ifndef TESTS_FW_EQUIVALENCE_SCRIPT_H
#define TESTS_FW_EQUIVALENCE_SCRIPT_H

#include "models/aqm/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls of one function of the law, and their costs. */
typedef struct {
  uint32_t calls;
  uint32_t cycles; /* all of them, wraps; 0 where there is no cycle counter */
  uint32_t longest;
} script_cost;

enum { SCRIPT_ENQUEUE, SCRIPT_DEQUEUE, SCRIPT_DEPARTED, SCRIPT_UPDATE, SCRIPT_FUNCTIONS };

typedef struct {
  script_cost costs[SCRIPT_FUNCTIONS];
  uint32_t decisions;
  uint32_t state_digest; /* of the law's state after every decision */
} script_result;

/* Sixteen verdicts, the first in the low bits. */
typedef void script_sink(uint32_t verdicts);

/* Runs `packets` arrivals through the law with its usual parameters. Returns 0, or what the law
 * refuses. */
const char* script_run(const aqm_algorithm* law, uint32_t seed, uint32_t packets, script_sink* sink,
                       script_result* result);

#ifdef __cplusplus
}
#endif

#endif
