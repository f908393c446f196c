#include "models/aqm/blue/blue.h"

#include "models/aqm/check.h"

static const char feng[] = "Feng, Shin, Kandlur and Saha 2002";

const aqm_option blue_options[] = {
    {"freeze_ms", AQM_NUMBER, 3, 100000, 1, 10000000, 0, "freeze_time", feng,
     "Least time between two changes of the probability."},
    {"increment", AQM_NUMBER, 6, 2500, 1, 1000000, 0, "d1", feng,
     "What a loss for want of room adds to the probability."},
    {"decrement", AQM_NUMBER, 6, 250, 1, 1000000, 0, "d2", feng,
     "What an empty queue takes from the probability."},
    {"threshold_packets", AQM_NUMBER, 0, 0, 0, 65535, 0, "L", feng,
     "A longer queue counts as a loss; 0: only losses count."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", feng,
     "Mark ECN-capable packets instead of dropping them."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE already neither count in the queue nor cause a loss that counts."},
    AQM_OPTIONS_END,
};

static uint32_t q28_of_millionths(uint64_t millionths) {
  return (uint32_t)(((millionths << 28) + 500000u) / 1000000u);
}

const char* blue_params_init(blue_params* params, const aqm_config* config,
                             const uint32_t* options) {
  params->freeze_us = aqm_option_value(blue_options, options, BLUE_FREEZE_TIME);
  params->increment_q28 =
      q28_of_millionths(aqm_option_value(blue_options, options, BLUE_INCREMENT));
  params->decrement_q28 =
      q28_of_millionths(aqm_option_value(blue_options, options, BLUE_DECREMENT));
  params->threshold_packets = aqm_option_value(blue_options, options, BLUE_THRESHOLD);
  params->use_ecn = aqm_option_value(blue_options, options, BLUE_ECN);
  params->exclude_ce = aqm_option_value(blue_options, options, BLUE_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  return params->threshold_packets == 0 ? aqm_refuse_no_limit(config) : 0;
}

void blue_state_init(blue_state* state) {
  const blue_state initial = {0, 0, 0, 0};
  *state = initial;
}

static int may_change(const blue_state* state, const blue_params* params, uint32_t now_us) {
  return !state->frozen || aqm_elapsed_us(now_us, state->changed_us) >= params->freeze_us;
}

/* "Upon packet loss (or Qlen > L) event". */
static void lost(blue_state* state, const blue_params* params, uint32_t now_us) {
  if (!may_change(state, params, now_us)) {
    return;
  }
  const uint32_t room_q28 = BLUE_ONE_Q28 - state->p_q28;
  state->p_q28 += params->increment_q28 < room_q28 ? params->increment_q28 : room_q28;
  state->frozen = 1;
  state->changed_us = now_us;
}

/* `times` events of "link idle", the last one at `at_us`. */
static void lower(blue_state* state, const blue_params* params, uint32_t times, uint32_t at_us) {
  const uint64_t by_q28 = (uint64_t)params->decrement_q28 * times;
  state->p_q28 = by_q28 < state->p_q28 ? state->p_q28 - (uint32_t)by_q28 : 0;
  state->frozen = 1;
  state->changed_us = at_us;
}

/* An idle queue gives one event as it becomes empty and one in each freeze time that it stays so:
 * those up to now. */
static void count_idle_time(blue_state* state, const blue_params* params, uint32_t now_us) {
  if (state->idle && may_change(state, params, now_us)) {
    const uint32_t times = aqm_elapsed_us(now_us, state->changed_us) / params->freeze_us;
    lower(state, params, times, state->changed_us + times * params->freeze_us);
  }
}

/* The queue as it counts for losses. */
static int wants_room(const blue_params* params, const aqm_queue* queue, const aqm_packet* packet) {
  aqm_queue counted = *queue;
  counted.bytes = aqm_measured_bytes(queue, params->exclude_ce);
  counted.packets = aqm_measured_packets(queue, params->exclude_ce);
  return aqm_is_full(&counted, packet, params->limit_bytes, params->limit_packets) ||
         (params->threshold_packets != 0 && counted.packets >= params->threshold_packets);
}

aqm_verdict blue_enqueue(blue_state* state, const blue_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random) {
  count_idle_time(state, params, packet->enqueued_us);
  if (wants_room(params, queue, packet)) {
    lost(state, params, packet->enqueued_us);
  }
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  const aqm_verdict verdict =
      random < (uint64_t)state->p_q28 << 4 ? aqm_signal(packet, params->use_ecn) : AQM_ACCEPT;
  if (verdict != AQM_DROP) {
    state->idle = 0;
  }
  return verdict;
}

void blue_departed(blue_state* state, const blue_params* params, const aqm_queue* queue,
                   uint32_t now_us) {
  if (queue->packets != 0) {
    return;
  }
  state->idle = 1;
  if (may_change(state, params, now_us)) {
    lower(state, params, 1, now_us);
  }
}

/* Counts the idle time so far. A change that is old no longer freezes anything. */
void blue_clamp_times(blue_state* state, const blue_params* params, uint32_t now_us) {
  count_idle_time(state, params, now_us);
  if (state->frozen && aqm_is_old(now_us, state->changed_us)) {
    state->frozen = 0;
  }
}
