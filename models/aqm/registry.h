/* Lists every algorithm of this folder in one table, so that the owner of a queue selects it by
 * name. State and parameters are blocks of the stated size, aligned for uint64_t. */
#ifndef DOCSIS_VP_AQM_REGISTRY_H
#define DOCSIS_VP_AQM_REGISTRY_H

#include "models/aqm/aqm.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AQM_PARAMS_BYTES_MAX 160
/* A state begins with registers, and may end with a table in RAM. */
#define AQM_REGISTER_BYTES_MAX 128
#define AQM_TABLE_BYTES_MAX 4096
#define AQM_STATE_BYTES_MAX (AQM_REGISTER_BYTES_MAX + AQM_TABLE_BYTES_MAX)

/* Places in which an algorithm may run. */
enum {
  AQM_IN_HARDWARE = 1,      /* the modem's AQM engine */
  AQM_LAW_IN_FIRMWARE = 2,  /* its periodic law on the control CPU */
  AQM_DROP_IN_FIRMWARE = 4, /* its per-packet decision on the control CPU */
  AQM_AT_CMTS = 8,          /* a downstream queue */
};

/* Upper bound of one call's operations, for any options: the highest number of each kind, counted
 * in its C source. */
typedef struct {
  uint16_t additions; /* includes subtractions; shifts and logic are wires in hardware */
  uint16_t multiplications;
  uint16_t divisions;
  uint16_t comparisons;
  uint16_t words_read; /* 32-bit words of state, parameters, tables; once per call */
  uint16_t words_written;
  uint16_t random_words;
} aqm_operations;

/* Cost of an algorithm in hardware built for it. */
typedef struct {
  aqm_operations enqueue;
  aqm_operations dequeue;
  aqm_operations departed;
  aqm_operations update;
  uint32_t timestamp_bits; /* kept with every queued packet */
  uint32_t queues;
} aqm_cost;

typedef struct {
  const char* name;
  uint32_t id;        /* in registers; unique and permanent */
  const char* title;  /* name for users */
  const char* source; /* document that defines it */
  const char* family; /* its folder in models/aqm, shared by flavours of one law; 0: none */
  /* The image of fw/ that is built for it; 0: "mixed", which computes every law of the registry. */
  const char* firmware;
  uint32_t mib_value;   /* algorithm in use, as DOCS-QOS3-MIB numbers it; 0: other(2) */
  uint32_t limits_only; /* not 0: drops only packets that exceed the buffer's limits */
  uint32_t places;
  uint32_t params_bytes;
  uint32_t state_bytes;
  uint32_t table_bytes;      /* the part of state_bytes that is a table, at its end; 0: none */
  uint32_t reads_flow_hash;  /* not 0: reads aqm_packet.flow_hash */
  uint32_t target_us;        /* default latency_target_us; 0: none */
  const aqm_option* options; /* ends with an option with name 0 */
  aqm_cost cost;

  /* Sets the parameters from option values that aqm_check_options() accepts, in the order of
   * `options`; 0: all defaults. Returns 0, or a sentence that begins with the key, of aqm_config or
   * of an option, and gives the expectation. Divides; for configuration. */
  const char* (*params_init)(void* params, const aqm_config* config, const uint32_t* options);
  void (*state_init)(void* state);
  aqm_verdict (*enqueue)(void* state, const void* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random);
  /* 0: no decision at the head. */
  aqm_verdict (*dequeue)(void* state, const void* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t now_us);
  /* 0: ignores departures. */
  void (*departed)(void* state, const void* params, const aqm_queue* queue,
                   const aqm_packet* packet, uint32_t now_us);
  /* Reports packets that the queue's owner has dropped to make room; 0: ignores them. */
  void (*overflowed)(void* state, uint32_t packets);
  /* Replaces times of the state far in the past, see aqm.h; 0: the state has no times. */
  void (*clamp_times)(void* state, const void* params, uint32_t now_us);
  /* The data path's accumulated probability, UQ4.28, for registers and traces; 0: it has none. */
  uint32_t (*accumulator_q28)(const void* state);

  /* All three 0: no periodic law. With a periodic law, the state begins with its aqm_law. If the
   * law runs apart from the data path, it has a state of its own: it loads the latched words and
   * updates its state, and aqm_law_commit() copies the words to the data path. */
  uint32_t (*update_interval_us)(const void* params);
  void (*update)(void* state, const void* params, const aqm_queue* queue, uint32_t now_us);
  /* Predicted delay of the queue. A law with its own measurement returns the prediction of its
   * last update. Microseconds. */
  uint32_t (*queue_delay_us)(const void* state, const void* params, const aqm_queue* queue);
  /* The departure rate that the algorithm measures or tracks, in bytes per second, for traces; 0:
   * not known. law_state: the state of a law that runs apart from the data path, else equal to
   * state. A null pointer: the algorithm measures none. May divide. */
  uint32_t (*departure_rate)(const void* state, const void* law_state, const void* params);
  /* Returns not 0 if, as configured, update does not read granted_bytes, acked_request_bytes or
   * drained_maps. A null pointer: it may read them. */
  int (*ignores_answers)(const void* params);
} aqm_algorithm;

/* Sorted by name; ends with 0. */
extern const aqm_algorithm* const aqm_algorithms[];

/* Returns 0 for an unknown name. */
const aqm_algorithm* aqm_find(const char* name);

#ifdef __cplusplus
}
#endif

#endif
