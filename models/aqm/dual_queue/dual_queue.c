#include "models/aqm/dual_queue/dual_queue.h"

#include "models/aqm/docsis_pie/docsis_pie.h"

#define ONE_Q32 IMMEDIATE_AQM_ONE_Q32

static void clear(dual_queue_counters* counters) {
  const dual_queue_counters none = {0, 0, 0, 0, 0, 0, 0, 0};
  *counters = none;
}

static void begin_counts_anew(dual_queue_state* state) {
  state->count_q32 = 0;
  state->ect0_count_q32 = 0;
  state->overload_count_q32 = 0;
}

void dual_queue_state_init(dual_queue_state* state) {
  const virtual_queue empty = {0, 0};
  const virtual_queue_alignment unknown = {0, 0, 0, 0, 0, 0};
  docsis_pie_state_init(&state->classic);
  state->vq = empty;
  state->alignment = unknown;
  state->coupled_q32 = 0;
  state->classic_count_q32 = 0;
  state->interval_bytes = 0;
  begin_counts_anew(state);
  queue_protection_state_init(&state->protection);
  clear(&state->ll_counters);
  clear(&state->classic_counters);
}

static void count_arrival(dual_queue_counters* counters, uint32_t ecn) {
  ++counters->arrived;
  counters->arrived_ect0 += ecn == AQM_ECT0;
  counters->arrived_ect1 += ecn == AQM_ECT1;
  counters->arrived_ce += ecn == AQM_CE;
}

static void count_verdict(dual_queue_counters* counters, const dual_queue_decision* decision,
                          uint32_t ecn) {
  counters->marked += decision->mark != 0 && ecn != AQM_CE;
  counters->sanctioned += decision->verdict == DUAL_QUEUE_REDIRECT;
  counters->aqm_dropped += decision->verdict == DUAL_QUEUE_DROP;
  counters->full_dropped += decision->verdict == DUAL_QUEUE_DROP_FULL;
}

