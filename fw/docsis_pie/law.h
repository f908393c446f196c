/* Runs DOCSIS-PIE's control law for every enabled service flow. Compiled into its caller, because
 * an update takes only a few instructions besides the law. */
#ifndef FW_DOCSIS_PIE_LAW_H
#define FW_DOCSIS_PIE_LAW_H

#include "fw/common/trap.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/watchdog.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Pointers to arrays indexed by service flow. */
typedef struct {
  docsis_pie_state* states;
  docsis_pie_params* params;
  const int* judges_packets; /* if not 0, the law's words never leave firmware */
} docsis_pie_law;

__attribute__((always_inline)) static inline void docsis_pie_law_update_flow(docsis_pie_law law,
                                                                             unsigned flow,
                                                                             uint32_t now_us) {
  docsis_pie_state* state = &law.states[flow];
  const docsis_pie_params* params = &law.params[flow];
  aqm_queue queue = {0};
  if (*law.judges_packets) {
    aqm_engine_read_queue(flow, &queue);
  } else {
    aqm_engine_read_snapshot(flow, &queue, &state->law);
  }
  if (params->exclude_ce || params->predictor != DOCSIS_PIE_TOKEN_BUCKET) {
    aqm_engine_read_grants_and_marks(flow, &queue);
  }
  docsis_pie_update(state, params, &queue, now_us);
  aqm_engine_commit(flow, &state->law);
}

/* Updates the flows of a mask, whose bit 0 is flow `first`. */
__attribute__((always_inline)) static inline void docsis_pie_law_update_flows(docsis_pie_law law,
                                                                              unsigned first,
                                                                              uint32_t pending,
                                                                              uint32_t now_us) {
  for (unsigned flow = first; pending != 0; ++flow, pending >>= 1) {
    if (pending & 1) {
      docsis_pie_law_update_flow(law, flow, now_us);
    }
  }
}

/* Serves a tick of the AQM engine, for flows 0 to 31. */
__attribute__((always_inline)) static inline void docsis_pie_law_serve_tick(docsis_pie_law law) {
  aqm_engine_clear_interrupt();
  watchdog_kick();
  const uint32_t now_us = aqm_engine_tick_time_us();
  docsis_pie_law_update_flows(law, 0, aqm_engine_pending_flows(), now_us);
}

/* Reads the settings of the flows of a mask, whose bit 0 is flow `first`; returns their number. */
static inline uint32_t docsis_pie_law_configure_flows(docsis_pie_law law, unsigned first,
                                                      uint32_t enabled) {
  uint32_t managed = 0;
  for (unsigned flow = first; enabled != 0; ++flow, enabled >>= 1) {
    if (enabled & 1) {
      if (aqm_engine_algorithm_of(flow) != AQM_ENGINE_DOCSIS_PIE) {
        panic("a flow asks for another algorithm than DOCSIS-PIE");
      }
      aqm_engine_read_params(flow, &law.params[flow]);
      docsis_pie_state_init(&law.states[flow]);
      ++managed;
    }
  }
  return managed;
}

/* Reads the settings of flows 0 to 31; returns the number of managed flows. */
static inline uint32_t docsis_pie_law_configure(docsis_pie_law law) {
  return docsis_pie_law_configure_flows(law, 0, aqm_engine_enabled_flows());
}

#ifdef __cplusplus
}
#endif

#endif
