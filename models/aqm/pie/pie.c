#include "models/aqm/pie/pie.h"

#include "models/aqm/token_delay.h"

/* Probabilities in UQ4.28: p < t holds for the same p as with real numbers. */
#define P_0_000001 269u
#define P_0_00001 2685u
#define P_0_0001 26844u
#define P_0_001 268436u
#define P_0_01 2684355u
#define P_0_1 26843546u
#define P_0_2 53687092u
#define P_10 2684354560u
#define P_HIGH 2281701376u /* 8.5 */

#define STEP_0_02_Q28 5368709
#define DECAY_Q32 4209067950u /* 0.98 */
#define Q48_TO_Q28 20u

#define DRAFT_HIGH_DELAY_US 200000u
#define LINUX_HIGH_DELAY_US 250000u
#define DRAFT_RESET_US 1000000u

void pie_state_init(pie_state* state) {
  const pie_state initial = {{0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, {0, 0, 0}};
  *state = initial;
}

static int is_linux(const pie_params* params) {
  return params->flavour >= PIE_LINUX;
}

/* delay < QDELAY_REF / 2, exact for odd targets too. */
static int below_half_target(uint32_t delay_us, const pie_params* params) {
  return delay_us < (params->target_us + 1) / 2;
}

static uint64_t delay_by_rate_us(const pie_params* params, uint32_t measured, uint32_t bytes) {
  if (params->meter.rule == AQM_METER_TIMES) {
    return ((uint64_t)bytes * measured / params->meter.threshold_bytes) >> 8;
  }
  const aqm_byte_time per_byte =
      aqm_byte_time_of(measured > AQM_RATE_MIN_BYTES_PER_S ? measured : AQM_RATE_MIN_BYTES_PER_S);
  return aqm_token_delay_us(bytes, 0, per_byte, per_byte);
}

static uint64_t delay_us_of(const pie_params* params, uint32_t measured, const aqm_queue* queue) {
  const uint32_t bytes = aqm_measured_bytes(queue, params->exclude_ce);
  if (params->estimator == PIE_BY_TOKEN_BUCKET) {
    return aqm_token_delay_us(bytes, queue->msr_tokens, params->peak, params->msr);
  }
  if (measured == 0 || params->estimator == PIE_BY_TIMESTAMP) {
    return measured; /* 0: nothing has left yet */
  }
  return delay_by_rate_us(params, measured, bytes);
}

uint32_t pie_queue_delay_us(const pie_state* state, const pie_params* params,
                            const aqm_queue* queue) {
  if (queue->bytes == 0) {
    return 0;
  }
  const uint64_t delay_us = delay_us_of(params, state->law.measured, queue);
  return delay_us < PIE_DELAY_MAX_US ? (uint32_t)delay_us : PIE_DELAY_MAX_US;
}

/* The generation counts the data path's changes of the shared words. */
static void set_status(aqm_law* law, uint32_t status) {
  if (law->status != status) {
    law->status = status;
    ++law->generation;
  }
}
static void set_burst(aqm_law* law, uint32_t burst_us) {
  if (law->burst_us != burst_us) {
    law->burst_us = burst_us;
    ++law->generation;
  }
}

static void forget_measurements(pie_state* state, const pie_params* params) {
  state->meter.measuring = 0;
  state->accu_prob_q28 = 0;
  state->counting = 0;
  if (params->estimator == PIE_BY_DEPARTURE_RATE) {
    state->law.measured = 0;
  }
}

static void serve_restart(pie_state* state, const pie_params* params) {
  if (state->law.status & PIE_RESTART) {
    set_status(&state->law, state->law.status & ~(uint32_t)PIE_RESTART);
    forget_measurements(state, params);
  }
}

/* Lets a burst pass for a while after a quiet time. */
static void allow_burst(aqm_law* law, const pie_params* params) {
  if (params->active_at_third) {
    return; /* set in wake_up() */
  }
  if (params->flavour == PIE_RFC8033) {
    if (law->drop_prob_q28 == 0 && !(law->status & PIE_BUSY)) {
      set_burst(law, params->max_burst_us);
    }
  } else if (!(law->status & PIE_SPENT)) {
    set_status(law, law->status | PIE_SPENT);
    set_burst(law, params->max_burst_us);
  }
}

/* Compares with a third of the buffer in bytes and packets, the packet included. */
static int below_third(const pie_params* params, const aqm_queue* queue, const aqm_packet* packet) {
  const uint64_t bytes = (uint64_t)queue->bytes + packet->size_bytes;
  const uint64_t packets = (uint64_t)queue->packets + 1;
  return bytes * 3 < params->limit_bytes &&
         (params->limit_packets == 0 || packets * 3 < params->limit_packets);
}

static int is_asleep(const pie_state* state, const pie_params* params) {
  return params->active_at_third && !(state->law.status & PIE_ACTIVE);
}

/* RFC 8033 app. B: asleep until a third of the buffer is used. */
static void wake_up(pie_state* state, const pie_params* params, const aqm_packet* packet) {
  forget_measurements(state, params);
  state->meter.measuring = 1;
  state->meter.since_us = packet->enqueued_us;
  state->meter.bytes = 0;
  set_status(&state->law, state->law.status | PIE_ACTIVE);
  set_burst(&state->law, params->max_burst_us);
}

/* Returns p, or in byte mode p x size / MEAN_PKTSIZE, at most 1. Linux limits it to p. */
static uint32_t packet_drop_prob_q28(const pie_params* params, uint32_t p_q28,
                                     uint32_t size_bytes) {
  if (params->size_scale_q32 == 0) {
    return p_q28;
  }
  const uint64_t product = ((uint64_t)p_q28 * size_bytes) >> 12;
  const uint64_t prob = (product * params->size_scale_q32) >> 20;
  const uint32_t most_q28 = is_linux(params) ? p_q28 : PIE_P_1;
  return prob < most_q28 ? (uint32_t)prob : most_q28;
}

/* RFC 8033 sec. 5.4: never before 0.85 has accumulated, always at 8.5. */
static int derandomized(pie_state* state, uint32_t prob_q28, int drawn) {
  const uint32_t sum = state->accu_prob_q28 + prob_q28;
  state->accu_prob_q28 = prob_q28 == 0 ? 0 : sum < P_HIGH ? sum : P_HIGH;
  return state->accu_prob_q28 >= PIE_P_LOW && (state->accu_prob_q28 >= P_HIGH || drawn);
}

static int drop_early(pie_state* state, const pie_params* params, const aqm_queue* queue,
                      const aqm_packet* packet, uint32_t random) {
  const aqm_law* law = &state->law;
  const int is_live = params->flavour == PIE_LINUX && params->estimator == PIE_BY_TIMESTAMP;
  const uint32_t delay_us = is_live ? pie_queue_delay_us(state, params, queue) : law->qdelay_old_us;
  if ((below_half_target(delay_us, params) && law->drop_prob_q28 < P_0_2) ||
      aqm_measured_bytes(queue, params->exclude_ce) <= params->spared_bytes) {
    return 0;
  }
  const uint32_t prob_q28 = packet_drop_prob_q28(params, law->drop_prob_q28, packet->size_bytes);
  const int drawn = random < (uint64_t)prob_q28 << 4;
  const int drop = params->derandomize ? derandomized(state, prob_q28, drawn) : drawn;
  if (drop) {
    state->accu_prob_q28 = 0;
  }
  return drop;
}

/* While a burst passes, app. B continues to accumulate; the other variants do not. */
static int decides_to_drop(pie_state* state, const pie_params* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  if (params->active_at_third) {
    return state->law.status & PIE_ACTIVE && drop_early(state, params, queue, packet, random) &&
           state->law.burst_us == 0;
  }
  return state->law.burst_us == 0 && drop_early(state, params, queue, packet, random);
}

aqm_verdict pie_enqueue(pie_state* state, const pie_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random) {
  serve_restart(state, params);
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    /* Small packets may fill the memory before a third of the bytes is used. */
    if (is_asleep(state, params) && aqm_is_full(queue, packet, 0, params->limit_packets)) {
      wake_up(state, params, packet);
    }
    state->accu_prob_q28 = 0;
    return AQM_DROP_FULL;
  }
  allow_burst(&state->law, params);
  if (decides_to_drop(state, params, queue, packet, random)) {
    return aqm_signal(packet, params->use_ecn && state->law.drop_prob_q28 < params->max_ecnth_q28);
  }
  if (is_asleep(state, params) && !below_third(params, queue, packet)) {
    wake_up(state, params, packet);
  }
  return AQM_ACCEPT;
}

