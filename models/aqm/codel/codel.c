#include "models/aqm/codel/codel.h"

void codel_state_init(codel_state* state) {
  const codel_state initial = {0, 0, 0, 0, 0, AQM_INV_SQRT_ONE_Q31};
  *state = initial;
}

aqm_verdict codel_enqueue(codel_state* state, const codel_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t random) {
  (void)state;
  (void)random;
  return aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets) ? AQM_DROP_FULL
                                                                                : AQM_ACCEPT;
}

uint32_t codel_control_law(uint32_t from_us, uint32_t interval_us, uint32_t inv_sqrt_q31) {
  return from_us + (uint32_t)(((uint64_t)interval_us * inv_sqrt_q31) >> 31);
}

/* Sec. 5.5, "dodequeue": returns 1 if the delay has been above target for a whole interval. */
static int has_stood(codel_state* state, const codel_params* params, uint32_t now_us,
                     uint32_t sojourn_us, uint32_t bytes_behind) {
  if (sojourn_us < params->target_us || bytes_behind <= params->mtu_bytes) {
    state->status &= ~(uint32_t)CODEL_ABOVE;
    return 0;
  }
  if (!(state->status & CODEL_ABOVE)) {
    state->status |= CODEL_ABOVE;
    state->first_above_us = now_us + params->interval_us;
    return 0;
  }
  return aqm_has_come(now_us, state->first_above_us);
}

static void set_count(codel_state* state, const codel_params* params, uint32_t count) {
  state->count = count;
  state->inv_sqrt_q31 =
      aqm_inv_sqrt_q31((aqm_inv_sqrt_method)params->inv_sqrt, state->inv_sqrt_q31, count);
}

static void advance(codel_state* state, const codel_params* params, uint32_t from_us) {
  state->drop_next_us = codel_control_law(from_us, params->interval_us, state->inv_sqrt_q31);
}

static void forget_an_old_episode(codel_state* state, const codel_params* params, uint32_t now_us) {
  const uint32_t intervals = params->reentry == CODEL_REENTRY_2012 ? 8 : 16;
  if (aqm_has_come(now_us, state->drop_next_us + intervals * params->interval_us)) {
    state->status &= ~(uint32_t)CODEL_RECENT;
  }
}

static uint32_t count_to_begin_with(const codel_state* state, const codel_params* params) {
  if (!(state->status & CODEL_RECENT)) {
    return 1;
  }
  if (params->reentry == CODEL_REENTRY_2012) {
    return state->count > 2 ? state->count - 2 : 1;
  }
  const uint32_t added = state->count - state->lastcount;
  return added > 1 ? added : 1;
}

static aqm_verdict begin_dropping(codel_state* state, const codel_params* params,
                                  const aqm_packet* packet, uint32_t now_us) {
  set_count(state, params, count_to_begin_with(state, params));
  state->lastcount = state->count;
  state->status |= CODEL_DROPPING | CODEL_RECENT;
  advance(state, params, now_us);
  const aqm_verdict verdict = aqm_signal(packet, params->use_ecn);
  if (verdict == AQM_DROP) {
    state->status |= CODEL_PASS_NEXT;
  }
  return verdict;
}

static aqm_verdict drop_when_due(codel_state* state, const codel_params* params,
                                 const aqm_packet* packet, uint32_t now_us) {
  if (state->status & CODEL_DROPPED) {
    state->status &= ~(uint32_t)CODEL_DROPPED;
    advance(state, params, state->drop_next_us);
  }
  if (!aqm_has_come(now_us, state->drop_next_us)) {
    return AQM_ACCEPT;
  }
  set_count(state, params, state->count + 1);
  const aqm_verdict verdict = aqm_signal(packet, params->use_ecn);
  if (verdict == AQM_DROP) {
    state->status |= CODEL_DROPPED;
  } else {
    advance(state, params, state->drop_next_us);
  }
  return verdict;
}

/* Sec. 5.5, "dequeue", for one packet per call: the standard's loop over packets is in the
 * caller. */
static aqm_verdict decide(codel_state* state, const codel_params* params, const aqm_packet* packet,
                          uint32_t now_us, int stood) {
  if (state->status & CODEL_PASS_NEXT) {
    state->status &= ~(uint32_t)CODEL_PASS_NEXT;
    return AQM_ACCEPT;
  }
  if (state->status & CODEL_DROPPING) {
    if (stood) {
      return drop_when_due(state, params, packet, now_us);
    }
    state->status &= ~(uint32_t)(CODEL_DROPPING | CODEL_DROPPED);
    return AQM_ACCEPT;
  }
  forget_an_old_episode(state, params, now_us);
  return stood ? begin_dropping(state, params, packet, now_us) : AQM_ACCEPT;
}

aqm_verdict codel_judge(codel_state* state, const codel_params* params, const aqm_packet* packet,
                        uint32_t now_us, uint32_t sojourn_us, uint32_t bytes_behind) {
  if (params->exclude_ce && packet->ecn == AQM_CE) {
    return AQM_ACCEPT;
  }
  const int stood = has_stood(state, params, now_us, sojourn_us, bytes_behind);
  const aqm_verdict verdict = decide(state, params, packet, now_us, stood);
  const int late = params->ce_threshold_us != 0 && sojourn_us > params->ce_threshold_us;
  return verdict == AQM_ACCEPT && late && packet->ecn != AQM_NOT_ECT ? AQM_MARK : verdict;
}

void codel_overflowed(codel_state* state, uint32_t packets) {
  state->count += packets;
}

aqm_verdict codel_dequeue(codel_state* state, const codel_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t now_us) {
  return codel_judge(state, params, packet, now_us, aqm_elapsed_us(now_us, packet->enqueued_us),
                     queue->bytes);
}

/* The times of all re-entry rules are shorter than AQM_CLAMPED_AGE_US. */
void codel_clamp_times(codel_state* state, const codel_params* params, uint32_t now_us) {
  (void)params;
  if (!(state->status & CODEL_DROPPING) && aqm_is_old(now_us, state->drop_next_us)) {
    state->status &= ~(uint32_t)CODEL_RECENT;
  }
  state->first_above_us = aqm_clamped_us(now_us, state->first_above_us);
  state->drop_next_us = aqm_clamped_us(now_us, state->drop_next_us);
}
