#include "models/aqm/fred/fred.h"

#include "models/aqm/byte_time.h"
#include "models/aqm/check.h"

#define ONE_Q32 (UINT64_C(1) << 32)
#define LEAST_MIN_PACKETS 5u
#define TWO_PACKETS 2u /* maxq from maxth on */
#define SINCE_MAX (UINT32_C(1) << 30)

static const char lin[] = "Lin and Morris 1997";

const aqm_option fred_options[] = {
    {"min_packets", AQM_NUMBER, 0, 0, 0, 1000000, 0, "minth", lin,
     "Average queue below which none is dropped by chance, and most packets of one flow; 0: a "
     "quarter of the buffer, but no more than rtt_ms takes, and at least 5."},
    {"max_packets", AQM_NUMBER, 0, 0, 0, 2000000, 0, "maxth", lin,
     "Average queue from which on all packets are dropped, but see two_packets; 0: twice the "
     "lower threshold."},
    {"max_p", AQM_NUMBER, 6, 20000, 1, 1000000, 0, "maxp", lin,
     "Drop probability at the upper threshold."},
    {"weight", AQM_NUMBER, 9, 2000000, 1, 1000000000, 0, "wq", lin,
     "Weight of a new sample in the average."},
    {"min_flow_packets", AQM_NUMBER, 0, 4, 1, 1000, 0, "minq", lin,
     "Packets that each flow may queue without losses by chance."},
    {"two_packets", AQM_SWITCH, 0, 1, 0, 1, 0, "many flows", lin,
     "Let each flow queue two packets from max_packets on, instead of dropping all."},
    {"rtt_ms", AQM_NUMBER, 3, 100000, 1, 10000000, 0, "RTT", lin,
     "A round trip, for the lower threshold."},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 256, 2000, 0, "mean_pktsize", lin,
     "A usual packet, for the lower threshold and for idle times."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "RFC 3168 sec. 5",
     "Mark ECN-capable packets instead of dropping them, below max_packets."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE neither count, in the queue or for their flow, nor are judged."},
    AQM_OPTIONS_END,
};

/* "minth: MIN(buffer size / 4, RTT)", in packets. */
static uint32_t usual_min_packets(const aqm_config* config, uint32_t rtt_us, uint32_t mean) {
  uint32_t buffer = config->buffer_bytes / mean;
  if (config->buffer_packets != 0 &&
      (config->buffer_bytes == 0 || config->buffer_packets < buffer)) {
    buffer = config->buffer_packets;
  }
  const uint64_t in_rtt = (uint64_t)config->msr_bytes_per_s * rtt_us / 1000000u / mean;
  const uint32_t packets = in_rtt < buffer / 4 ? (uint32_t)in_rtt : buffer / 4;
  return packets > LEAST_MIN_PACKETS ? packets : LEAST_MIN_PACKETS;
}

static uint32_t q32_of(uint64_t value, uint64_t one) {
  const uint64_t q32 = (value << 32) / one;
  return q32 <= UINT32_MAX ? (uint32_t)q32 : UINT32_MAX;
}

