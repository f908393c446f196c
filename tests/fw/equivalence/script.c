#include "tests/fw/equivalence/script.h"

/* A link of 1.25 MB/s behind a buffer of 250 ms. */
#define BYTES_PER_S 1250000u
#define BUFFER_BYTES 312500u
#define RING 8192u /* more packets than the buffer holds */

typedef struct {
  uint32_t enqueued_us;
  uint16_t size_bytes;
  uint8_t ecn;
} queued;

typedef struct {
  uint64_t params[AQM_PARAMS_BYTES_MAX / 8];
  uint64_t state[AQM_STATE_BYTES_MAX / 8];
  queued ring[RING];
  uint32_t first;
  aqm_queue queue;
  uint32_t random;
  uint32_t now_us;
  uint32_t next_departure_us;
  uint32_t verdicts;
} bench;

static bench b;

static uint32_t next_random(void) {
  b.random ^= b.random << 13;
  b.random ^= b.random >> 17;
  b.random ^= b.random << 5;
  return b.random;
}

static inline uint32_t cycle_counter(void) {
#ifdef __riscv
  uint32_t cycles;
  __asm__ volatile(".option push\n.option arch, +zicsr\ncsrr %0, mcycle\n.option pop"
                   : "=r"(cycles)
                   :
                   : "memory");
  return cycles;
#else
  return 0;
#endif
}

static void note_cost(script_cost* cost, uint32_t begin) {
  const uint32_t cycles = cycle_counter() - begin;
  ++cost->calls;
  cost->cycles += cycles;
  cost->longest = cycles > cost->longest ? cycles : cost->longest;
}

static void report(const aqm_algorithm* law, aqm_verdict verdict, script_sink* sink,
                   script_result* result) {
  const uint32_t* words = (const uint32_t*)(const void*)b.state;
  for (uint32_t i = 0; i < law->state_bytes / 4; ++i) {
    result->state_digest = (result->state_digest ^ words[i]) * 16777619u;
  }
  b.verdicts |= (uint32_t)verdict << (result->decisions % 16 * 2);
  if (++result->decisions % 16 == 0) {
    sink(b.verdicts);
    b.verdicts = 0;
  }
}

static void leave_ring(const queued* head) {
  b.first = (b.first + 1) % RING;
  b.queue.bytes -= head->size_bytes;
  --b.queue.packets;
  if (head->ecn == AQM_CE) {
    b.queue.ce_bytes -= head->size_bytes;
    --b.queue.ce_packets;
  }
}

static void depart(const aqm_algorithm* law, script_sink* sink, script_result* result) {
  while (b.queue.packets != 0) {
    const queued head = b.ring[b.first];
    const aqm_packet packet = {head.size_bytes, head.enqueued_us, head.ecn, 0};
    leave_ring(&head);
    if (law->dequeue != 0) {
      const uint32_t begin = cycle_counter();
      const aqm_verdict verdict =
          law->dequeue(b.state, b.params, &b.queue, &packet, b.next_departure_us);
      note_cost(&result->costs[SCRIPT_DEQUEUE], begin);
      report(law, verdict, sink, result);
      if (verdict == AQM_DROP || verdict == AQM_DROP_FULL) {
        continue;
      }
    }
    if (law->departed != 0) {
      const uint32_t begin = cycle_counter();
      law->departed(b.state, b.params, &b.queue, &packet, b.next_departure_us);
      note_cost(&result->costs[SCRIPT_DEPARTED], begin);
    }
    b.next_departure_us += head.size_bytes * 4u / 5u;
    return;
  }
}

static void arrive(const aqm_algorithm* law, script_sink* sink, script_result* result) {
  const uint32_t draw = next_random();
  const uint32_t word = next_random();
  aqm_packet packet = {64 + draw % 1455, b.now_us, (uint8_t)(draw >> 16 & 3), 0};
  const uint32_t begin = cycle_counter();
  const aqm_verdict verdict = law->enqueue(b.state, b.params, &b.queue, &packet, word);
  note_cost(&result->costs[SCRIPT_ENQUEUE], begin);
  report(law, verdict, sink, result);
  if (verdict == AQM_DROP || verdict == AQM_DROP_FULL) {
    return;
  }
  if (verdict == AQM_MARK) {
    packet.ecn = AQM_CE;
  }
  if (b.queue.packets == 0 && aqm_has_come(b.now_us, b.next_departure_us)) {
    b.next_departure_us = b.now_us + packet.size_bytes * 4u / 5u;
  }
  b.ring[(b.first + b.queue.packets) % RING] =
      (queued){b.now_us, (uint16_t)packet.size_bytes, packet.ecn};
  b.queue.bytes += packet.size_bytes;
  ++b.queue.packets;
  if (packet.ecn == AQM_CE) {
    b.queue.ce_bytes += packet.size_bytes;
    ++b.queue.ce_packets;
  }
}

/* Twice the link's rate, its rate, a third of it, and so on, for 2048 packets each. */
static uint32_t gap_us(uint32_t packet) {
  static const uint16_t longest[8] = {633, 1300, 4000, 400, 1100, 2500, 900, 200};
  return next_random() % longest[packet >> 11 & 7];
}

static void begin(uint32_t seed) {
  b = (bench){.random = seed | 1, .now_us = UINT32_MAX - 5000000u}; /* time wraps soon */
  b.next_departure_us = b.now_us;
}

const char* script_run(const aqm_algorithm* law, uint32_t seed, uint32_t packets, script_sink* sink,
                       script_result* result) {
  const aqm_config config = {.latency_target_us = law->target_us,
                             .peak_rate_bytes_per_s = BYTES_PER_S,
                             .msr_bytes_per_s = BYTES_PER_S,
                             .buffer_bytes = BUFFER_BYTES};
  *result = (script_result){.decisions = 0};
  begin(seed);
  const char* refused = law->params_init(b.params, &config, 0);
  if (refused != 0) {
    return refused;
  }
  law->state_init(b.state);
  const uint32_t interval_us = law->update != 0 ? law->update_interval_us(b.params) : 0;
  uint32_t tick_us = b.now_us + interval_us;
  for (uint32_t i = 0; i < packets; ++i) {
    b.now_us += gap_us(i);
    while (b.queue.packets != 0 && aqm_has_come(b.now_us, b.next_departure_us)) {
      depart(law, sink, result);
    }
    for (; interval_us != 0 && aqm_has_come(b.now_us, tick_us); tick_us += interval_us) {
      const uint32_t begin_cycle = cycle_counter();
      law->update(b.state, b.params, &b.queue, tick_us);
      note_cost(&result->costs[SCRIPT_UPDATE], begin_cycle);
    }
    arrive(law, sink, result);
  }
  return 0;
}
