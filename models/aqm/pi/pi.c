#include "models/aqm/pi/pi.h"

#include "models/aqm/check.h"
#include "models/aqm/token_delay.h"

static const char hollot[] = "Hollot, Misra, Towsley and Gong 2001";
static const char de_schepper[] = "De Schepper, Bondarenko, Tsang and Briscoe 2016";

static const char t_update_says[] = "Time between two updates of the drop probability.";
static const char mean_says[] = "A usual packet.";
static const char ecn_says[] = "Mark ECN-capable packets instead of dropping them.";
static const char ce_says[] = "Packets that carry CE already do not count in the queue.";

const aqm_option pi_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 6250, 1000, 1000000, 0, "T", hollot, t_update_says},
    {"gain_integral", AQM_NUMBER, 8, 6, 0, 50000, 0, "a - b", hollot,
     "What a packet above the reference adds to the drop probability at each update."},
    {"gain_proportional", AQM_NUMBER, 8, 1816, 0, 50000, 0, "b", hollot,
     "What a packet more than at the last update adds to the drop probability."},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 64, 65535, 0, "mean_pktsize_", "ns-2", mean_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "setbit_", "ns-2", ecn_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    {"reference_packets", AQM_NUMBER, 0, 0, 0, 65535, 0, "q_ref", hollot,
     "The queue to settle at; 0: what the flow's rate sends in the target delay."},
    {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "bytes_", "ns-2",
     "Measure the queue in bytes, divided by mean_packet_bytes."},
    AQM_OPTIONS_END,
};

const aqm_option pi2_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 32000, 1000, 1000000, 0, "T", de_schepper, t_update_says},
    {"alpha", AQM_NUMBER, 6, 312500, 0, 100000000, 0, "alpha", de_schepper,
     "Gain of the delay's distance from the target, in 1/s at each update."},
    {"beta", AQM_NUMBER, 6, 3125000, 0, 100000000, 0, "beta", de_schepper,
     "Gain of the delay's change since the last update, in 1/s."},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 64, 65535, 0, "mtu", de_schepper, mean_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ecn", de_schepper, ecn_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    AQM_OPTIONS_END,
};

/* 10^-8 to 2^-48: 2^48 / 10^8, rounded. */
static uint64_t q48_of_hundred_millionths(uint32_t value) {
  return ((uint64_t)value * UINT64_C(2814749767107) + 500000u) / 1000000u;
}

/* 10^-6 Hz to 2^-48 for a microsecond: 2^48 / 10^12, rounded. 10^8 x 2^33 stays below 2^60. */
static uint64_t per_us_q48(uint32_t millionths_hz) {
  return ((uint64_t)millionths_hz * UINT64_C(2361183241) + (UINT64_C(1) << 22)) >> 23;
}

static uint32_t least(uint64_t value, uint32_t most) {
  return value < most ? (uint32_t)value : most;
}

static const char* set_reference(pi_params* params, const aqm_config* config,
                                 const uint32_t* options) {
  const uint32_t packets = aqm_option_value(pi_options, options, PI_REFERENCE);
  const uint64_t mean = aqm_option_value(pi_options, options, PI_MEAN_PKTSIZE);
  params->per_mean_q32 = aqm_option_value(pi_options, options, PI_BYTE_MODE)
                             ? (uint32_t)(((UINT64_C(1) << 32) + mean / 2) / mean)
                             : 0;
  if (packets != 0) {
    params->reference = packets << 8;
    return 0;
  }
  if (config->msr_bytes_per_s == 0) {
    return "reference_packets: expected a number; without the flow's rate the target has no length";
  }
  /* 10^7 us x 2^32 bytes/s stays below 2^56. */
  const uint64_t byte_us = (uint64_t)config->latency_target_us * config->msr_bytes_per_s;
  const uint64_t packets_q8 = (byte_us / 1000000u << 8) / mean;
  params->reference = least(packets_q8 == 0 ? 1 : packets_q8, PI_QUEUE_MAX_Q8);
  return 0;
}