static void spend_burst(aqm_law* law, uint32_t elapsed_us) {
  set_burst(law, law->burst_us > elapsed_us ? law->burst_us - elapsed_us : 0);
}

/* Linux counts the burst allowance down with each departure. */
static void count_departures(pie_state* state, uint32_t now_us) {
  const uint32_t elapsed_us = state->counting ? aqm_elapsed_us(now_us, state->counted_us) : 0;
  state->counting = 1;
  state->counted_us = now_us;
  spend_burst(&state->law, elapsed_us);
}

/* Linux of 2014 counted it down only with each complete measurement. */
static void count_measurements(pie_state* state, uint32_t now_us) {
  const aqm_meter* meter = &state->meter;
  const int goes_on = meter->measuring && meter->since_us == state->counted_us;
  if (state->counting && !goes_on) {
    spend_burst(&state->law, now_us - state->counted_us);
  }
  state->counting = meter->measuring;
  state->counted_us = meter->since_us;
}

static void note_sojourn(pie_state* state, const pie_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t now_us) {
  if (queue->bytes == 0) {
    state->law.measured = 0;
  } else if (!params->exclude_ce || packet->ecn != AQM_CE) {
    state->law.measured = aqm_elapsed_us(now_us, packet->enqueued_us);
  }
}

void pie_departed(pie_state* state, const pie_params* params, const aqm_queue* queue,
                  const aqm_packet* packet, uint32_t now_us) {
  serve_restart(state, params);
  if (params->estimator == PIE_BY_DEPARTURE_RATE) {
    state->law.measured = aqm_meter_departed(&state->meter, &params->meter, state->law.measured,
                                             packet->size_bytes, queue->bytes, now_us);
  } else if (params->estimator == PIE_BY_TIMESTAMP) {
    note_sojourn(state, params, queue, packet, now_us);
  }
  if (is_linux(params)) {
    if (params->flavour == PIE_LINUX_2014) {
      count_measurements(state, now_us);
    } else {
      count_departures(state, now_us);
    }
  }
}

