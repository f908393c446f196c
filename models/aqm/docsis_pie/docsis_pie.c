#include "models/aqm/docsis_pie/docsis_pie.h"

#include "models/aqm/token_delay.h"

/* Thresholds of a probability p in UQ4.28: p < t holds for the same p as with real numbers. */
#define P_0_000001 269u
#define P_0_00001 2685u
#define P_0_0001 26844u
#define P_0_001 268436u
#define P_0_01 2684355u
#define P_0_1 26843546u
#define P_0_2 53687092u
#define P_1 268435456u
#define P_10 2684354560u

#define STEP_0_02_Q28 5368709 /* 0.02 */
#define DECAY_Q32 4209067950u /* 0.98 */

/* A x 1 us = 0.25e-6 in Q48; B = 10 A. */
#define A_PER_US_Q48 70368744
#define B_OVER_A 10
#define Q48_TO_Q28 20u

void docsis_pie_state_init(docsis_pie_state* state) {
  const docsis_pie_state initial = {{0, 0, 0, DOCSIS_PIE_INACTIVE, 0, 0}, 0, 0, {0, 0, 0, 0}};
  *state = initial;
}

/* delay < LATENCY_TARGET / 2, exact for odd targets too. */
static int below_half_target(uint32_t delay_us, const docsis_pie_params* params) {
  return delay_us < (params->latency_target_us + 1) / 2;
}

/* A rate of 0 is not limited. */
static uint32_t lower_rate(uint32_t one, uint32_t limit) {
  return limit == 0 || one < limit ? one : limit;
}

static uint32_t tracked_delay_us(const docsis_pie_params* params, const aqm_queue* queue,
                                 uint32_t bytes, uint32_t rate) {
  if (params->predictor == DOCSIS_PIE_RATE_TRACKING) {
    const aqm_byte_time tracked = aqm_byte_time_of(rate);
    return aqm_token_delay_us(bytes, 0, tracked, tracked);
  }
  return aqm_token_delay_us(bytes, queue->msr_tokens,
                            aqm_byte_time_of(lower_rate(rate, params->peak_bytes_per_s)),
                            aqm_byte_time_of(lower_rate(rate, params->msr_bytes_per_s)));
}

uint32_t docsis_pie_queue_delay_us(const docsis_pie_state* state, const docsis_pie_params* params,
                                   const aqm_queue* queue) {
  const uint32_t bytes = aqm_measured_bytes(queue, params->exclude_ce);
  const uint32_t rate = state->tracker.rate_bytes_per_s;
  return params->predictor == DOCSIS_PIE_TOKEN_BUCKET || rate == 0
             ? aqm_token_delay_us(bytes, queue->msr_tokens, params->peak, params->msr)
             : tracked_delay_us(params, queue, bytes, rate);
}

/* log2 of the divisor that reduces steps at small p and increases them at large p. */
static int step_divisor_log2(uint32_t p_q28) {
  if (p_q28 < P_0_001) {
    return p_q28 < P_0_000001 ? 11 : p_q28 < P_0_00001 ? 9 : p_q28 < P_0_0001 ? 7 : 5;
  }
  if (p_q28 < P_1) {
    return p_q28 < P_0_01 ? 3 : p_q28 < P_0_1 ? 1 : -1;
  }
  return p_q28 < P_10 ? -3 : -5;
}

/* The scaled, limited change of p in Q28. The error term stays below 2^36, its product with A
 * below 2^63. All compilers shift negative numbers arithmetically. */
static int64_t step_q28(uint32_t p_q28, uint32_t delay_us, uint32_t old_us, uint32_t target_us) {
  const int64_t error_us = (int64_t)delay_us - target_us + B_OVER_A * ((int64_t)delay_us - old_us);
  const unsigned shift = (unsigned)((int)Q48_TO_Q28 + step_divisor_log2(p_q28));
  const int64_t half = (int64_t)1 << (shift - 1);
  const int64_t step = (error_us * A_PER_US_Q48 + half) >> shift;
  return p_q28 >= P_0_1 && step > STEP_0_02_Q28 ? STEP_0_02_Q28 : step;
}

static uint32_t next_drop_prob_q28(uint32_t p_q28, uint32_t delay_us, uint32_t old_us,
                                   uint32_t target_us) {
  int64_t next = (int64_t)p_q28 + step_q28(p_q28, delay_us, old_us, target_us);
  if (delay_us < DOCSIS_PIE_LATENCY_LOW_US && old_us < DOCSIS_PIE_LATENCY_LOW_US) {
    /* Short delays give small steps, so next stays below 16. Rounding down lets p reach 0. */
    next = next > 0 ? (int64_t)(((uint64_t)next * DECAY_Q32) >> 32) : 0;
  } else if (delay_us > DOCSIS_PIE_LATENCY_HIGH_US) {
    next += STEP_0_02_Q28;
  }
  if (next <= 0) {
    return 0;
  }
  return next < (int64_t)DOCSIS_PIE_MAX_PROB_Q28 ? (uint32_t)next : DOCSIS_PIE_MAX_PROB_Q28;
}

