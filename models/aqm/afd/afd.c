#include "models/aqm/afd/afd.h"

#include "models/aqm/check.h"
#include "models/aqm/token_delay.h"

#define ONE_Q32 (UINT64_C(1) << 32)

static const char pan[] = "Pan, Breslau, Prabhakar and Shenker 2003";

static const char clemson[] = "clemson-2015";

static const char t_update_says[] = "Time between two updates of the fair part.";
static const char shadow_says[] = "Packets of the shadow buffer.";
static const char interval_says[] =
    "One of so many arriving packets is put into the shadow buffer, by chance.";
static const char mean_says[] = "A usual packet.";
static const char ecn_says[] = "Mark ECN-capable packets instead of dropping them.";
static const char ce_says[] =
    "Packets that carry CE already neither count in the queue nor are judged.";

const aqm_option afd_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 6250, 1000, 1000000, 0, "1 / f_s", pan, t_update_says},
    {"alpha", AQM_NUMBER, 6, 1700000, 0, 10000000, 0, "alpha", pan,
     "Gain of the queue at the last update, in bytes of the shadow buffer for a byte."},
    {"beta", AQM_NUMBER, 6, 1800000, 0, 10000000, 0, "beta", pan,
     "Gain of the present queue, likewise."},
    {"shadow_packets", AQM_NUMBER, 0, 500, 64, AFD_SHADOW_MAX, 0, "b", pan, shadow_says},
    {"sample_interval", AQM_NUMBER, 0, 5, 1, 1000, 0, "s", pan, interval_says},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 256, 2000, 0, "mean packet", pan, mean_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "RFC 3168 sec. 5", ecn_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    {"reference_packets", AQM_NUMBER, 0, 0, 0, 10000, 0, "q_target", pan,
     "The queue to settle at; 0: what the flow's rate sends in the target delay."},
    AQM_OPTIONS_END,
};

/* The gains are those of AFD at 10 Mbit/s. */
const aqm_option afd_delay_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 6250, 1000, 1000000, 0, "1 / f_s", pan, t_update_says},
    {"alpha", AQM_NUMBER, 6, 2833333, 0, 100000000, 0, "alpha", clemson,
     "Gain of the delay at the last update, in parts of the shadow buffer for a second."},
    {"beta", AQM_NUMBER, 6, 3000000, 0, 100000000, 0, "beta", clemson,
     "Gain of the present delay, likewise."},
    {"shadow_packets", AQM_NUMBER, 0, 500, 64, AFD_SHADOW_MAX, 0, "b", pan, shadow_says},
    {"sample_interval", AQM_NUMBER, 0, 5, 1, 1000, 0, "s", pan, interval_says},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 256, 2000, 0, "mean packet", pan, mean_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "RFC 3168 sec. 5", ecn_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    AQM_OPTIONS_END,
};

static uint32_t least(uint64_t value, uint32_t most) {
  return value < most ? (uint32_t)value : most;
}

/* Millionths of the shadow buffer's bytes for a byte: at most 10 x 2^48 / 2^14. */
static uint64_t gain_q48(uint32_t millionths, uint32_t shadow_bytes) {
  return (((uint64_t)millionths << 40) / 1000000u << 8) / shadow_bytes;
}

/* 10^-6 Hz to 2^-48 for a microsecond: 2^48 / 10^12, rounded. 10^8 x 2^33 stays below 2^60. */
static uint64_t per_us_q48(uint32_t millionths_hz) {
  return ((uint64_t)millionths_hz * UINT64_C(2361183241) + (UINT64_C(1) << 22)) >> 23;
}

static const char* set_reference(afd_params* params, const aqm_config* config, uint32_t mean,
                                 const uint32_t* options) {
  if (params->flavour == AFD_OF_DELAY) {
    params->reference = config->latency_target_us;
    return 0;
  }
  const uint32_t packets = aqm_option_value(afd_options, options, AFD_REFERENCE);
  if (packets == 0 && config->msr_bytes_per_s == 0) {
    return "reference_packets: expected a number; without the flow's rate the target has no length";
  }
  const uint64_t in_target =
      (uint64_t)config->latency_target_us * config->msr_bytes_per_s / 1000000u;
  params->reference = least(packets != 0 ? (uint64_t)packets * mean : in_target, AFD_QUEUE_MAX);
  return 0;
}