/* count_measurements() compares both times with each other, so both are clamped alike. */
void pie_clamp_times(pie_state* state, const pie_params* params, uint32_t now_us) {
  (void)params;
  state->counted_us = aqm_clamped_us(now_us, state->counted_us);
  aqm_meter_clamp_times(&state->meter, now_us);
}

/* log2 of the divisor that reduces steps at small p. The tables of 2013 and 2014 are shorter.
 * The draft's DOCSIS mode counts in bytes and makes larger steps from 0.1 on: its p is that of a
 * mean packet and exceeds 1. */
static int step_divisor_log2(uint32_t p_q28, const pie_params* params) {
  if (p_q28 < P_0_001) {
    if (params->flavour == PIE_DRAFT) {
      return 5;
    }
    if (params->flavour == PIE_LINUX_2014) {
      return 3;
    }
    return p_q28 < P_0_000001 ? 11 : p_q28 < P_0_00001 ? 9 : p_q28 < P_0_0001 ? 7 : 5;
  }
  if (p_q28 < P_0_1) {
    return p_q28 < P_0_01 ? 3 : 1;
  }
  if (params->flavour != PIE_DRAFT || params->size_scale_q32 == 0) {
    return 0;
  }
  return p_q28 < PIE_P_1 ? -1 : p_q28 < P_10 ? -3 : -5;
}

/* The scaled, limited change of p in Q28. Delays stay below 2^24 and weights below 2^35, so the
 * sum stays below 2^61. Right shifts of negative numbers are arithmetic. */
static int64_t step_q28(uint32_t p_q28, const pie_params* params, uint32_t delay_us,
                        uint32_t old_us) {
  const int64_t error =
      (int64_t)params->alpha_q48 * ((int64_t)delay_us - (int64_t)params->target_us) +
      (int64_t)params->beta_q48 * ((int64_t)delay_us - (int64_t)old_us);
  const unsigned shift = (unsigned)((int)Q48_TO_Q28 + step_divisor_log2(p_q28, params));
  const int64_t step = (error + ((int64_t)1 << (shift - 1))) >> shift;
  const int is_capped = params->step_cap && p_q28 >= P_0_1 && step > STEP_0_02_Q28;
  return is_capped ? STEP_0_02_Q28 : step;
}

