#include "models/aqm/choke/choke.h"

#define HASH_BITS (~CHOKE_CONDEMNED)

static const char* const thresholds_names[] = {"packets", "target", "buffer", 0};
static const char* const spread_names[] = {"wait", "classic", 0};
static const char red_source[] = "RED, see red";
static const char pan[] = "Pan, Prabhakar and Psounis 2000";

const aqm_option choke_options[] = {
    {"thresholds", AQM_CHOICE, 0, RED_BY_PACKETS, 0, RED_BY_BUFFER, thresholds_names, "thresh_",
     red_source, "What the thresholds come from, see red."},
    {"min_packets", AQM_NUMBER, 3, 5000, 1, 1000000000, 0, "minth", pan,
     "Average queue, in usual packets, below which none is dropped and none is compared."},
    {"max_packets", AQM_NUMBER, 3, 15000, 2, 1000000000, 0, "maxth", pan,
     "Average queue, in usual packets, where the probability is max_p."},
    {"max_p", AQM_NUMBER, 6, 100000, 1, 1000000, 0, "maxp", red_source,
     "Drop probability at the upper threshold."},
    {"gentle", AQM_SWITCH, 0, 0, 0, 1, 0, "gentle_", red_source,
     "Let the probability rise from max_p to 1 over another max_packets instead of at once."},
    {"weight", AQM_NUMBER, 9, 2000000, 0, 1000000000, 0, "w_q", red_source,
     "Weight of a new sample in the average; 0: from the flow's rate and weight_rtt_ms."},
    {"weight_rtt_ms", AQM_NUMBER, 3, 100000, 0, 10000000, 0, "RTT", red_source,
     "Average over ten such round trips; 0: over the time of one packet."},
    {"spread", AQM_CHOICE, 0, RED_CLASSIC, 0, RED_CLASSIC, spread_names, "wait_", red_source,
     "How drops are spread, see red."},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 256, 2000, 0, "mean_pktsize_", red_source,
     "A usual packet."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "setbit_", red_source,
     "Mark ECN-capable packets where a drop would be by chance or by comparison."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE already do not count in the average."},
    AQM_OPTIONS_END,
};

const char* choke_params_init(choke_params* params, const aqm_config* config,
                              const uint32_t* options) {
  uint32_t values[AQM_OPTIONS_MAX];
  aqm_initial_options(red_options, values);
  for (uint32_t index = CHOKE_THRESHOLDS; index <= CHOKE_SPREAD; ++index) {
    values[index] = aqm_option_value(choke_options, options, index); /* as RED's are numbered */
  }
  values[RED_MEAN_PKTSIZE] = aqm_option_value(choke_options, options, CHOKE_MEAN_PKTSIZE);
  values[RED_ECN] = aqm_option_value(choke_options, options, CHOKE_ECN);
  values[RED_EXCLUDE_CE] = aqm_option_value(choke_options, options, CHOKE_EXCLUDE_CE);
  return red_params_init(&params->red, 0, config, values);
}

void choke_state_init(choke_state* state) {
  red_state_init(&state->red);
  state->accepted = 0;
  state->left = 0;
  state->condemned = 0;
  state->spare = 0;
  for (uint32_t i = 0; i < CHOKE_ENTRIES; ++i) {
    state->entries[i] = 0;
  }
}

static uint32_t* entry_of(choke_state* state, uint32_t number) {
  return &state->entries[number % CHOKE_ENTRIES];
}

/* Packets that can be drawn. */
static uint32_t known_packets(const choke_state* state) {
  const uint32_t queued = state->accepted - state->left;
  return queued < CHOKE_ENTRIES ? queued : CHOKE_ENTRIES;
}

/* The condemned packet of an overwritten entry is forgotten, and will be sent. */
static void enter(choke_state* state, uint32_t flow_hash) {
  uint32_t* entry = entry_of(state, state->accepted);
  if (state->accepted - state->left >= CHOKE_ENTRIES) {
    state->condemned -= *entry & CHOKE_CONDEMNED;
  }
  *entry = flow_hash & HASH_BITS;
  ++state->accepted;
}

/* RED's verdict by a queue without what is condemned. The packets of the real one may fill it. */
static aqm_verdict judge_by_red(choke_state* state, const choke_params* params,
                                const aqm_queue* queue, const aqm_packet* packet, uint32_t random) {
  aqm_queue counted = *queue;
  counted.packets -= state->condemned < queue->packets ? state->condemned : queue->packets;
  const aqm_verdict verdict = red_enqueue(&state->red, &params->red, &counted, packet, random);
  return aqm_is_full(queue, packet, 0, params->red.limit_packets) ? AQM_DROP_FULL : verdict;
}

/* Returns the drawn entry or, if that is condemned, one of the few before it that is not. */
static uint32_t* live_entry(choke_state* state, uint32_t known, uint32_t place) {
  uint32_t* entry = entry_of(state, state->accepted - 1 - place);
  for (uint32_t i = 1; i < CHOKE_PROBES && (*entry & CHOKE_CONDEMNED) != 0; ++i) {
    place = place + 1 < known ? place + 1 : 0;
    entry = entry_of(state, state->accepted - 1 - place);
  }
  return entry;
}

/* One random word draws a packet by the integer part of its product, and the fraction is as good
 * as another word for RED. */
aqm_verdict choke_enqueue(choke_state* state, const choke_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t random) {
  if (queue->packets == 0) {
    state->left = state->accepted;
    state->condemned = 0;
  }
  const uint32_t known = known_packets(state);
  const uint64_t drawn = (uint64_t)random * known;
  aqm_verdict verdict =
      judge_by_red(state, params, queue, packet, known != 0 ? (uint32_t)drawn : random);
  if (verdict == AQM_DROP_FULL) {
    return verdict;
  }
  if (known != 0 && state->red.average_q32 >= params->red.min_q32) {
    uint32_t* entry = live_entry(state, known, (uint32_t)(drawn >> 32));
    if (*entry == (packet->flow_hash & HASH_BITS)) { /* of its flow, and not condemned */
      verdict = aqm_signal(packet, params->red.use_ecn);
      if (verdict == AQM_DROP) {
        *entry |= CHOKE_CONDEMNED;
        ++state->condemned;
      }
    }
  }
  if (verdict != AQM_DROP) {
    enter(state, packet->flow_hash);
  }
  return verdict;
}

aqm_verdict choke_dequeue(choke_state* state, const choke_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t now_us) {
  const uint32_t number = state->left;
  const uint32_t queued = state->accepted - number;
  if (queued == 0) {
    return AQM_ACCEPT;
  }
  ++state->left;
  if (queued > CHOKE_ENTRIES || (*entry_of(state, number) & CHOKE_CONDEMNED) == 0) {
    return AQM_ACCEPT;
  }
  --state->condemned;
  red_departed(&state->red, &params->red, queue, packet, now_us);
  return AQM_DROP;
}