const char* afd_params_init(afd_params* params, afd_flavour flavour, const aqm_config* config,
                            const uint32_t* options) {
  const aqm_option* all = flavour == AFD_OF_DELAY ? afd_delay_options : afd_options;
  const uint32_t mean = aqm_option_value(all, options, AFD_MEAN_PKTSIZE);
  const uint32_t alpha = aqm_option_value(all, options, AFD_ALPHA);
  const uint32_t beta = aqm_option_value(all, options, AFD_BETA);
  const char* refused = aqm_refuse_target(config);
  refused = refused != 0 ? refused : aqm_refuse_rates(config);
  params->flavour = flavour;
  refused = refused != 0 ? refused : set_reference(params, config, mean, options);
  if (refused != 0) {
    return refused;
  }
  params->shadow = aqm_option_value(all, options, AFD_SHADOW);
  params->shadow_bytes = params->shadow * mean;
  params->interval = aqm_option_value(all, options, AFD_INTERVAL);
  params->alpha_q48 =
      flavour == AFD_OF_DELAY ? per_us_q48(alpha) : gain_q48(alpha, params->shadow_bytes);
  params->beta_q48 =
      flavour == AFD_OF_DELAY ? per_us_q48(beta) : gain_q48(beta, params->shadow_bytes);
  params->update_us = aqm_option_value(all, options, AFD_T_UPDATE);
  params->use_ecn = aqm_option_value(all, options, AFD_ECN);
  params->exclude_ce = aqm_option_value(all, options, AFD_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  params->peak = aqm_byte_time_of(config->peak_rate_bytes_per_s);
  params->msr = aqm_byte_time_of(config->msr_bytes_per_s);
  return 0;
}

void afd_state_init(afd_state* state) {
  const aqm_law initial = {0, 0, 0, 0, 0, 0};
  state->law = initial;
  state->old = 0;
  state->spare = 0;
  for (uint32_t i = 0; i < AFD_SHADOW_MAX; ++i) {
    state->shadow[i] = 0;
  }
  for (uint32_t i = 0; i < AFD_FLOWS; ++i) {
    state->flows[i] = 0;
  }
}

/* Replaces a packet of the shadow buffer by the one that arrives. */
static void sample(afd_state* state, const afd_params* params, uint32_t entry, uint32_t size_bytes,
                   uint32_t random) {
  uint32_t* drawn = &state->shadow[((uint64_t)random * params->shadow) >> 32];
  const uint32_t size = least(size_bytes, UINT16_MAX);
  state->flows[*drawn >> 16] -= *drawn & UINT16_MAX;
  *drawn = entry << 16 | size;
  state->flows[entry] += size;
}

/* Draws against 1 - m_fair / m, without a division. */
static int exceeds_fair_part(const afd_state* state, const afd_params* params, uint32_t entry,
                             uint32_t random) {
  const uint64_t fair =
      ((uint64_t)(AFD_ONE_Q28 - state->law.drop_prob_q28) * params->shadow_bytes) >> 28;
  const uint64_t own = state->flows[entry];
  return own > fair && (ONE_Q32 - random) * own > fair << 32;
}

/* One random word draws the sample by the integer part of its product, the replaced packet by the
 * fraction, and the drop by the fraction mixed by Knuth's multiplicative hash. */
aqm_verdict afd_enqueue(afd_state* state, const afd_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random) {
  const uint64_t drawn = (uint64_t)random * params->interval;
  const uint32_t fraction = (uint32_t)drawn;
  const uint32_t entry = packet->flow_hash >> 24;
  const int counts = !params->exclude_ce || packet->ecn != AQM_CE;
  if (counts && drawn >> 32 == 0) {
    sample(state, params, entry, packet->size_bytes, fraction);
  }
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  return counts && exceeds_fair_part(state, params, entry, fraction * UINT32_C(2654435761))
             ? aqm_signal(packet, params->use_ecn)
             : AQM_ACCEPT;
}

void afd_departed(afd_state* state, const afd_params* params, const aqm_packet* packet,
                  uint32_t now_us) {
  if (!params->exclude_ce || packet->ecn != AQM_CE) {
    state->law.measured = aqm_elapsed_us(now_us, packet->enqueued_us);
  }
}

static uint32_t length_delay_us(const afd_params* params, const aqm_queue* queue) {
  const uint32_t bytes = aqm_measured_bytes(queue, params->exclude_ce);
  return aqm_token_delay_us(bytes, queue->msr_tokens, params->peak, params->msr);
}

uint32_t afd_queue_delay_us(const afd_state* state, const afd_params* params,
                            const aqm_queue* queue) {
  return params->flavour == AFD_OF_DELAY ? state->law.qdelay_old_us
                                         : length_delay_us(params, queue);
}

/* An empty queue has no delay, whatever the last packet had. */
static uint32_t measured_delay_us(const afd_state* state, const afd_params* params,
                                  const aqm_queue* queue) {
  return aqm_measured_packets(queue, params->exclude_ce) != 0
             ? least(state->law.measured, AFD_QUEUE_MAX)
             : 0;
}

/* "m_fair = m_fair + alpha (q_old - q_target) - beta (q - q_target)", with the opposite sign as
 * the probability rises when m_fair falls. Queues stay below 2^24 and gains below 2^38. Right
 * shifts of negative numbers are arithmetic. */
void afd_update(afd_state* state, const afd_params* params, const aqm_queue* queue) {
  const uint32_t bytes = least(aqm_measured_bytes(queue, params->exclude_ce), AFD_QUEUE_MAX);
  const uint32_t delay_us = params->flavour == AFD_OF_DELAY
                                ? measured_delay_us(state, params, queue)
                                : length_delay_us(params, queue);
  const uint32_t present = params->flavour == AFD_OF_DELAY ? delay_us : bytes;
  const int64_t over = (int64_t)present - (int64_t)params->reference;
  const int64_t over_before = (int64_t)state->old - (int64_t)params->reference;
  const int64_t step_q48 =
      (int64_t)params->beta_q48 * over - (int64_t)params->alpha_q48 * over_before;
  const int64_t p_q28 = (int64_t)state->law.drop_prob_q28 + ((step_q48 + ((int64_t)1 << 19)) >> 20);
  state->law.drop_prob_q28 = p_q28 <= 0 ? 0 : least((uint64_t)p_q28, AFD_ONE_Q28);
  state->law.qdelay_old_us = delay_us;
  state->old = present;
}