const char* fred_params_init(fred_params* params, const aqm_config* config,
                             const uint32_t* options) {
  const uint32_t mean = aqm_option_value(fred_options, options, FRED_MEAN_PKTSIZE);
  const uint32_t rtt_us = aqm_option_value(fred_options, options, FRED_RTT);
  uint32_t min = aqm_option_value(fred_options, options, FRED_MIN);
  if (config->msr_bytes_per_s < AQM_RATE_MIN_BYTES_PER_S) {
    return "msr_bytes_per_s: expected the queue's rate, at least 1000, FRED averages by it";
  }
  if (min == 0) {
    const char* refused = aqm_refuse_no_limit(config);
    if (refused != 0) {
      return refused;
    }
    min = usual_min_packets(config, rtt_us, mean);
  }
  uint32_t max = aqm_option_value(fred_options, options, FRED_MAX);
  max = max == 0 ? 2 * min : max;
  if (max <= min) {
    return "max_packets: expected more than min_packets";
  }
  const uint64_t max_p_q32 =
      ((uint64_t)aqm_option_value(fred_options, options, FRED_MAX_P) << 32) / 1000000u;
  params->min_q32 = (uint64_t)min << 32;
  params->max_q32 = (uint64_t)max << 32;
  params->slope_q44 = (max_p_q32 << 12) / (max - min);
  params->max_flow_packets = min;
  params->min_flow_packets = aqm_option_value(fred_options, options, FRED_MIN_FLOW);
  params->weight_q32 = q32_of(aqm_option_value(fred_options, options, FRED_WEIGHT), 1000000000u);
  /* Rounded up, so that whole packets stay whole. */
  const uint64_t packet_us = (uint64_t)mean * 1000000u;
  params->packets_per_us_q27 =
      (uint32_t)((((uint64_t)config->msr_bytes_per_s << 27) + packet_us - 1) / packet_us);
  params->two_packets = aqm_option_value(fred_options, options, FRED_TWO_PACKETS);
  params->use_ecn = aqm_option_value(fred_options, options, FRED_ECN);
  params->exclude_ce = aqm_option_value(fred_options, options, FRED_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  return 0;
}

void fred_state_init(fred_state* state) {
  state->average_q32 = 0;
  state->active = 0;
  state->since = 0;
  state->idle = 1;
  state->idle_since_us = 0;
  for (uint32_t i = 0; i < FRED_FLOWS; ++i) {
    const fred_flow inactive = {0, 0};
    state->flows[i] = inactive;
  }
}

static fred_flow* flow_of(fred_state* state, const aqm_packet* packet) {
  return &state->flows[packet->flow_hash >> 24];
}

static uint64_t scaled(uint64_t value, uint32_t by_q32) {
  return (value >> 32) * by_q32 + (((value & UINT32_MAX) * by_q32) >> 32);
}

/* Averages a queue that is not empty, or that a packet has just left. */
static void average(fred_state* state, const fred_params* params, const aqm_queue* queue) {
  const uint64_t length_q32 = (uint64_t)aqm_measured_packets(queue, params->exclude_ce) << 32;
  if (length_q32 >= state->average_q32) {
    state->average_q32 += scaled(length_q32 - state->average_q32, params->weight_q32);
  } else {
    state->average_q32 -= scaled(state->average_q32 - length_q32, params->weight_q32);
  }
}

/* "(1 - wq)^m avg": m packets could have left during the idle time, which begins anew. */
static void age(fred_state* state, const fred_params* params, uint32_t now_us) {
  const uint64_t packets =
      ((uint64_t)aqm_elapsed_us(now_us, state->idle_since_us) * params->packets_per_us_q27) >> 27;
  uint32_t exponent = packets <= UINT32_MAX ? (uint32_t)packets : UINT32_MAX;
  uint64_t base_q32 = ONE_Q32 - params->weight_q32;
  uint64_t kept_q32 = ONE_Q32;
  for (; exponent != 0 && kept_q32 != 0; exponent >>= 1) {
    if (exponent & 1) {
      kept_q32 = (kept_q32 * base_q32) >> 32;
    }
    base_q32 = (base_q32 * base_q32) >> 32;
  }
  if (kept_q32 < ONE_Q32) {
    state->average_q32 = scaled(state->average_q32, (uint32_t)kept_q32);
  }
  state->idle_since_us = now_us;
}

/* qlen >= avgcq, without a division. avgcq = avg / Nactive, but at least 1. */
static int has_its_share(const fred_state* state, const fred_flow* flow) {
  const uint64_t active = state->active != 0 ? state->active : 1;
  return flow->packets >= 1 && (flow->packets * active) << 32 >= state->average_q32;
}

/* "identify and manage non-adaptive flows". */
static int exceeds_its_share(const fred_state* state, const fred_params* params,
                             const fred_flow* flow, int many) {
  const uint32_t most = many ? TWO_PACKETS : params->max_flow_packets;
  return flow->packets >= most || (flow->strikes > 1 && has_its_share(state, flow));
}

/* Draws against pb / (1 - count pb), without a division. */
static int drawn(const fred_state* state, const fred_params* params, uint32_t random) {
  const uint64_t over_q16 = (state->average_q32 - params->min_q32) >> 16;
  const uint64_t pb_q32 = (over_q16 * params->slope_q44) >> 28;
  const uint64_t sum_q32 = (state->since - 1) * pb_q32;
  return sum_q32 >= ONE_Q32 || ((random * (ONE_Q32 - sum_q32)) >> 32) < pb_q32;
}

/* "operate in random drop mode": only flows with their share of the queue lose packets. */
static aqm_verdict judge_by_chance(fred_state* state, const fred_params* params,
                                   const fred_flow* flow, const aqm_packet* packet,
                                   uint32_t random) {
  state->since += state->since < SINCE_MAX ? 1 : 0;
  if (flow->packets < params->min_flow_packets || !has_its_share(state, flow) ||
      !drawn(state, params, random)) {
    return AQM_ACCEPT;
  }
  state->since = 1;
  return aqm_signal(packet, params->use_ecn);
}

/* The figure "FRED algorithm" of the paper. From maxth on the line for "qlen > 2 avgcq" adds
 * nothing to two packets, and is left out. */
static aqm_verdict judge(fred_state* state, const fred_params* params, fred_flow* flow,
                         const aqm_packet* packet, uint32_t random) {
  const int many = state->average_q32 >= params->max_q32;
  if (exceeds_its_share(state, params, flow, many)) {
    flow->strikes += flow->strikes < UINT32_MAX ? 1 : 0;
    return aqm_signal(packet, params->use_ecn && !many);
  }
  if (many) {
    state->since = 1;
    return params->two_packets ? AQM_ACCEPT : AQM_DROP;
  }
  if (state->average_q32 >= params->min_q32) {
    return judge_by_chance(state, params, flow, packet, random);
  }
  state->since = 0;
  return AQM_ACCEPT;
}

aqm_verdict fred_enqueue(fred_state* state, const fred_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random) {
  if (state->idle) {
    age(state, params, packet->enqueued_us);
  }
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  fred_flow* flow = flow_of(state, packet);
  const int counts = !params->exclude_ce || packet->ecn != AQM_CE;
  const aqm_verdict verdict = counts ? judge(state, params, flow, packet, random) : AQM_ACCEPT;
  if (verdict == AQM_DROP) {
    return verdict;
  }
  if (!state->idle) {
    average(state, params, queue);
  }
  state->idle = 0;
  if (counts && (verdict == AQM_ACCEPT || !params->exclude_ce)) {
    state->active += flow->packets == 0 ? 1 : 0;
    ++flow->packets;
  }
  return verdict;
}

void fred_departed(fred_state* state, const fred_params* params, const aqm_queue* queue,
                   const aqm_packet* packet, uint32_t now_us) {
  average(state, params, queue);
  if (queue->packets == 0) {
    state->idle = 1;
    state->idle_since_us = now_us;
  }
  fred_flow* flow = flow_of(state, packet);
  if (flow->packets == 0 || (params->exclude_ce && packet->ecn == AQM_CE)) {
    return;
  }
  --flow->packets;
  if (flow->packets == 0) {
    flow->strikes = 0;
    --state->active;
  }
}

/* Ages the average by the pause so far, and restarts the pause. */
void fred_clamp_times(fred_state* state, const fred_params* params, uint32_t now_us) {
  if (state->idle && aqm_is_old(now_us, state->idle_since_us)) {
    age(state, params, now_us);
  }
}
