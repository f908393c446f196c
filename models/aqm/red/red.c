#include "models/aqm/red/red.h"

#include "models/aqm/token_delay.h"

#define ONE_Q32 (UINT64_C(1) << 32)
#define COUNT_MAX_Q10 (UINT32_C(1) << 31)

void red_state_init(red_state* state) {
  const red_state initial = {{0, 0, 0, 0, 0, 0}, 0, 0, 1, 0, 0};
  *state = initial;
}

static uint64_t scaled(uint64_t value, uint32_t by_q32) {
  return (value >> 32) * by_q32 + (((value & UINT32_MAX) * by_q32) >> 32);
}

/* base^exponent, base below 1 */
static uint64_t power_q32(uint64_t base_q32, uint32_t exponent) {
  uint64_t result_q32 = ONE_Q32;
  for (; exponent != 0 && result_q32 != 0; exponent >>= 1) {
    if (exponent & 1) {
      result_q32 = (result_q32 * base_q32) >> 32;
    }
    base_q32 = (base_q32 * base_q32) >> 32;
  }
  return result_q32;
}

/* Ages the average as if the packets that an idle link could have sent had each found an empty
 * queue. */
static void age(red_state* state, const red_params* params, uint32_t now_us) {
  const uint64_t packets =
      ((uint64_t)aqm_elapsed_us(now_us, state->idle_since_us) * params->packets_per_us_q27) >> 27;
  const uint32_t exponent = packets <= UINT32_MAX ? (uint32_t)packets : UINT32_MAX;
  const uint64_t kept_q32 = power_q32(ONE_Q32 - params->weight_q32, exponent);
  if (kept_q32 < ONE_Q32) {
    state->average_q32 = scaled(state->average_q32, (uint32_t)kept_q32);
  }
}

static void average(red_state* state, const red_params* params, const aqm_queue* queue,
                    uint32_t now_us) {
  if (state->idle) {
    age(state, params, now_us);
    state->idle = 0;
  }
  const uint64_t length = params->per_mean_q32 != 0
                              ? aqm_measured_bytes(queue, params->exclude_ce)
                              : aqm_measured_packets(queue, params->exclude_ce);
  const uint64_t length_q32 = length << 32;
  if (length_q32 >= state->average_q32) {
    state->average_q32 += scaled(length_q32 - state->average_q32, params->weight_q32);
  } else {
    state->average_q32 -= scaled(state->average_q32 - length_q32, params->weight_q32);
  }
  state->law.measured = red_measured(params, state->average_q32);
}

/* Returns one packet, or in byte mode its size relative to a mean packet. */
static uint32_t weight_of_packet_q10(const red_params* params, uint32_t size_bytes) {
  return params->per_mean_q32 == 0
             ? UINT32_C(1) << 10
             : (uint32_t)(((uint64_t)size_bytes * params->per_mean_q32) >> 22);
}

static void count_packet(red_state* state, uint32_t weight_q10) {
  state->count_q10 =
      weight_q10 < COUNT_MAX_Q10 - state->count_q10 ? state->count_q10 + weight_q10 : COUNT_MAX_Q10;
}

static uint32_t part_q31(red_ratio of_whole, uint64_t part_q32) {
  return (uint32_t)((((part_q32 << of_whole.shift) >> 32) * of_whole.inverse) >> 32);
}

/* Probability of a mark or drop before spreading: linear in the average. Q32, at most 1. */
static uint64_t basic_probability_q32(const red_state* state, const red_params* params) {
  const uint32_t max_p_q28 =
      state->law.drop_prob_q28 != 0 ? state->law.drop_prob_q28 : params->max_p_q28;
  const uint64_t max_p_q32 = (uint64_t)max_p_q28 << 4;
  if (state->average_q32 < params->max_q32) {
    const uint32_t part = part_q31(params->of_band, state->average_q32 - params->min_q32);
    return (max_p_q32 * part) >> 31;
  }
  const uint32_t part = part_q31(params->of_max, state->average_q32 - params->max_q32);
  return max_p_q32 + (((ONE_Q32 - max_p_q32) * part) >> 31);
}

