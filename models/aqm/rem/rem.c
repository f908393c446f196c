#include "models/aqm/rem/rem.h"

#include "models/aqm/check.h"
#include "models/aqm/exp2.h"
#include "models/aqm/token_delay.h"

static const char athuraliya[] = "Athuraliya, Low, Li and Yin 2001";

const aqm_option rem_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 2000, 1000, 1000000, 0, "pupdtime_", "ns-2",
     "Time between two updates of the price."},
    {"gamma", AQM_NUMBER, 6, 1000, 10, 100000, 0, "gamma", athuraliya,
     "What a packet too many adds to the price at each update."},
    {"alpha", AQM_NUMBER, 6, 100000, 0, 1000000, 0, "alpha", athuraliya,
     "Weight of the queue beside the rate in the price."},
    {"phi", AQM_NUMBER, 6, 1001000, 1000100, 1100000, 0, "phi", athuraliya,
     "Base of the exponential: a price of 1 passes the packet with a probability of 1 / phi."},
    {"rate_weight", AQM_NUMBER, 3, 1000, 1, 1000, 0, "inw_", "ns-2",
     "Weight of the latest count of arrivals in their average."},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 64, 65535, 0, "mean_pktsize_", "ns-2",
     "A usual packet."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "markpkts_", "ns-2",
     "Mark ECN-capable packets instead of dropping them."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE already count neither in the queue nor as arrivals."},
    {"reference_packets", AQM_NUMBER, 0, 0, 0, 65535, 0, "b*", athuraliya,
     "The queue to settle at; 0: what the flow's rate sends in the target delay."},
    {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "qib_", "ns-2",
     "Measure queue and arrivals in bytes, divided by mean_packet_bytes."},
    AQM_OPTIONS_END,
};

