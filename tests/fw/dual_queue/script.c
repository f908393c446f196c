#include "tests/fw/dual_queue/script.h"

#include "models/aqm/dual_queue/dual_queue.h"
#include "models/aqm/dual_queue/flow_identity.h"
#include "models/aqm/dual_queue/latency_histogram.h"

#define HEADER_OCTETS 42u

static dual_queue_params params;
static dual_queue_state state;
static latency_histogram histogram;
static uint32_t seed;

/* Marsaglia's xorshift32. */
static uint32_t draw(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return seed;
}

static uint64_t mixed(uint64_t digest, uint64_t value) {
  for (uint32_t octet = 0; octet < 8; ++octet) {
    digest = (digest ^ (value >> 8 * octet & 0xFF)) * UINT64_C(0x100000001B3);
  }
  return digest;
}

/* One of 64 flows: Ethernet, IPv4, UDP. */
static uint64_t flow_of(uint32_t number) {
  uint8_t header[HEADER_OCTETS] = {2,    0, 0,   0,  0, 1, 2,    0,    0,  0,    0, 2, 8,  0,
                                   0x45, 0, 0,   28, 0, 7, 0,    0,    64, 17,   0, 0, 10, 0,
                                   0,    1, 192, 0,  2, 9, 0x13, 0x88, 1,  0xBB, 0, 8, 0,  0};
  header[35] = (uint8_t)number;
  return flow_identity_hash_of_frame(header, HEADER_OCTETS, 1);
}

static uint64_t digest_of_state(void) {
  uint64_t digest = mixed(0, state.vq.delay_ns);
  digest = mixed(digest, state.alignment.queued_bytes_q16);
  digest = mixed(digest, state.alignment.loop_delay_ns_q16);
  digest = mixed(digest, state.coupled_q32);
  digest = mixed(digest, state.count_q32);
  digest = mixed(digest, state.classic.law.drop_prob_q28);
  for (uint32_t b = 0; b <= QUEUE_PROTECTION_DREGS; ++b) {
    digest = mixed(digest, state.protection.buckets[b].id);
    digest = mixed(digest, state.protection.buckets[b].expires);
  }
  const latency_histogram_config edges = latency_histogram_usual();
  return mixed(digest, latency_histogram_quantile_ns(&histogram, &edges, 990000));
}

uint32_t script_run(uint32_t packets, uint32_t words[SCRIPT_WORDS]) {
  dual_queue_config config = dual_queue_config_absent();
  config.amsr_bits_per_s = 49999999; /* divides nothing */
  config.msr_l_bits_per_s = 48000001;
  config.estimate = DUAL_QUEUE_DELAY_V;
  config.classic_buffer_bytes = 150000;
  config.ggr_bits_per_s = 5000000;
  config.ggi_us = 1000;
  config.map_interval_ns = 945000;
  config.frame_ns = 135000;
  if (dual_queue_params_init(&params, &config) != 0) {
    return 1;
  }
  const latency_histogram_config edges = latency_histogram_usual();
  dual_queue_state_init(&state);
  latency_histogram_clear(&histogram);
  seed = 0x2545F491u;
  uint64_t digest = 0;
  uint64_t classic_bytes = 0;
  dual_queue_packet packet = {1000000, 0, 0, 0};
  aqm_queue ll = {0};
  aqm_queue classic = {0};
  for (uint32_t i = 0; i < 4; ++i) {
    words[4 + i] = 0;
  }
  for (uint32_t i = 0; i < packets; ++i) {
    packet.now_ns += draw() % 220000;
    packet.size_bytes = 64 + draw() % 1459;
    packet.ecn = (uint8_t)(draw() & 3);
    packet.flow = flow_of(draw() & 63);
    ll.bytes = draw() % 70000;
    classic.bytes = (uint32_t)classic_bytes;
    dual_queue_decision decision = dual_queue_arrive_ll(&state, &params, &ll, &packet);
    latency_histogram_count(&histogram, &edges, decision.delay_ns);
    digest = mixed(digest, decision.verdict + 8 * decision.mark);
    digest = mixed(digest, decision.delay_ns);
    digest = mixed(digest, decision.prob_q32);
    words[4] += decision.mark;
    words[5] += decision.verdict == DUAL_QUEUE_REDIRECT;
    decision = dual_queue_arrive_classic(&state, &params, &classic, &packet, draw());
    digest = mixed(digest, decision.verdict);
    words[6] += decision.verdict == DUAL_QUEUE_DROP;
    words[7] += decision.verdict == DUAL_QUEUE_DROP_FULL;
    classic_bytes =
        decision.verdict < DUAL_QUEUE_DROP ? classic_bytes + packet.size_bytes : classic_bytes;
    classic_bytes -= classic_bytes < 700 ? classic_bytes : 700;
    if (i % 4 == 0) {
      dual_queue_sample_loop(&state, &params, 1500000 + draw() % 1000000);
      dual_queue_align(&state, &params, ll.bytes);
    }
    if (i % 30 == 0) {
      dual_queue_update(&state, &params, &classic);
    }
  }
  const uint64_t digest_at_end = digest_of_state();
  words[0] = (uint32_t)(digest >> 32);
  words[1] = (uint32_t)digest;
  words[2] = (uint32_t)(digest_at_end >> 32);
  words[3] = (uint32_t)digest_at_end;
  return 0;
}