/* Changes ACTIVE to QUIESCENT when the queue is quiet, and to INACTIVE after a second of quiet. */
static void settle(docsis_pie_state* state, int quiet) {
  aqm_law* law = &state->law;
  if (law->status == DOCSIS_PIE_ACTIVE) {
    if (quiet) {
      law->status = DOCSIS_PIE_QUIESCENT;
      state->burst_reset_us = 0;
    }
  } else if (law->status == DOCSIS_PIE_QUIESCENT) {
    state->burst_reset_us = quiet ? state->burst_reset_us + DOCSIS_PIE_INTERVAL_US : 0;
    if (state->burst_reset_us > DOCSIS_PIE_BURST_RESET_TIMEOUT_US) {
      law->status = DOCSIS_PIE_INACTIVE;
      state->burst_reset_us = 0;
    }
  }
}

void docsis_pie_update(docsis_pie_state* state, const docsis_pie_params* params,
                       const aqm_queue* queue, uint32_t now_us) {
  (void)now_us;
  aqm_law* law = &state->law;
  if (params->predictor != DOCSIS_PIE_TOKEN_BUCKET) {
    aqm_rate_tracker_update(&state->tracker, queue, params->msr_bytes_per_s, params->stale_us);
  }
  const uint32_t delay_us = docsis_pie_queue_delay_us(state, params, queue);
  if (law->burst_us > 0) {
    law->drop_prob_q28 = 0;
    law->burst_us =
        law->burst_us > DOCSIS_PIE_INTERVAL_US ? law->burst_us - DOCSIS_PIE_INTERVAL_US : 0;
  } else {
    law->drop_prob_q28 = next_drop_prob_q28(law->drop_prob_q28, delay_us, law->qdelay_old_us,
                                            params->latency_target_us);
  }
  settle(state, below_half_target(delay_us, params) &&
                    below_half_target(law->qdelay_old_us, params) && law->drop_prob_q28 == 0 &&
                    law->burst_us == 0);
  law->qdelay_old_us = delay_us;
}

static void drop_early(docsis_pie_state* state) {
  aqm_law* law = &state->law;
  state->accu_prob_q28 = 0;
  if (law->status == DOCSIS_PIE_QUIESCENT) {
    law->status = DOCSIS_PIE_ACTIVE;
    law->burst_us = DOCSIS_PIE_MAX_BURST_US;
    ++law->generation;
  }
}

/* p x size / MEAN_PKTSIZE, at most PROB_LOW. */
static uint32_t packet_drop_prob_q28(uint32_t p_q28, uint32_t size_bytes) {
  const uint64_t prob =
      ((uint64_t)p_q28 * size_bytes + DOCSIS_PIE_MEAN_PKTSIZE / 2) / DOCSIS_PIE_MEAN_PKTSIZE;
  return prob < DOCSIS_PIE_PROB_LOW_Q28 ? (uint32_t)prob : DOCSIS_PIE_PROB_LOW_Q28;
}

/* Sec. 4.4: never before PROB_LOW has accumulated, always at PROB_HIGH. */
static int derandomized_drop(const docsis_pie_state* state, uint32_t prob_q28, uint32_t random) {
  if (state->accu_prob_q28 < DOCSIS_PIE_PROB_LOW_Q28) {
    return 0;
  }
  return state->accu_prob_q28 >= DOCSIS_PIE_PROB_HIGH_Q28 || random <= prob_q28 << 4;
}

/* Compares with a third of the buffer in bytes and packets. The standard has bytes only. */
static int below_third(const docsis_pie_params* params, const aqm_queue* queue) {
  return (uint64_t)queue->bytes * 3 < params->buffer_bytes &&
         (params->limit_packets == 0 || (uint64_t)queue->packets * 3 < params->limit_packets);
}

static void wake_up(aqm_law* law) {
  if (law->status == DOCSIS_PIE_INACTIVE) {
    law->status = DOCSIS_PIE_QUIESCENT;
    ++law->generation;
  }
}

aqm_verdict docsis_pie_enqueue(docsis_pie_state* state, const docsis_pie_params* params,
                               const aqm_queue* queue, const aqm_packet* packet, uint32_t random) {
  aqm_law* law = &state->law;
  const int takes_no_packet = aqm_is_full(queue, packet, 0, params->limit_packets);
  if (takes_no_packet) {
    wake_up(law); /* small packets may fill the memory before a third of the bytes is there */
  }
  if (takes_no_packet || (uint64_t)queue->bytes + packet->size_bytes > params->buffer_bytes) {
    state->accu_prob_q28 = 0;
    return AQM_DROP_FULL;
  }
  if (law->burst_us > 0) {
    return AQM_ACCEPT;
  }
  if (law->drop_prob_q28 == 0) {
    state->accu_prob_q28 = 0;
  }
  if (law->status == DOCSIS_PIE_INACTIVE && below_third(params, queue)) {
    return AQM_ACCEPT;
  }
  wake_up(law);
  const uint32_t prob_q28 = packet_drop_prob_q28(law->drop_prob_q28, packet->size_bytes);
  state->accu_prob_q28 += prob_q28;
  if (state->accu_prob_q28 > DOCSIS_PIE_PROB_HIGH_Q28) {
    state->accu_prob_q28 = DOCSIS_PIE_PROB_HIGH_Q28;
  }
  if ((below_half_target(law->qdelay_old_us, params) && law->drop_prob_q28 < P_0_2) ||
      queue->bytes <= 2 * DOCSIS_PIE_MEAN_PKTSIZE) {
    return AQM_ACCEPT;
  }
  if (!derandomized_drop(state, prob_q28, random)) {
    return AQM_ACCEPT;
  }
  drop_early(state);
  return aqm_signal(packet, params->use_ecn && law->drop_prob_q28 < params->max_ecnth_q28);
}
