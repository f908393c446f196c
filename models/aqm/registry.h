/* Every algorithm of this folder behind one table, so that whoever runs a queue picks by name.
 * State and parameters are blocks of the stated size, aligned for uint64_t. */
#ifndef DOCSIS_VP_AQM_REGISTRY_H
#define DOCSIS_VP_AQM_REGISTRY_H

#include "models/aqm/aqm.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AQM_PARAMS_BYTES_MAX 160
#define AQM_STATE_BYTES_MAX 128

/* Where an algorithm may run. */
enum {
  AQM_IN_HARDWARE = 1,      /* the modem's AQM engine */
  AQM_LAW_IN_FIRMWARE = 2,  /* its periodic law on the control CPU */
  AQM_DROP_IN_FIRMWARE = 4, /* its per-packet decision on the control CPU */
  AQM_AT_CMTS = 8,          /* a downstream queue */
};

/* What a function does at most, with whatever options: the most of each kind that one call does,
 * of the operations that its C spells out. */
typedef struct {
  uint16_t additions; /* subtractions too; shifts and logic are wires in hardware */
  uint16_t multiplications;
  uint16_t divisions;
  uint16_t comparisons;
  uint16_t words_read; /* of state, parameters and tables, 32 bits each, once a call */
  uint16_t words_written;
  uint16_t random_words;
} aqm_operations;

/* What an algorithm costs a machine that is built for it. */
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
  uint32_t id;        /* as registers report it; never another one's */
  const char* title;  /* as people call it */
  const char* source; /* document that defines it */
  const char* family; /* its folder in models/aqm, shared by flavours of one law; 0: has none */
  /* The image of fw/ that is made for it; 0: "mixed", which computes every law of the registry. */
  const char* firmware;
  uint32_t mib_value;   /* algorithm in use, as DOCS-QOS3-MIB numbers it; 0: other(2) */
  uint32_t limits_only; /* not 0: drops only what exceeds the buffer's limits, decides nothing */
  uint32_t places;
  uint32_t params_bytes;
  uint32_t state_bytes;
  uint32_t target_us;        /* usual latency_target_us; 0: has none */
  const aqm_option* options; /* ends with one whose name is 0 */
  aqm_cost cost;

  /* Takes option values that aqm_check_options() lets pass, in the order of `options`; 0: all as
   * usual. Returns 0, or a sentence that begins with the key, of aqm_config or of an option, and
   * says what was expected. Divides; for configuration. */
  const char* (*params_init)(void* params, const aqm_config* config, const uint32_t* options);
  void (*state_init)(void* state);
  aqm_verdict (*enqueue)(void* state, const void* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random);
  /* 0: does not decide there. */
  aqm_verdict (*dequeue)(void* state, const void* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t now_us);
  /* 0: does not look there. */
  void (*departed)(void* state, const void* params, const aqm_queue* queue,
                   const aqm_packet* packet, uint32_t now_us);
  /* The queue's owner has dropped this many of its packets to make room; 0: does not care. */
  void (*overflowed)(void* state, uint32_t packets);
  /* Replaces times of the state that lie far back, see aqm.h; 0: keeps none. */
  void (*clamp_times)(void* state, const void* params, uint32_t now_us);
  /* The data path's accumulated probability, UQ4.28, for registers and traces; 0: has none. */
  uint32_t (*accumulator_q28)(const void* state);

  /* 0, all three: no periodic law. With one the state begins with its aqm_law. A law that runs
   * apart from the data path keeps a state of its own, loads the words that were latched into it,
   * updates it, and the data path takes them over by aqm_law_commit(). */
  uint32_t (*update_interval_us)(const void* params);
  void (*update)(void* state, const void* params, const aqm_queue* queue, uint32_t now_us);
  /* What the law expects the queue to take; of a law that measures on its own, what it expected at
   * its last update. Microseconds. */
  uint32_t (*queue_delay_us)(const void* state, const void* params, const aqm_queue* queue);
  /* Not 0: as configured, update reads nothing of what the CMTS answered: granted_bytes,
   * acked_request_bytes and drained_maps. The pointer 0: it may. */
  int (*ignores_answers)(const void* params);
} aqm_algorithm;

/* In the order of their names; ends with 0. */
extern const aqm_algorithm* const aqm_algorithms[];

/* 0: no such algorithm. */
const aqm_algorithm* aqm_find(const char* name);

#ifdef __cplusplus
}
#endif

#endif