static int is_high(const pie_params* params, uint32_t delay_us) {
  return (params->flavour == PIE_DRAFT && delay_us > DRAFT_HIGH_DELAY_US) ||
         (is_linux(params) && delay_us > LINUX_HIGH_DELAY_US);
}

/* Returns 1 if p decays: without any delay, or with app. B's enhancements below half the target.
 * Linux treats a delay of 0 in a queue with packets as unknown. */
static int decays(const pie_params* params, const aqm_queue* queue, uint32_t delay_us,
                  uint32_t old_us) {
  if (params->active_at_third) {
    return below_half_target(delay_us, params) && below_half_target(old_us, params);
  }
  const int is_unknown = is_linux(params) && queue->bytes != 0;
  return delay_us == 0 && old_us == 0 && !is_unknown;
}

static uint32_t next_drop_prob_q28(const aqm_law* law, const pie_params* params,
                                   const aqm_queue* queue, uint32_t delay_us) {
  const uint32_t old_us = law->qdelay_old_us;
  int64_t next =
      (int64_t)law->drop_prob_q28 + step_q28(law->drop_prob_q28, params, delay_us, old_us);
  if (is_high(params, delay_us)) {
    next += STEP_0_02_Q28;
  }
  if (next <= 0) {
    return 0;
  }
  const uint32_t p_q28 = next < (int64_t)params->most_q28 ? (uint32_t)next : params->most_q28;
  if (!decays(params, queue, delay_us, old_us)) {
    return p_q28;
  }
  return params->flavour == PIE_LINUX ? p_q28 - (p_q28 >> 6)
                                      : (uint32_t)(((uint64_t)p_q28 * DECAY_Q32) >> 32);
}

/* Draft: the burst allowance returns after more than a second of quiet. */
static void rest(pie_state* state, const pie_params* params, int is_quiet) {
  aqm_law* law = &state->law;
  if (law->status & PIE_RESTING) {
    state->quiet_us = is_quiet ? state->quiet_us + params->update_us : 0;
    if (state->quiet_us > DRAFT_RESET_US) {
      law->status &= ~(uint32_t)(PIE_SPENT | PIE_RESTING);
    }
  } else if (is_quiet && law->status & PIE_SPENT) {
    law->status |= PIE_RESTING;
    state->quiet_us = 0;
  }
}

/* Acts when two delays were below half the target and p is 0. */
static void settle(pie_state* state, const pie_params* params, const aqm_queue* queue,
                   uint32_t delay_us) {
  aqm_law* law = &state->law;
  const int is_busy =
      !below_half_target(delay_us, params) || !below_half_target(law->qdelay_old_us, params);
  law->status = is_busy ? law->status | PIE_BUSY : law->status & ~(uint32_t)PIE_BUSY;
  const int is_quiet = !is_busy && law->drop_prob_q28 == 0;
  const int is_known = params->estimator != PIE_BY_DEPARTURE_RATE || law->measured != 0;
  if (is_linux(params) && is_quiet && is_known) {
    law->status |= PIE_RESTART;
    law->burst_us = params->max_burst_us;
  } else if (params->flavour == PIE_DRAFT) {
    law->status |= is_quiet && law->measured != 0 ? PIE_RESTART : 0;
    rest(state, params, is_quiet && law->burst_us == 0);
  }
  if (params->active_at_third && is_quiet && queue->bytes == 0) {
    law->status &= ~(uint32_t)PIE_ACTIVE;
  }
}

void pie_update(pie_state* state, const pie_params* params, const aqm_queue* queue,
                uint32_t now_us) {
  (void)now_us;
  aqm_law* law = &state->law;
  const uint32_t delay_us = pie_queue_delay_us(state, params, queue);
  if (is_asleep(state, params)) {
    law->drop_prob_q28 = 0;
    law->qdelay_old_us = 0;
    return;
  }
  law->drop_prob_q28 = params->flavour == PIE_DRAFT && law->burst_us > 0
                           ? 0
                           : next_drop_prob_q28(law, params, queue, delay_us);
  if (!is_linux(params)) {
    law->burst_us = law->burst_us > params->update_us ? law->burst_us - params->update_us : 0;
  }
  settle(state, params, queue, delay_us);
  law->qdelay_old_us = delay_us;
}