static uint64_t greater(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* Bytes and size, where both may be large. */
static uint32_t with(uint32_t bytes, uint32_t size_bytes) {
  const uint64_t sum = (uint64_t)bytes + size_bytes;
  return sum < AQM_COUNT_MAX ? (uint32_t)sum : AQM_COUNT_MAX;
}

static uint64_t classic_prob_q32(const dual_queue_state* state, const dual_queue_packet* packet) {
  return coupling_classic_prob_q32(state->classic.law.drop_prob_q28, packet->size_bytes);
}

static int in_overload(const dual_queue_state* state) {
  return state->coupled_q32 >= ONE_Q32;
}

/* Whether the marking picks this packet. */
static int is_picked(dual_queue_state* state, const dual_queue_params* params,
                     const dual_queue_packet* packet, uint64_t prob_q32) {
  if (packet->ecn == AQM_ECT0 && params->ect0_in_ll == DUAL_QUEUE_ECT0_CLASSIC) {
    return immediate_aqm_recur(&state->ect0_count_q32, classic_prob_q32(state, packet));
  }
  return immediate_aqm_recur(&state->count_q32, prob_q32);
}

static int has_room(const dual_queue_params* params, const aqm_queue* ll,
                    const dual_queue_packet* packet, uint64_t delay_ns) {
  if (ll->full != 0) {
    return 0;
  }
  return params->virtual_estimate != 0
             ? delay_ns < params->ll_limit_ns
             : (uint64_t)ll->bytes + packet->size_bytes < params->ll_limit_bytes;
}

static int is_sanctioned(dual_queue_state* state, const dual_queue_params* params,
                         const dual_queue_packet* packet, const dual_queue_decision* decision) {
  return params->protect != 0 &&
         queue_protection_judge(&state->protection, &params->protection, packet->flow,
                                packet->size_bytes, decision->delay_ns, decision->prob_native_q32,
                                packet->now_ns)
                 .sanction != 0;
}

/* Whether overload drops the packet: RFC 9332 sec. 4.2.3, with a count in place of a random
 * number. */
static int overload_drops(dual_queue_state* state, const dual_queue_params* params,
                          const dual_queue_packet* packet) {
  return params->overload_drops != 0 && in_overload(state) &&
         immediate_aqm_recur(&state->overload_count_q32, classic_prob_q32(state, packet));
}

static uint32_t ll_verdict(dual_queue_state* state, const dual_queue_params* params,
                           const aqm_queue* ll, const dual_queue_packet* packet, int picked,
                           const dual_queue_decision* decision) {
  if (is_sanctioned(state, params, packet, decision)) {
    return DUAL_QUEUE_REDIRECT;
  }
  if (overload_drops(state, params, packet)) {
    return DUAL_QUEUE_DROP;
  }
  if (picked && packet->ecn == AQM_NOT_ECT && params->protect == 0) {
    return DUAL_QUEUE_DROP;
  }
  if (!has_room(params, ll, packet, decision->delay_ns)) {
    begin_counts_anew(state);
    return DUAL_QUEUE_DROP_FULL;
  }
  return decision->mark != 0 ? DUAL_QUEUE_MARK : DUAL_QUEUE_ACCEPT;
}

dual_queue_decision dual_queue_arrive_ll(dual_queue_state* state, const dual_queue_params* params,
                                         const aqm_queue* ll, const dual_queue_packet* packet) {
  dual_queue_decision decision = {DUAL_QUEUE_ACCEPT, 0, 0, 0, 0};
  uint64_t increment_ns = 0;
  if (params->virtual_estimate != 0) {
    increment_ns = aqm_scaled(packet->size_bytes, &params->vq.ns_per_byte);
    decision.delay_ns = virtual_queue_arrive(&state->vq, increment_ns, packet->now_ns);
  } else {
    decision.delay_ns = aqm_scaled(with(ll->bytes, packet->size_bytes), &params->vq.ns_per_byte);
  }
  decision.prob_native_q32 = immediate_aqm_prob_q32(&params->ramp, decision.delay_ns);
  decision.prob_q32 = greater(decision.prob_native_q32, state->coupled_q32);
  const int picked = is_picked(state, params, packet, decision.prob_q32);
  decision.mark = picked && packet->ecn != AQM_NOT_ECT;
  decision.verdict = ll_verdict(state, params, ll, packet, picked, &decision);
  if (decision.verdict != DUAL_QUEUE_ACCEPT && decision.verdict != DUAL_QUEUE_MARK) {
    virtual_queue_undo(&state->vq, increment_ns);
  }
  if (decision.verdict != DUAL_QUEUE_REDIRECT) {
    state->interval_bytes = with(state->interval_bytes, packet->size_bytes);
  }
  if (decision.verdict == DUAL_QUEUE_DROP || decision.verdict == DUAL_QUEUE_DROP_FULL) {
    decision.mark = 0;
  }
  count_arrival(&state->ll_counters, packet->ecn);
  count_verdict(&state->ll_counters, &decision, packet->ecn);
  return decision;
}

static aqm_verdict pie_verdict(dual_queue_state* state, const dual_queue_params* params,
                               const aqm_queue* classic, const dual_queue_packet* packet,
                               uint32_t random) {
  const aqm_packet judged = {packet->size_bytes, 0, packet->ecn, 0};
  return docsis_pie_enqueue(&state->classic, &params->classic, classic, &judged, random);
}

/* RFC 9332 sec. 2.5.1.1: traffic of low latency in the Classic queue gets p_CL, as marks. */
static aqm_verdict coupled_verdict(dual_queue_state* state, const dual_queue_params* params,
                                   const aqm_queue* classic, const dual_queue_packet* packet) {
  const aqm_packet judged = {packet->size_bytes, 0, packet->ecn, 0};
  if (aqm_is_full(classic, &judged, params->classic.buffer_bytes, params->classic.limit_packets)) {
    state->classic_count_q32 = 0;
    return AQM_DROP_FULL;
  }
  return immediate_aqm_recur(&state->classic_count_q32, state->coupled_q32) ? AQM_MARK : AQM_ACCEPT;
}

dual_queue_decision dual_queue_arrive_classic(dual_queue_state* state,
                                              const dual_queue_params* params,
                                              const aqm_queue* classic,
                                              const dual_queue_packet* packet, uint32_t random) {
  dual_queue_decision decision = {DUAL_QUEUE_ACCEPT, 0, 0, 0, 0};
  if (params->ect1_in_classic != 0 && (packet->ecn == AQM_ECT1 || packet->ecn == AQM_CE) &&
      !in_overload(state)) {
    decision.prob_q32 = state->coupled_q32;
    decision.verdict = coupled_verdict(state, params, classic, packet);
  } else {
    decision.prob_q32 = classic_prob_q32(state, packet);
    decision.verdict = pie_verdict(state, params, classic, packet, random);
  }
  decision.mark = decision.verdict == DUAL_QUEUE_MARK;
  count_arrival(&state->classic_counters, packet->ecn);
  count_verdict(&state->classic_counters, &decision, packet->ecn);
  return decision;
}

uint32_t dual_queue_classic_delay_us(const dual_queue_state* state, const dual_queue_params* params,
                                     const aqm_queue* classic) {
  return coupling_classic_delay_us(classic->bytes,
                                   coupling_classic_rate(&params->rates, state->interval_bytes));
}

uint64_t dual_queue_run_law(docsis_pie_state* classic_state, const dual_queue_params* params,
                            const aqm_queue* classic, uint32_t interval_bytes) {
  /* DOCSIS-PIE predicts at a byte per microsecond (dual_queue_params.c): this queue takes as long
   * as the real one does at r_C. */
  aqm_queue delayed = *classic;
  delayed.bytes = coupling_classic_delay_us(classic->bytes,
                                            coupling_classic_rate(&params->rates, interval_bytes));
  delayed.msr_tokens = 0;
  docsis_pie_update(classic_state, &params->classic, &delayed, 0);
  return classic_state->law.burst_us > 0
             ? 0
             : coupling_prob_q32(classic_state->law.drop_prob_q28, params->coupling_tenths);
}

void dual_queue_update(dual_queue_state* state, const dual_queue_params* params,
                       const aqm_queue* classic) {
  state->coupled_q32 = dual_queue_run_law(&state->classic, params, classic, state->interval_bytes);
  state->interval_bytes = 0;
}

int dual_queue_commit(dual_queue_state* state, const aqm_law* law, uint64_t coupled_q32) {
  state->coupled_q32 = coupled_q32;
  return aqm_law_commit(&state->classic.law, law);
}

void dual_queue_sample_loop(dual_queue_state* state, const dual_queue_params* params,
                            uint32_t loop_delay_ns) {
  if (params->virtual_estimate != 0) {
    virtual_queue_sample_loop(&state->alignment, &params->vq, loop_delay_ns);
  }
}

void dual_queue_align(dual_queue_state* state, const dual_queue_params* params,
                      uint32_t queued_bytes) {
  if (params->virtual_estimate != 0) {
    virtual_queue_align(&state->vq,
                        virtual_queue_least_ns(&state->alignment, &params->vq, queued_bytes));
  }
}

uint8_t dual_queue_remarked(const dual_queue_params* params, uint8_t traffic_class) {
  uint32_t dscp = (uint32_t)traffic_class >> 2;
  uint32_t ecn = traffic_class & 3u;
  if (params->remark_dscp != DUAL_QUEUE_ABSENT) {
    dscp = params->remark_dscp;
  }
  if (params->remark_ecn != DUAL_QUEUE_ABSENT && ecn != AQM_CE) {
    ecn = params->remark_ecn;
  }
  return (uint8_t)(dscp << 2 | ecn);
}
