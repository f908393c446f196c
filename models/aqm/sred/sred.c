#include "models/aqm/sred/sred.h"

#include "models/aqm/check.h"

static const char ott[] = "Ott, Lakshman and Wong 1999";

const aqm_option sred_options[] = {
    {"zombies", AQM_NUMBER, 0, SRED_ZOMBIES_MAX, 1, SRED_ZOMBIES_MAX, 0, "M", ott,
     "Length of the list of zombies, with which arriving packets are compared."},
    {"max_p", AQM_NUMBER, 6, 150000, 1, 250000, 0, "p_max", ott,
     "Drop probability from a third of the buffer on, with many flows."},
    {"overwrite", AQM_NUMBER, 6, 250000, 1, 1000000, 0, "p", ott,
     "Probability with which a packet of another flow replaces the zombie that was drawn."},
    {"flows", AQM_NUMBER, 0, 256, 1, 65535, 0, "256", ott,
     "Number of flows from which on the probability is the whole one."},
    {"full", AQM_SWITCH, 0, 1, 0, 1, 0, "full SRED", ott,
     "Let a hit raise the probability of its packet, against flows that send most."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "RFC 3168 sec. 5",
     "Mark ECN-capable packets instead of dropping them."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE already do not count in the queue."},
    AQM_OPTIONS_END,
};

static uint32_t q32_of_millionths(uint64_t millionths) {
  const uint64_t q32 = (millionths << 32) / 1000000u;
  return q32 <= UINT32_MAX ? (uint32_t)q32 : UINT32_MAX;
}

const char* sred_params_init(sred_params* params, const aqm_config* config,
                             const uint32_t* options) {
  const uint32_t flows = aqm_option_value(sred_options, options, SRED_FLOWS);
  params->by_packets = config->buffer_bytes == 0;
  const uint32_t buffer = params->by_packets ? config->buffer_packets : config->buffer_bytes;
  params->third = buffer / 3u;
  params->sixth = buffer / 6u;
  params->max_p_q32 = q32_of_millionths(aqm_option_value(sred_options, options, SRED_MAX_P));
  params->overwrite_q32 =
      q32_of_millionths(aqm_option_value(sred_options, options, SRED_OVERWRITE));
  params->zombies = aqm_option_value(sred_options, options, SRED_ZOMBIES);
  params->weight_q32 = params->overwrite_q32 / params->zombies;
  params->flows = flows;
  params->least_q32 = UINT32_MAX / flows;
  params->full_sred = aqm_option_value(sred_options, options, SRED_FULL);
  params->use_ecn = aqm_option_value(sred_options, options, SRED_ECN);
  params->exclude_ce = aqm_option_value(sred_options, options, SRED_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  return aqm_refuse_no_limit(config);
}

void sred_state_init(sred_state* state) {
  state->hits_q32 = 0;
  state->known = 0;
  for (uint32_t i = 0; i < SRED_ZOMBIES_MAX; ++i) {
    state->zombies[i] = 0;
  }
}

/* "P(t) = (1 - alpha) P(t-1) + alpha Hit(t)". */
static void count_hit(sred_state* state, const sred_params* params, int hit) {
  const uint32_t towards_q32 = hit ? UINT32_MAX - state->hits_q32 : state->hits_q32;
  const uint32_t step_q32 = (uint32_t)(((uint64_t)params->weight_q32 * towards_q32) >> 32);
  state->hits_q32 = hit ? state->hits_q32 + step_q32 : state->hits_q32 - step_q32;
}

/* Draws a zombie by the integer part of random x M; the fraction decides whether it is replaced.
 * Returns 1 if it is of the packet's flow. */
static int meet_zombie(sred_state* state, const sred_params* params, uint32_t flow_hash,
                       uint64_t drawn) {
  if (state->known < params->zombies) {
    state->zombies[state->known] = flow_hash;
    ++state->known;
    return 0;
  }
  uint32_t* zombie = &state->zombies[(uint32_t)(drawn >> 32)];
  const int hit = *zombie == flow_hash;
  if (!hit && (uint32_t)drawn < params->overwrite_q32) {
    *zombie = flow_hash;
  }
  count_hit(state, params, hit);
  return hit;
}

/* "p_sred(q)": none, a quarter of max_p, or max_p. */
static uint32_t step_of_queue_q32(const sred_params* params, const aqm_queue* queue) {
  const uint32_t length = params->by_packets ? aqm_measured_packets(queue, params->exclude_ce)
                                             : aqm_measured_bytes(queue, params->exclude_ce);
  if (length < params->sixth) {
    return 0;
  }
  return length < params->third ? params->max_p_q32 / 4 : params->max_p_q32;
}

/* Draws against p_sred min(1, 1 / (flows P))^2 (1 + Hit / P), without a division. */
static int drawn_to_drop(const sred_state* state, const sred_params* params, uint32_t step_q32,
                         int hit, uint32_t random) {
  uint64_t bar_q32 = random;
  if (state->hits_q32 > params->least_q32) {
    const uint64_t over_q16 = ((uint64_t)state->hits_q32 * params->flows) >> 16;
    bar_q32 = (bar_q32 * over_q16) >> 16;
    if (bar_q32 >> 32 != 0 && over_q16 >> 24 != 0) {
      return 0; /* 256 or more; p_sred (1 + 1 / P) is at most 64 here */
    }
    bar_q32 = (bar_q32 * over_q16) >> 16;
  }
  if (!hit || !params->full_sred) {
    return bar_q32 < step_q32;
  }
  const uint32_t hits_q16 = state->hits_q32 >> 16;
  return bar_q32 * hits_q16 < (uint64_t)step_q32 * (hits_q16 + (UINT32_C(1) << 16));
}

/* The word that draws the zombie, mixed by Knuth's multiplicative hash, also draws the drop. */
aqm_verdict sred_enqueue(sred_state* state, const sred_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random) {
  const uint64_t drawn = (uint64_t)random * params->zombies;
  const int hit = meet_zombie(state, params, packet->flow_hash, drawn);
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  const uint32_t step_q32 = step_of_queue_q32(params, queue);
  const uint32_t mixed = (uint32_t)drawn * UINT32_C(2654435761);
  return step_q32 != 0 && drawn_to_drop(state, params, step_q32, hit, mixed)
             ? aqm_signal(packet, params->use_ecn)
             : AQM_ACCEPT;
}
