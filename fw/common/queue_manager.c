#include "fw/common/queue_manager.h"

#include "fw/common/arrival_ring.h"
#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/common/trap.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/console.h"
#include "fw/hal/csr.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/hal/verdict_port.h"
#include "fw/hal/watchdog.h"
#ifdef QUEUE_MANAGER_SERVES_AGGREGATES
#include "fw/dual_queue/aggregates.h"
#endif

/* Law of one service flow; null if firmware does not manage it. */
typedef struct {
  const aqm_algorithm* law;
  int excludes_ce; /* the queue length excludes marked packets */
  _Alignas(uint64_t) unsigned char params[AQM_PARAMS_BYTES_MAX];
  unsigned char* state; /* part of states[] */
} managed_flow;

/* States of all flows. Tables take room only until their state is initial, see take_state(). */
#define STATES_BYTES (AQM_ENGINE_FLOWS * AQM_REGISTER_BYTES_MAX + 2 * AQM_TABLE_BYTES_MAX)

static managed_flow flows[AQM_ENGINE_FLOWS];
static _Alignas(uint64_t) unsigned char states[STATES_BYTES];
static uint32_t states_used;
static arrival_ring ring;
static int judges_packets;
static uint32_t clamped_us; /* last tick at which the times in states were clamped */

static int is_of_another_tick(uint32_t departure, uint32_t tick) {
  return ingress_hold_departure_tick(departure) != tick % 256;
}

/* Laws see earlier departures before a verdict. A periodic law sees the departures before its
 * tick, the present one. */
static void see_departures(int only_before_tick) {
  const uint32_t tick = only_before_tick ? aqm_engine_ticks() : 0;
  for (uint32_t departure = ingress_hold_departure(); departure != 0;
       departure = ingress_hold_departure()) {
    if (only_before_tick && !is_of_another_tick(departure, tick)) {
      return;
    }
    managed_flow* flow = &flows[ingress_hold_departure_flow(departure)];
    aqm_packet packet = {0};
    aqm_queue behind = {0};
    ingress_hold_read_departure(departure, &packet, &behind);
    flow->law->departed(flow->state, flow->params, &behind, &packet,
                        ingress_hold_departure_left_us());
    ingress_hold_take_departure();
  }
}

/* A state begins with the words shared by law and data path. */
static void update_flow(unsigned number, uint32_t now_us) {
  managed_flow* flow = &flows[number];
  aqm_law* words = (aqm_law*)(void*)flow->state;
  aqm_queue queue = {0};
  if (judges_packets) {
    aqm_engine_read_queue(number, &queue);
  } else {
    aqm_engine_read_snapshot(number, &queue, words);
    words->measured = aqm_engine_measured(number);
  }
  queue.packets = aqm_engine_depth_packets(number);
  aqm_engine_read_grants_and_marks(number, &queue);
  flow->law->update(flow->state, flow->params, &queue, now_us);
  if (judges_packets) {
    aqm_engine_set_measured(number, words->measured);
  }
  aqm_engine_commit(number, words);
}

/* Clamps at the first tick of each span of the clock, like the engine for its own states. */
static void clamp_times(uint32_t now_us) {
  if (!aqm_clamp_is_due(now_us, clamped_us)) {
    return;
  }
  clamped_us = now_us;
  for (unsigned number = 0; number < AQM_ENGINE_FLOWS; ++number) {
    managed_flow* flow = &flows[number];
    if (flow->law != 0 && flow->law->clamp_times != 0) {
      flow->law->clamp_times(flow->state, flow->params, now_us);
    }
  }
}

static void serve_tick(void) {
  aqm_engine_clear_interrupt();
  watchdog_kick();
  const uint32_t now_us = aqm_engine_tick_time_us();
  if (judges_packets) {
    see_departures(1);
    clamp_times(now_us);
  }
  uint32_t pending = aqm_engine_pending_flows();
  for (unsigned flow = 0; pending != 0; ++flow, pending >>= 1) {
    if (pending & 1) {
      update_flow(flow, now_us);
    }
  }
}

static void look(uint32_t slot, uint32_t number, aqm_queue* queue) {
  ingress_hold_read_queue(slot, queue);
  queue->packets = ingress_hold_depth_packets(slot);
  queue->msr_tokens = ingress_hold_msr_tokens(slot);
  if (flows[number].excludes_ce) {
    ingress_hold_read_marks(slot, queue);
  }
}

static aqm_verdict judge_arrival(uint32_t slot, uint32_t number, aqm_queue* queue,
                                 aqm_packet* packet, uint32_t random) {
  managed_flow* flow = &flows[number];
  packet->enqueued_us = ingress_hold_arrived_us(slot);
  const aqm_verdict verdict = flow->law->enqueue(flow->state, flow->params, queue, packet, random);
  if (verdict == AQM_MARK || (verdict == AQM_ACCEPT && packet->ecn == AQM_CE)) {
    queue->ce_bytes += packet->size_bytes;
    ++queue->ce_packets;
  }
  return verdict;
}

static void serve_hold(void) {
  see_departures(0);
  arrival_ring_serve(&ring, look, judge_arrival);
}

