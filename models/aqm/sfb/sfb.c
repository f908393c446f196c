#include "models/aqm/sfb/sfb.h"

#include "models/aqm/check.h"

#define USUAL_PACKET_BYTES 1500u

static const char feng[] = "Feng, Shin, Kandlur and Saha 2001";
static const char linux_sfb[] = "Linux sch_sfb.c";

const aqm_option sfb_options[] = {
    {"bin_packets", AQM_NUMBER, 0, 0, 0, 65535, 0, "bin_size", feng,
     "Packets of a bin that may be queued; 0: 1.5 / 23 of the buffer, at least 2."},
    {"increment", AQM_NUMBER, 6, 500, 1, 1000000, 0, "delta", linux_sfb,
     "What a packet that finds a bin full adds to the bin's probability."},
    {"decrement", AQM_NUMBER, 6, 50, 1, 1000000, 0, "delta", linux_sfb,
     "What a packet that finds a bin empty takes from the bin's probability."},
    {"penalty_packets_per_s", AQM_NUMBER, 0, 10, 1, 100000, 0, "penalty_rate", linux_sfb,
     "Packets that all flows that do not respond may send together."},
    {"penalty_burst_packets", AQM_NUMBER, 0, 20, 1, 200, 0, "penalty_burst", linux_sfb,
     "A burst of them."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", feng,
     "Mark ECN-capable packets where the probability is below 1, instead of dropping them."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE do not count in bins and are not judged."},
    AQM_OPTIONS_END,
};

static uint32_t q28_of_millionths(uint64_t millionths) {
  return (uint32_t)(((millionths << 28) + 500000u) / 1000000u);
}

/* "50 % more than 1/N of the buffer". */
static uint32_t usual_bin_packets(const aqm_config* config) {
  uint32_t buffer = config->buffer_bytes / USUAL_PACKET_BYTES;
  if (config->buffer_packets != 0 &&
      (config->buffer_bytes == 0 || config->buffer_packets < buffer)) {
    buffer = config->buffer_packets;
  }
  const uint32_t packets = (uint32_t)((uint64_t)buffer * 3u / (2u * SFB_BINS));
  return packets > 2 ? packets : 2;
}

const char* sfb_params_init(sfb_params* params, const aqm_config* config, const uint32_t* options) {
  const uint32_t bin_packets = aqm_option_value(sfb_options, options, SFB_BIN_SIZE);
  params->bin_packets = bin_packets != 0 ? bin_packets : usual_bin_packets(config);
  params->increment_q28 = q28_of_millionths(aqm_option_value(sfb_options, options, SFB_INCREMENT));
  params->decrement_q28 = q28_of_millionths(aqm_option_value(sfb_options, options, SFB_DECREMENT));
  params->penalty_interval_us = 1000000u / aqm_option_value(sfb_options, options, SFB_PENALTY_RATE);
  params->penalty_burst_us =
      params->penalty_interval_us * aqm_option_value(sfb_options, options, SFB_PENALTY_BURST);
  params->use_ecn = aqm_option_value(sfb_options, options, SFB_ECN);
  params->exclude_ce = aqm_option_value(sfb_options, options, SFB_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  return bin_packets == 0 ? aqm_refuse_no_limit(config) : 0;
}

void sfb_state_init(sfb_state* state) {
  state->debt_us = 0;
  state->debt_at_us = 0;
  for (uint32_t level = 0; level < SFB_LEVELS; ++level) {
    for (uint32_t bin = 0; bin < SFB_BINS; ++bin) {
      const sfb_bin empty = {0, 0};
      state->bins[level][bin] = empty;
    }
  }
}

/* Moves the bin's probability. Returns 1 if the bin holds more packets than it may. */
static int meet_bin(sfb_bin* bin, const sfb_params* params) {
  if (bin->packets > params->bin_packets) {
    const uint32_t room_q28 = SFB_ONE_Q28 - bin->p_q28;
    bin->p_q28 += params->increment_q28 < room_q28 ? params->increment_q28 : room_q28;
    return 1;
  }
  if (bin->packets == 0) {
    bin->p_q28 = params->decrement_q28 < bin->p_q28 ? bin->p_q28 - params->decrement_q28 : 0;
  }
  return 0;
}

/* "ratelimit()": a token bucket for all flows whose probability is 1. */
static int exceeds_penalty_rate(sfb_state* state, const sfb_params* params, uint32_t now_us) {
  const uint32_t paid_us = aqm_elapsed_us(now_us, state->debt_at_us);
  state->debt_us = paid_us < state->debt_us ? state->debt_us - paid_us : 0;
  state->debt_at_us = now_us;
  if (state->debt_us + params->penalty_interval_us > params->penalty_burst_us) {
    return 1;
  }
  state->debt_us += params->penalty_interval_us;
  return 0;
}

static void count_packet(sfb_state* state, uint32_t flow_hash) {
  for (uint32_t level = 0; level < SFB_LEVELS; ++level) {
    ++state->bins[level][sfb_bin_of(flow_hash, level)].packets;
  }
}

/* The figure "SFB algorithm" of the paper. */
static aqm_verdict judge(sfb_state* state, const sfb_params* params, const aqm_packet* packet,
                         uint32_t random) {
  uint32_t p_min_q28 = SFB_ONE_Q28;
  int over = 0;
  for (uint32_t level = 0; level < SFB_LEVELS; ++level) {
    sfb_bin* bin = &state->bins[level][sfb_bin_of(packet->flow_hash, level)];
    over |= meet_bin(bin, params);
    p_min_q28 = bin->p_q28 < p_min_q28 ? bin->p_q28 : p_min_q28;
  }
  if (over) {
    return AQM_DROP;
  }
  if (p_min_q28 == SFB_ONE_Q28) {
    return exceeds_penalty_rate(state, params, packet->enqueued_us) ? AQM_DROP : AQM_ACCEPT;
  }
  return random < (uint64_t)p_min_q28 << 4 ? aqm_signal(packet, params->use_ecn) : AQM_ACCEPT;
}

aqm_verdict sfb_enqueue(sfb_state* state, const sfb_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random) {
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  if (params->exclude_ce && packet->ecn == AQM_CE) {
    return AQM_ACCEPT;
  }
  const aqm_verdict verdict = judge(state, params, packet, random);
  if (verdict == AQM_ACCEPT || (verdict == AQM_MARK && !params->exclude_ce)) {
    count_packet(state, packet->flow_hash);
  }
  return verdict;
}

void sfb_departed(sfb_state* state, const sfb_params* params, const aqm_packet* packet) {
  if (params->exclude_ce && packet->ecn == AQM_CE) {
    return;
  }
  for (uint32_t level = 0; level < SFB_LEVELS; ++level) {
    sfb_bin* bin = &state->bins[level][sfb_bin_of(packet->flow_hash, level)];
    bin->packets -= bin->packets != 0 ? 1 : 0;
  }
}

void sfb_clamp_times(sfb_state* state, uint32_t now_us) {
  state->debt_at_us = aqm_clamped_us(now_us, state->debt_at_us);
}