static uint64_t lesser(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* Rates up to 2^32 bytes/s and times up to 10^7 us stay below 2^64 in Q8. */
static uint64_t packets_q12(uint32_t time_us, uint32_t bytes_per_s, uint32_t mean_bytes) {
  const uint64_t bytes_q8 = ((uint64_t)time_us * bytes_per_s / 1000000u) << 8;
  const uint64_t rest_q8 = (((uint64_t)time_us * bytes_per_s % 1000000u) << 8) / 1000000u;
  return ((bytes_q8 + rest_q8) << 4) / mean_bytes;
}

static uint32_t reference_of(const aqm_config* config, uint32_t packets, uint32_t mean_bytes) {
  if (packets != 0) {
    return packets << 12;
  }
  const uint64_t reference_q12 =
      packets_q12(config->latency_target_us, config->msr_bytes_per_s, mean_bytes);
  return (uint32_t)lesser(reference_q12 == 0 ? 1 : reference_q12, UINT32_MAX);
}

static uint32_t q16_of(uint32_t value, uint32_t one) {
  return (uint32_t)((((uint64_t)value << 16) + one / 2) / one);
}

const char* rem_params_init(rem_params* params, const aqm_config* config, const uint32_t* options) {
  const char* refused = aqm_refuse_target(config);
  refused = refused != 0 ? refused : aqm_refuse_rates(config);
  if (refused != 0) {
    return refused;
  }
  if (config->msr_bytes_per_s == 0) {
    return "msr_bytes_per_s: expected a sustained rate, REM compares arrivals with it";
  }
  const uint32_t mean_bytes = aqm_option_value(rem_options, options, REM_MEAN_PKTSIZE);
  const uint64_t log2_phi_q32 =
      aqm_log2_q32(aqm_option_value(rem_options, options, REM_PHI), 1000000u);
  const uint64_t gamma = aqm_option_value(rem_options, options, REM_GAMMA);
  params->update_us = aqm_option_value(rem_options, options, REM_T_UPDATE);
  params->capacity_q12 = packets_q12(params->update_us, config->msr_bytes_per_s, mean_bytes);
  params->reference_q12 =
      reference_of(config, aqm_option_value(rem_options, options, REM_REFERENCE), mean_bytes);
  params->gain_q36 = (uint32_t)(((log2_phi_q32 * gamma << 4) + 500000u) / 1000000u);
  params->alpha_q16 = q16_of(aqm_option_value(rem_options, options, REM_ALPHA), 1000000u);
  params->weight_q16 = q16_of(aqm_option_value(rem_options, options, REM_WEIGHT), 1000u);
  params->per_mean_q32 = aqm_option_value(rem_options, options, REM_BYTE_MODE)
                             ? (uint32_t)(((UINT64_C(1) << 32) + mean_bytes / 2) / mean_bytes)
                             : 0;
  params->use_ecn = aqm_option_value(rem_options, options, REM_ECN);
  params->exclude_ce = aqm_option_value(rem_options, options, REM_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  params->peak = aqm_byte_time_of(config->peak_rate_bytes_per_s);
  params->msr = aqm_byte_time_of(config->msr_bytes_per_s);
  return 0;
}

void rem_state_init(rem_state* state) {
  const rem_state initial = {{0, 0, 0, 0, 0, 0}, 0, 0, 0, 0};
  *state = initial;
}

aqm_verdict rem_enqueue(rem_state* state, const rem_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random) {
  if (!params->exclude_ce || packet->ecn != AQM_CE) {
    state->law.measured += params->per_mean_q32 != 0 ? packet->size_bytes : 1;
  }
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  return random < (uint64_t)state->law.drop_prob_q28 << 4 ? aqm_signal(packet, params->use_ecn)
                                                          : AQM_ACCEPT;
}

uint32_t rem_queue_delay_us(const rem_params* params, const aqm_queue* queue) {
  const uint32_t bytes = aqm_measured_bytes(queue, params->exclude_ce);
  return aqm_token_delay_us(bytes, queue->msr_tokens, params->peak, params->msr);
}

/* Packets or bytes, as the mode is, in packets. */
static uint64_t in_packets_q12(const rem_params* params, uint32_t amount) {
  return params->per_mean_q32 == 0 ? (uint64_t)amount << 12
                                   : ((uint64_t)amount * params->per_mean_q32) >> 20;
}

static void count_arrivals(rem_state* state, const rem_params* params) {
  const uint64_t latest_q12 = in_packets_q12(params, state->law.measured - state->counted);
  state->counted = state->law.measured;
  if (latest_q12 >= state->arrivals_q12) {
    state->arrivals_q12 += ((latest_q12 - state->arrivals_q12) * params->weight_q16) >> 16;
  } else {
    state->arrivals_q12 -= ((state->arrivals_q12 - latest_q12) * params->weight_q16) >> 16;
  }
}

static int64_t between(int64_t low, int64_t value, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/* x + alpha (q - q_ref) - c. Amounts stay below 2^44, alpha at 2^16 or below. Right shifts of
 * negative numbers are arithmetic. */
static int64_t excess_q12(const rem_state* state, const rem_params* params,
                          const aqm_queue* queue) {
  const uint64_t length_q12 = in_packets_q12(
      params, params->per_mean_q32 != 0 ? aqm_measured_bytes(queue, params->exclude_ce)
                                        : aqm_measured_packets(queue, params->exclude_ce));
  const int64_t beyond_q12 = (int64_t)length_q12 - (int64_t)params->reference_q12;
  const int64_t excess = (int64_t)state->arrivals_q12 - (int64_t)params->capacity_q12 +
                         ((beyond_q12 * (int64_t)params->alpha_q16) >> 16);
  return between(-REM_EXCESS_MAX_Q12, excess, REM_EXCESS_MAX_Q12);
}

void rem_update(rem_state* state, const rem_params* params, const aqm_queue* queue) {
  count_arrivals(state, params);
  const int64_t step_q48 = excess_q12(state, params, queue) * (int64_t)params->gain_q36;
  const int64_t exponent_q48 =
      between(0, (int64_t)state->exponent_q48 + step_q48, REM_EXPONENT_MAX_Q48);
  state->exponent_q48 = (uint64_t)exponent_q48;
  const uint64_t passed_q32 = aqm_exp2_minus_q32(state->exponent_q48 >> 16);
  state->law.drop_prob_q28 = (uint32_t)(((UINT64_C(1) << 32) - passed_q32) >> 4);
  state->law.qdelay_old_us = rem_queue_delay_us(params, queue);
}