/* Draws against pb / (1 - count pb), or ns-2's pb / (2 - count pb), without a division. */
static int drawn(const red_state* state, const red_params* params, const aqm_packet* packet,
                 uint32_t random) {
  const uint64_t pb_q32 = basic_probability_q32(state, params);
  const uint64_t sum_q32 = ((uint64_t)state->count_q10 * pb_q32) >> 10;
  const uint64_t end_q32 = params->spread == RED_WAIT ? 2 * ONE_Q32 : ONE_Q32;
  if (sum_q32 >= end_q32) {
    return 1;
  }
  if (params->spread == RED_WAIT && sum_q32 < ONE_Q32) {
    return 0;
  }
  const uint64_t rest_q32 = end_q32 - sum_q32;
  if (pb_q32 >= rest_q32) {
    return 1; /* certain, whatever the packet's size */
  }
  const uint64_t bar_q32 = ((uint64_t)random * rest_q32) >> 32;
  return params->per_mean_q32 != 0 ? bar_q32 * params->mean_pktsize < pb_q32 * packet->size_bytes
                                   : bar_q32 < pb_q32;
}

static aqm_verdict judge(red_state* state, const red_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random) {
  const uint32_t weight_q10 = weight_of_packet_q10(params, packet->size_bytes);
  count_packet(state, weight_q10);
  if (state->average_q32 < params->min_q32 || queue->packets <= 1) {
    state->in_band = 0;
    return AQM_ACCEPT;
  }
  const uint64_t forced_q32 = params->gentle ? 2 * params->max_q32 : params->max_q32;
  if (state->average_q32 >= forced_q32) {
    state->count_q10 = 0;
    return aqm_signal(packet, params->use_ecn && params->mark_forced);
  }
  if (!state->in_band) {
    state->in_band = 1;
    state->count_q10 = weight_q10;
    return AQM_ACCEPT;
  }
  if (!drawn(state, params, packet, random)) {
    return AQM_ACCEPT;
  }
  state->count_q10 = 0;
  return aqm_signal(packet, params->use_ecn);
}

aqm_verdict red_enqueue(red_state* state, const red_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random) {
  average(state, params, queue, packet->enqueued_us);
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    state->count_q10 = 0;
    return AQM_DROP_FULL;
  }
  return judge(state, params, queue, packet, random);
}

void red_departed(red_state* state, const red_params* params, const aqm_queue* queue,
                  const aqm_packet* packet, uint32_t now_us) {
  (void)params;
  (void)packet;
  if (queue->packets == 0) {
    state->idle = 1;
    state->idle_since_us = now_us;
  }
}

/* Ages the average by the pause so far, and restarts the pause. */
void red_clamp_times(red_state* state, const red_params* params, uint32_t now_us) {
  if (state->idle && aqm_is_old(now_us, state->idle_since_us)) {
    age(state, params, now_us);
    state->idle_since_us = now_us;
  }
}

uint32_t red_queue_delay_us(const red_params* params, const aqm_queue* queue) {
  return aqm_token_delay_us(queue->bytes, 0, params->per_byte, params->per_byte);
}

void red_update(red_state* state, const red_params* params, const aqm_queue* queue,
                uint32_t now_us) {
  (void)now_us;
  aqm_law* law = &state->law;
  const uint32_t max_p_q28 = law->drop_prob_q28 != 0 ? law->drop_prob_q28 : params->max_p_q28;
  law->drop_prob_q28 = max_p_q28;
  if (law->measured < params->low && max_p_q28 > params->bottom_q28) {
    law->drop_prob_q28 = (uint32_t)(((uint64_t)max_p_q28 * params->beta_q32) >> 32);
  } else if (law->measured > params->high && max_p_q28 < params->top_q28) {
    const uint32_t quarter_q28 = max_p_q28 / 4;
    law->drop_prob_q28 += params->alpha_q28 < quarter_q28 ? params->alpha_q28 : quarter_q28;
  }
  law->qdelay_old_us = red_queue_delay_us(params, queue);
}