static void serve_heads(void) {
  aqm_packet packet = {0};
  aqm_queue queue = {0};
  for (uint32_t head = verdict_port_head(); head != 0; head = verdict_port_head()) {
    managed_flow* flow = &flows[verdict_port_flow_of(head)];
    verdict_port_read_packet(head, &packet);
    queue.bytes = verdict_port_behind_bytes();
    verdict_port_judge(
        head, flow->law->dequeue(flow->state, flow->params, &queue, &packet, csr_time_us()));
  }
}

#ifdef QUEUE_MANAGER_SERVES_AGGREGATES
static uint32_t served_ticks;

/* Aggregates share the interrupt of the tick and are due more often. A tick without a pending flow
 * must be served too: only that clears its interrupt. */
static void serve_engine(void) {
  if (aggregates_serve()) {
    watchdog_kick();
  }
  const uint32_t ticks = aqm_engine_ticks();
  if (ticks != served_ticks) {
    served_ticks = ticks;
    serve_tick();
  }
}
#else
static inline void serve_engine(void) {
  serve_tick();
}
#endif

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    serve_engine();
  } else if (source == INTERRUPT_INGRESS_HOLD) {
    serve_hold();
  } else if (source == INTERRUPT_VERDICT_PORT) {
    serve_heads();
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

static const aqm_algorithm* find(const aqm_algorithm* const* laws, uint32_t id) {
  while (*laws != 0 && (*laws)->id != id) {
    ++laws;
  }
  return *laws;
}

static int is_same(const char* one, const char* other) {
  while (*one != 0 && *one == *other) {
    ++one;
    ++other;
  }
  return *one == *other;
}

/* Returns 0 if the law has no such option. */
static uint32_t option_named(const aqm_algorithm* law, const uint32_t* values, const char* name) {
  for (const aqm_option* option = law->options; option->name != 0; ++option, ++values) {
    if (is_same(option->name, name)) {
      return *values;
    }
  }
  return 0;
}

/* Tables belong to the data path, in hardware: once a state is initial, the next one takes the
 * place of its table. */
static unsigned char* take_state(const aqm_algorithm* law) {
  const uint32_t kept = law->state_bytes - law->table_bytes;
  unsigned char* state = &states[states_used];
  if (states_used + law->state_bytes > STATES_BYTES) {
    panic("the tables of these laws need more memory than this image has");
  }
  states_used += (kept + sizeof(uint64_t) - 1) / sizeof(uint64_t) * (uint32_t)sizeof(uint64_t);
  return state;
}

static void configure(managed_flow* flow, unsigned number, const aqm_algorithm* law) {
  aqm_config config;
  uint32_t options[AQM_OPTIONS_MAX];
  aqm_engine_read_config(number, &config);
  aqm_engine_read_options(number, aqm_count_options(law->options), options);
  const char* refused = law->params_init(flow->params, &config, options);
  if (refused != 0) {
    panic(refused);
  }
  flow->state = take_state(law);
  law->state_init(flow->state);
  flow->law = law;
  flow->excludes_ce = option_named(law, options, "exclude_ce") != 0;
}

static uint32_t configure_flows(const aqm_algorithm* const* laws) {
  const uint32_t count = aqm_engine_flow_count();
  const uint32_t enabled = aqm_engine_enabled_flows();
  uint32_t managed = 0;
  for (unsigned number = 0; number < count; ++number) {
    const uint32_t id = aqm_engine_algorithm_of(number);
    const aqm_algorithm* law = find(laws, id);
    if (law != 0) {
      configure(&flows[number], number, law);
      ++managed;
    } else if ((enabled >> number & 1) || (judges_packets && id != AQM_ENGINE_TAIL_DROP)) {
      panic("a service flow asks for a law that this image has not");
    }
  }
  return managed;
}

/* Returns the shortest update interval of the laws. */
static uint32_t tick_us(void) {
  uint32_t least_us = 0;
  for (unsigned number = 0; number < AQM_ENGINE_FLOWS; ++number) {
    const managed_flow* flow = &flows[number];
    if (flow->law != 0 && flow->law->update != 0) {
      const uint32_t interval_us = flow->law->update_interval_us(flow->params);
      least_us = least_us == 0 || interval_us < least_us ? interval_us : least_us;
    }
  }
  return least_us != 0 ? least_us : BACKGROUND_TICK_US;
}

_Noreturn void queue_manager_run(const char* program, const aqm_algorithm* const* laws) {
  judges_packets = ingress_hold_slots() != 0;
  const uint32_t managed = configure_flows(laws);
  console_print(program);
  console_print(": ");
  console_print_decimal(managed);
  console_print(managed == 1 ? " service flow\n" : " service flows\n");

  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  aqm_engine_enable_interrupt();
  if (judges_packets) {
    arrival_ring_start(&ring);
    interrupt_controller_enable(INTERRUPT_INGRESS_HOLD);
    ingress_hold_enable_interrupt();
    interrupt_controller_enable(INTERRUPT_VERDICT_PORT);
    verdict_port_enable_interrupt();
  }
  background_run(tick_us());
}
