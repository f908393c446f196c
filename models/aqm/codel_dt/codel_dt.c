#include "models/aqm/codel_dt/codel_dt.h"

#define KEPT_Q32 4227965806u /* 0.9844 */

void codel_dt_state_init(codel_dt_state* state) {
  state->status = 0;
  state->drop_time_us = 0;
  state->last_drop_us = 0;
  state->count = 0;
  state->inv_sqrt_q31 = AQM_INV_SQRT_ONE_Q31;
  state->maxpacket = CODEL_DT_SMALLEST_MAXPACKET;
  aqm_predictor_init(&state->predictor);
}

static void set_drop_time(codel_dt_state* state, const codel_dt_params* params, uint32_t from_us,
                          uint32_t count) {
  state->inv_sqrt_q31 =
      aqm_inv_sqrt_q31((aqm_inv_sqrt_method)params->inv_sqrt, state->inv_sqrt_q31, count);
  state->drop_time_us =
      from_us + (uint32_t)(((uint64_t)params->interval_us * state->inv_sqrt_q31) >> 31);
}

/* Initial count: near the last count, if that is not long ago. */
static uint32_t count_to_begin_with(const codel_dt_state* state) {
  if (!(state->status & CODEL_DT_RECENT) || state->count <= 2) {
    return 1;
  }
  return state->count <= 128 ? state->count - 2
                             : (uint32_t)(((uint64_t)state->count * KEPT_Q32) >> 32);
}

static void drop(codel_dt_state* state, const codel_dt_params* params, uint32_t now_us) {
  if (state->status & CODEL_DT_DROPPING) {
    ++state->count;
    set_drop_time(state, params, state->drop_time_us, state->count);
  } else {
    state->count = count_to_begin_with(state);
    set_drop_time(state, params, now_us, state->count);
  }
  state->status |= CODEL_DT_DROPPING | CODEL_DT_RECENT;
  state->last_drop_us = now_us;
}

static aqm_verdict judge(codel_dt_state* state, const codel_dt_params* params,
                         const aqm_queue* queue, const aqm_packet* packet) {
  const uint32_t now_us = packet->enqueued_us;
  if (aqm_has_come(now_us, state->last_drop_us + 8 * params->interval_us)) {
    state->status &= ~(uint32_t)CODEL_DT_RECENT;
  }
  if (queue->bytes <= state->maxpacket ||
      aqm_predicted_delay_us(&state->predictor, &params->predictor, queue, packet) <
          params->target_us) {
    state->status &= ~(uint32_t)(CODEL_DT_TIMED | CODEL_DT_DROPPING);
    return AQM_ACCEPT;
  }
  if (!(state->status & CODEL_DT_TIMED)) {
    const int fresh = !(state->status & CODEL_DT_RECENT) || state->count <= 1;
    set_drop_time(state, params, now_us, fresh ? 1 : state->count);
    state->status |= CODEL_DT_TIMED;
    return AQM_ACCEPT;
  }
  if (!aqm_has_come(now_us, state->drop_time_us)) {
    return AQM_ACCEPT;
  }
  drop(state, params, now_us);
  return aqm_signal(packet, params->use_ecn);
}

aqm_verdict codel_dt_enqueue(codel_dt_state* state, const codel_dt_params* params,
                             const aqm_queue* queue, const aqm_packet* packet, uint32_t random) {
  (void)random;
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  const aqm_verdict verdict = judge(state, params, queue, packet);
  if (packet->size_bytes > state->maxpacket) {
    state->maxpacket = packet->size_bytes;
  }
  return verdict;
}

void codel_dt_departed(codel_dt_state* state, const codel_dt_params* params, const aqm_queue* queue,
                       const aqm_packet* packet, uint32_t now_us) {
  aqm_predictor_departed(&state->predictor, &params->predictor, queue, packet, now_us);
}

/* Eight intervals are shorter than AQM_CLAMPED_AGE_US. */
void codel_dt_clamp_times(codel_dt_state* state, const codel_dt_params* params, uint32_t now_us) {
  (void)params;
  if (aqm_is_old(now_us, state->last_drop_us)) {
    state->status &= ~(uint32_t)CODEL_DT_RECENT;
  }
  state->last_drop_us = aqm_clamped_us(now_us, state->last_drop_us);
  state->drop_time_us = aqm_clamped_us(now_us, state->drop_time_us);
  aqm_meter_clamp_times(&state->predictor.meter, now_us);
}
