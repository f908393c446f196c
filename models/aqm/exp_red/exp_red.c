#include "models/aqm/exp_red/exp_red.h"

#include "models/aqm/check.h"
#include "models/aqm/exp2.h"

#define VIRTUAL_MAX_Q16 (UINT64_C(1) << 48) /* 71 minutes */

static const char liu[] = "Liu, Basar and Srikant 2005";
static const char here[] = "chosen here";

const aqm_option exp_red_options[] = {
    {"min_ms", AQM_NUMBER, 3, 0, 0, 10000000, 0, "min_th", here,
     "Virtual queue up to which none is dropped, in time on the link; 0: half of the target."},
    {"max_ms", AQM_NUMBER, 3, 0, 0, 100000000, 0, "max_th", here,
     "Virtual queue from which on all are dropped; 0: ten times the target."},
    {"min_p", AQM_NUMBER, 6, 1000, 1, 1000000, 0, "p_min", here, "Drop probability at min_ms."},
    {"max_p", AQM_NUMBER, 6, 100000, 1, 1000000, 0, "p_max", here,
     "Drop probability just below max_ms; it rises exponentially from min_p."},
    {"virtual_share", AQM_NUMBER, 3, 980, 500, 1000, 0, "gamma", liu,
     "Rate of the virtual link, of that of the real one."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", liu,
     "Mark ECN-capable packets instead of dropping them."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE do not enter the virtual queue."},
    AQM_OPTIONS_END,
};

static const char* set_curve(exp_red_params* params, const uint32_t* options, uint32_t target_us) {
  const uint32_t min_us = aqm_option_value(exp_red_options, options, EXP_RED_MIN);
  const uint32_t max_us = aqm_option_value(exp_red_options, options, EXP_RED_MAX);
  const uint32_t min_p = aqm_option_value(exp_red_options, options, EXP_RED_MIN_P);
  const uint32_t max_p = aqm_option_value(exp_red_options, options, EXP_RED_MAX_P);
  params->min_us = min_us != 0 ? min_us : target_us / 2;
  params->max_us = max_us != 0 ? max_us : 10 * target_us;
  if (params->max_us <= params->min_us) {
    return "max_ms: expected more than min_ms";
  }
  if (max_p < min_p) {
    return "max_p: expected at least min_p";
  }
  params->max_p_q31 = (uint32_t)((((uint64_t)max_p << 31) + 500000u) / 1000000u);
  params->slope_q40 = (aqm_log2_q32(max_p, min_p) << 8) / (params->max_us - params->min_us);
  return 0;
}

const char* exp_red_params_init(exp_red_params* params, const aqm_config* config,
                                const uint32_t* options) {
  const char* refused = aqm_refuse_target(config);
  refused = refused != 0 ? refused : aqm_refuse_rates(config);
  if (refused != 0) {
    return refused;
  }
  if (config->msr_bytes_per_s == 0) {
    return "msr_bytes_per_s: expected a sustained rate, E-RED drains its virtual queue by it";
  }
  const uint64_t share = aqm_option_value(exp_red_options, options, EXP_RED_SHARE);
  params->share_q16 = (uint32_t)(((share << 16) + 500u) / 1000u);
  params->use_ecn = aqm_option_value(exp_red_options, options, EXP_RED_ECN);
  params->exclude_ce = aqm_option_value(exp_red_options, options, EXP_RED_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  params->per_byte = aqm_byte_time_of(config->msr_bytes_per_s);
  return set_curve(params, options, config->latency_target_us);
}

void exp_red_state_init(exp_red_state* state) {
  const exp_red_state initial = {0, 0, 0};
  *state = initial;
}

static void drain(exp_red_state* state, const exp_red_params* params, uint32_t now_us) {
  const uint64_t drained_q16 =
      (uint64_t)aqm_elapsed_us(now_us, state->drained_us) * params->share_q16;
  state->virtual_q16 = drained_q16 < state->virtual_q16 ? state->virtual_q16 - drained_q16 : 0;
  state->drained_us = now_us;
}

/* At most 1. */
static uint64_t probability_q32(const exp_red_state* state, const exp_red_params* params) {
  const uint64_t length_us = state->virtual_q16 >> 16;
  if (length_us <= params->min_us) {
    return 0;
  }
  if (length_us >= params->max_us) {
    return UINT64_C(1) << 32;
  }
  const uint64_t exponent_q32 = ((params->max_us - length_us) * params->slope_q40) >> 8;
  return (aqm_exp2_minus_q32(exponent_q32) * params->max_p_q31) >> 31;
}

static void enter(exp_red_state* state, const exp_red_params* params, const aqm_packet* packet,
                  aqm_verdict verdict) {
  if (params->exclude_ce && (verdict == AQM_MARK || packet->ecn == AQM_CE)) {
    return;
  }
  const uint64_t length_q16 =
      state->virtual_q16 + aqm_time_of_bytes_q16(packet->size_bytes, params->per_byte);
  state->virtual_q16 = length_q16 < VIRTUAL_MAX_Q16 ? length_q16 : VIRTUAL_MAX_Q16;
}

aqm_verdict exp_red_enqueue(exp_red_state* state, const exp_red_params* params,
                            const aqm_queue* queue, const aqm_packet* packet, uint32_t random) {
  drain(state, params, packet->enqueued_us);
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  const aqm_verdict verdict =
      random < probability_q32(state, params) ? aqm_signal(packet, params->use_ecn) : AQM_ACCEPT;
  if (verdict != AQM_DROP) {
    enter(state, params, packet, verdict);
  }
  return verdict;
}

void exp_red_clamp_times(exp_red_state* state, const exp_red_params* params, uint32_t now_us) {
  drain(state, params, now_us);
}
