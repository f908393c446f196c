#include "models/aqm/codel_tail/codel_tail.h"

void codel_tail_state_init(codel_tail_state* state) {
  codel_state_init(&state->codel);
  aqm_predictor_init(&state->predictor);
}

aqm_verdict codel_tail_enqueue(codel_tail_state* state, const codel_tail_params* params,
                               const aqm_queue* queue, const aqm_packet* packet, uint32_t random) {
  (void)random;
  if (aqm_is_full(queue, packet, params->codel.limit_bytes, params->codel.limit_packets)) {
    return AQM_DROP_FULL;
  }
  const uint32_t delay_us =
      aqm_predicted_delay_us(&state->predictor, &params->predictor, queue, packet);
  const uint32_t now_us =
      packet->enqueued_us + (params->clock == CODEL_TAIL_DEPARTURE ? delay_us : 0);
  const uint32_t bytes_behind = params->predictor.prediction == AQM_PREDICT_OMNISCIENT
                                    ? queue->predicted_bytes
                                    : queue->bytes;
  return codel_judge(&state->codel, &params->codel, packet, now_us, delay_us, bytes_behind);
}

void codel_tail_departed(codel_tail_state* state, const codel_tail_params* params,
                         const aqm_queue* queue, const aqm_packet* packet, uint32_t now_us) {
  aqm_predictor_departed(&state->predictor, &params->predictor, queue, packet, now_us);
}

void codel_tail_clamp_times(codel_tail_state* state, const codel_tail_params* params,
                            uint32_t now_us) {
  codel_clamp_times(&state->codel, &params->codel, now_us);
  aqm_meter_clamp_times(&state->predictor.meter, now_us);
}