const char* pi_params_init(pi_params* params, pi_flavour flavour, const aqm_config* config,
                           const uint32_t* options) {
  const aqm_option* all = flavour == PI_OF_DELAY ? pi2_options : pi_options;
  const uint32_t integral = aqm_option_value(all, options, PI_INTEGRAL_GAIN);
  const uint32_t proportional = aqm_option_value(all, options, PI_PROPORTIONAL_GAIN);
  const char* refused = aqm_refuse_target(config);
  refused = refused != 0 ? refused : aqm_refuse_rates(config);
  if (refused != 0) {
    return refused;
  }
  if (flavour == PI_OF_DELAY && config->msr_bytes_per_s == 0) {
    return "msr_bytes_per_s: expected a sustained rate, PI2 tells the delay by it";
  }
  params->flavour = flavour;
  params->per_mean_q32 = 0;
  params->reference = config->latency_target_us;
  refused = flavour == PI_OF_LENGTH ? set_reference(params, config, options) : 0;
  params->integral_q48 =
      flavour == PI_OF_LENGTH ? q48_of_hundred_millionths(integral) : per_us_q48(integral);
  params->proportional_q48 =
      flavour == PI_OF_LENGTH ? q48_of_hundred_millionths(proportional) : per_us_q48(proportional);
  params->update_us = aqm_option_value(all, options, PI_T_UPDATE);
  params->use_ecn = aqm_option_value(all, options, PI_ECN);
  params->exclude_ce = aqm_option_value(all, options, PI_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  params->peak = aqm_byte_time_of(config->peak_rate_bytes_per_s);
  params->msr = aqm_byte_time_of(config->msr_bytes_per_s);
  return refused;
}

void pi_state_init(pi_state* state) {
  const pi_state initial = {{0, 0, 0, 0, 0, 0}, 0, 0};
  *state = initial;
}

aqm_verdict pi_enqueue(pi_state* state, const pi_params* params, const aqm_queue* queue,
                       const aqm_packet* packet, uint32_t random) {
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  return random < (uint64_t)state->law.drop_prob_q28 << 4 ? aqm_signal(packet, params->use_ecn)
                                                          : AQM_ACCEPT;
}

uint32_t pi_queue_delay_us(const pi_params* params, const aqm_queue* queue) {
  const uint32_t bytes = aqm_measured_bytes(queue, params->exclude_ce);
  return least(aqm_token_delay_us(bytes, queue->msr_tokens, params->peak, params->msr),
               PI_DELAY_MAX_US);
}

static uint32_t length_q8(const pi_params* params, const aqm_queue* queue) {
  if (params->per_mean_q32 == 0) {
    return least((uint64_t)aqm_measured_packets(queue, params->exclude_ce) << 8, PI_QUEUE_MAX_Q8);
  }
  const uint64_t bytes = aqm_measured_bytes(queue, params->exclude_ce);
  return least(bytes * params->per_mean_q32 >> 24, PI_QUEUE_MAX_Q8);
}

/* The change of p or of its root. Lengths have 8 more bits than Q48. Queues stay below 2^24 and
 * gains at most 2^37.1, so the sum stays below 2^63. Right shifts of negative numbers are
 * arithmetic. */
static int64_t step_q28(const pi_params* params, uint32_t present, uint32_t old) {
  const int64_t step =
      (int64_t)params->integral_q48 * ((int64_t)present - (int64_t)params->reference) +
      (int64_t)params->proportional_q48 * ((int64_t)present - (int64_t)old);
  const unsigned shift = params->flavour == PI_OF_LENGTH ? 28 : 20;
  return (step + ((int64_t)1 << (shift - 1))) >> shift;
}

static uint32_t between_0_and_1(int64_t q28) {
  return q28 <= 0 ? 0 : q28 < (int64_t)PI_ONE_Q28 ? (uint32_t)q28 : PI_ONE_Q28;
}

void pi_update(pi_state* state, const pi_params* params, const aqm_queue* queue, uint32_t now_us) {
  (void)now_us;
  aqm_law* law = &state->law;
  const uint32_t delay_us = pi_queue_delay_us(params, queue);
  const uint32_t present = params->flavour == PI_OF_LENGTH ? length_q8(params, queue) : delay_us;
  const int64_t step = step_q28(params, present, state->old);
  if (params->flavour == PI_OF_LENGTH) {
    law->drop_prob_q28 = between_0_and_1((int64_t)law->drop_prob_q28 + step);
  } else {
    state->root_q28 = between_0_and_1((int64_t)state->root_q28 + step);
    law->drop_prob_q28 = (uint32_t)(((uint64_t)state->root_q28 * state->root_q28) >> 28);
  }
  state->old = present;
  law->qdelay_old_us = delay_us;
}
