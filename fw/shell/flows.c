#include "fw/shell/flows.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "fw/hal/csr.h"
#include "fw/shell/commands.h"

typedef struct {
  const char* name;
  size_t offset; /* in docsis_pie_params */
  uint32_t least;
  uint32_t most;
} parameter;

static const parameter kParameters[] = {
    {"latency_target_us", offsetof(docsis_pie_params, latency_target_us), 1,
     DOCSIS_PIE_LATENCY_TARGET_MAX_US},
    {"stale_us", offsetof(docsis_pie_params, stale_us), 0, 60000000},
    {"predictor", offsetof(docsis_pie_params, predictor), DOCSIS_PIE_TOKEN_BUCKET,
     DOCSIS_PIE_COMBINED},
};
#define PARAMETERS (sizeof kParameters / sizeof kParameters[0])

static const docsis_pie_law* the_law;
static uint32_t log_every; /* ticks; 0: none */
static uint32_t logged_tick;

void flows_use(const docsis_pie_law* law) {
  the_law = law;
}

static uint32_t* value_of(const parameter* which, uint32_t flow) {
  return (uint32_t*)(void*)((char*)&the_law->params[flow] + which->offset);
}

static int is_managed(uint32_t flow) {
  return flow < AQM_ENGINE_FLOWS && (aqm_engine_enabled_flows() >> flow & 1);
}

static int flow_in(const char* word, uint32_t* flow) {
  if (!commands_number(word, flow)) {
    return 0;
  }
  if (!is_managed(*flow)) {
    printf("%s: there is no such service flow\n", word);
    return 0;
  }
  return 1;
}

/* Converts to hundredths of a percent. */
static uint32_t per_myriad(uint32_t probability_q28) {
  return (uint32_t)((uint64_t)probability_q28 * 10000 >> 28);
}

/* Copies the state of one tick consistently. */
static docsis_pie_state state_of(uint32_t flow) {
  csr_disable_interrupts();
  const docsis_pie_state state = the_law->states[flow];
  csr_enable_interrupts();
  return state;
}

static void print_law(uint32_t flow) {
  const aqm_law law = state_of(flow).law;
  const uint32_t probability = per_myriad(law.drop_prob_q28);
  printf("flow %" PRIu32 ": %s, drop %" PRIu32 ".%02" PRIu32 " %%, delay %" PRIu32
         " us, burst %" PRIu32 " us",
         flow, law.status == DOCSIS_PIE_ACTIVE ? "active" : "quiet", probability / 100,
         probability % 100, law.qdelay_old_us, law.burst_us);
}

static void show(uint32_t flow) {
  aqm_counters counters;
  aqm_engine_read_counters(flow, &counters);
  print_law(flow);
  printf(", target %" PRIu32 " us\n", the_law->params[flow].latency_target_us);
  printf("  accepted %" PRIu32 " packets, dropped %" PRIu32 ", marked %" PRIu32
         ", without room %" PRIu32 ", missed updates %" PRIu32 ", conflicts %" PRIu32 "\n",
         counters.accepted, counters.dropped, counters.marked, counters.without_room,
         counters.missed_updates, counters.commit_conflicts);
}

void flows_show(int count, char** words) {
  uint32_t flow = 0;
  if (count == 1) {
    if (flow_in(words[0], &flow)) {
      show(flow);
    }
    return;
  }
  for (; flow < AQM_ENGINE_FLOWS; ++flow) {
    if (is_managed(flow)) {
      show(flow);
    }
  }
}

static void list(void) {
  for (uint32_t flow = 0; flow < AQM_ENGINE_FLOWS; ++flow) {
    for (unsigned i = 0; is_managed(flow) && i < PARAMETERS; ++i) {
      printf("%" PRIu32 " %s %" PRIu32 "\n", flow, kParameters[i].name,
             *value_of(&kParameters[i], flow));
    }
  }
}

static void change(const parameter* which, uint32_t flow, const char* word) {
  uint32_t value = 0;
  if (!commands_number(word, &value)) {
    return;
  }
  if (value < which->least || value > which->most) {
    printf("%s: expected %" PRIu32 " to %" PRIu32 "\n", word, which->least, which->most);
    return;
  }
  *(volatile uint32_t*)value_of(which, flow) = value;
}

void flows_set(int count, char** words) {
  uint32_t flow = 0;
  if (count == 0) {
    list();
    return;
  }
  if (count != 3) {
    printf("usage: set FLOW NAME VALUE\n");
    return;
  }
  if (!flow_in(words[0], &flow)) {
    return;
  }
  for (unsigned i = 0; i < PARAMETERS; ++i) {
    if (strcmp(kParameters[i].name, words[1]) == 0) {
      change(&kParameters[i], flow, words[2]);
      return;
    }
  }
  printf("%s: no such parameter, try set\n", words[1]);
}

void flows_log(int count, char** words) {
  (void)count;
  uint32_t every = 0;
  if (commands_number(words[0], &every)) {
    log_every = every;
    logged_tick = aqm_engine_ticks();
  }
}

void flows_keep_log(void) {
  const uint32_t tick = aqm_engine_ticks();
  if (log_every == 0 || tick - logged_tick < log_every) {
    return;
  }
  logged_tick = tick;
  for (uint32_t flow = 0; flow < AQM_ENGINE_FLOWS; ++flow) {
    if (is_managed(flow)) {
      printf("%" PRIu32 " us ", aqm_engine_tick_time_us());
      print_law(flow);
      putchar('\n');
    }
  }
}
