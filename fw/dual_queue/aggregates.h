/* Computes the periodic parts of the law of every aggregate service flow. Compiled into its caller,
 * because the alignment is due every 500 us. */
#ifndef FW_DUAL_QUEUE_AGGREGATES_H
#define FW_DUAL_QUEUE_AGGREGATES_H

#include "fw/common/trap.h"
#include "fw/hal/coupled_law.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Firmware's part of an aggregate's state; the rest is the data path's. */
typedef struct {
  dual_queue_params params;
  docsis_pie_state classic;
  virtual_queue_alignment alignment;
  uint32_t least_high; /* see coupled_law_align() */
} managed_aggregate;

static managed_aggregate aggregates[COUPLED_LAW_AGGREGATES];

/* Not in the handler itself, which would save more registers for every alignment. */
__attribute__((noinline)) static void aggregates_update(uint32_t pending) {
  for (unsigned number = 0; pending != 0; ++number, pending >>= 1) {
    if ((pending & 1) == 0) {
      continue;
    }
    managed_aggregate* aggregate = &aggregates[number];
    aqm_queue classic = {0};
    const uint32_t interval_bytes =
        coupled_law_read_update(number, &classic, &aggregate->classic.law);
    const uint64_t coupled_q32 =
        dual_queue_run_law(&aggregate->classic, &aggregate->params, &classic, interval_bytes);
    coupled_law_commit(number, &aggregate->classic.law, coupled_q32);
  }
}

static inline void aggregates_align(uint32_t pending) {
  managed_aggregate* aggregate = aggregates;
  for (unsigned number = 0; pending != 0; ++number, ++aggregate, pending >>= 1) {
    if (pending & 1) {
      const uint32_t queued_bytes = coupled_law_read_alignment(number, &aggregate->alignment);
      const uint64_t least_ns =
          virtual_queue_least_ns(&aggregate->alignment, &aggregate->params.vq, queued_bytes);
      coupled_law_align(number, least_ns, &aggregate->least_high);
    }
  }
}

/* Serves what is pending; returns nonzero if an update was among it. Alignments come first: they
 * are due every 500 us, updates every 16 ms. */
static inline int aggregates_serve(void) {
  const uint32_t pending = coupled_law_pending();
  const uint32_t updates = coupled_law_updates(pending);
  aggregates_align(coupled_law_alignments(pending));
  if (updates != 0) {
    aggregates_update(updates);
  }
  return updates != 0;
}

/* Reads the settings of each aggregate and enables the interrupt; returns their number. */
static inline uint32_t aggregates_start(void) {
  const uint32_t count = coupled_law_count();
  for (unsigned number = 0; number < count; ++number) {
    managed_aggregate* aggregate = &aggregates[number];
    dual_queue_config config;
    coupled_law_read_config(number, &config);
    const char* refused = dual_queue_params_init(&aggregate->params, &config);
    if (refused != 0) {
      panic(refused);
    }
    aggregate->least_high = COUPLED_LAW_NO_HIGH_WORD;
  }
  if (count != 0) {
    coupled_law_enable_interrupt();
  }
  return count;
}

#ifdef __cplusplus
}
#endif

#endif
