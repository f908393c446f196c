#include "models/aqm/dual_queue/queue_protection.h"

#define NS_PER_US 1000u
#define BUCKET_MASK (QUEUE_PROTECTION_NBUCKETS - 1)

const char* queue_protection_params_init(queue_protection_params* params,
                                         const queue_protection_config* config) {
  if (config->critical_ql_us > QUEUE_PROTECTION_THRESHOLD_MAX_US) {
    return "critical_ql_us: expected 0..65535";
  }
  if (config->critical_score_us > QUEUE_PROTECTION_THRESHOLD_MAX_US) {
    return "critical_score_us: expected 0..65535";
  }
  if (config->lg_aging > QUEUE_PROTECTION_LG_AGING_MAX) {
    return "lg_aging: expected 0..31, log2 of bytes per second";
  }
  if (config->lg_tick > QUEUE_PROTECTION_LG_TICK_MAX) {
    return "lg_tick: expected 0..16, log2 of nanoseconds";
  }
  params->critical_ql_ns = config->critical_ql_us * NS_PER_US;
  params->product =
      (uint64_t)params->critical_ql_ns * (config->critical_score_us * NS_PER_US >> config->lg_tick);
  params->score_max = QUEUE_PROTECTION_SCORE_MAX_NS >> config->lg_tick;
  params->score_shift = config->lg_aging + 2 + config->lg_tick;
  params->lg_tick = config->lg_tick;
  return 0;
}

void queue_protection_state_init(queue_protection_state* state) {
  for (uint32_t b = 0; b <= QUEUE_PROTECTION_NBUCKETS; ++b) {
    state->buckets[b].id = 0;
    state->buckets[b].expires = 0;
  }
}

static void expire(queue_protection_bucket* bucket, uint64_t now) {
  if (bucket->expires < now) {
    bucket->expires = now;
  }
}

uint32_t queue_protection_pick(queue_protection_state* state, uint64_t flow, uint64_t now) {
  uint32_t hash = (uint32_t)flow;
  uint32_t taken = QUEUE_PROTECTION_DREGS;
  for (uint32_t attempt = 0; attempt < QUEUE_PROTECTION_ATTEMPTS; ++attempt) {
    const uint32_t index = hash & BUCKET_MASK;
    queue_protection_bucket* bucket = &state->buckets[index];
    if (bucket->id == flow) {
      expire(bucket, now);
      return index;
    }
    if (taken == QUEUE_PROTECTION_DREGS && bucket->expires <= now) {
      taken = index;
    }
    hash >>= QUEUE_PROTECTION_BI_SIZE;
  }
  expire(&state->buckets[taken], now);
  state->buckets[taken].id = flow;
  return taken;
}

uint64_t queue_protection_fill(queue_protection_state* state, const queue_protection_params* params,
                               uint32_t bucket, uint32_t size_bytes, uint64_t prob_native_q32,
                               uint64_t now) {
  queue_protection_bucket* filled = &state->buckets[bucket];
  const uint64_t increment = (prob_native_q32 * size_bytes) >> params->score_shift;
  uint64_t score = filled->expires - now + increment;
  if (score > params->score_max) {
    score = params->score_max;
  }
  filled->expires = now + score;
  return score;
}

/* a x b > limit, in 128 bits. */
static int product_exceeds(uint64_t a, uint64_t b, uint64_t limit) {
  const uint64_t a_high = a >> 32;
  const uint64_t b_high = b >> 32;
  if (a_high != 0 && b_high != 0) {
    return 1;
  }
  /* One of the two products is 0. */
  const uint64_t middle = a_high * (b & UINT32_MAX) + b_high * (a & UINT32_MAX);
  const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
  const uint64_t sum = (middle << 32) + low;
  return middle >> 32 != 0 || sum < low || sum > limit;
}

int queue_protection_sanctions(const queue_protection_params* params, uint64_t delay_ns,
                               uint64_t score) {
  return (delay_ns > params->critical_ql_ns && product_exceeds(delay_ns, score, params->product)) ||
         score >= params->score_max;
}

queue_protection_verdict queue_protection_judge(queue_protection_state* state,
                                                const queue_protection_params* params,
                                                uint64_t flow, uint32_t size_bytes,
                                                uint64_t delay_ns, uint64_t prob_native_q32,
                                                uint64_t now_ns) {
  const uint64_t now = now_ns >> params->lg_tick;
  const uint32_t bucket = queue_protection_pick(state, flow, now);
  const uint64_t score =
      queue_protection_fill(state, params, bucket, size_bytes, prob_native_q32, now);
  const queue_protection_verdict verdict = {
      bucket, (uint32_t)queue_protection_sanctions(params, delay_ns, score), score};
  return verdict;
}
