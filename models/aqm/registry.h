/* Every algorithm of this folder behind one table, so that whoever runs a queue picks by name.
 * State and parameters are blocks of the stated size, aligned for uint64_t. */
#ifndef DOCSIS_VP_AQM_REGISTRY_H
#define DOCSIS_VP_AQM_REGISTRY_H

#include "models/aqm/aqm.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AQM_PARAMS_BYTES_MAX 64
#define AQM_STATE_BYTES_MAX 64

typedef struct {
  const char* name;
  uint32_t id; /* as registers report it; never another one's */
  uint32_t params_bytes;
  uint32_t state_bytes;
  uint32_t update_interval_us; /* 0: no periodic law, the last five functions are absent */

  /* Returns 0, or a sentence that names the key of aqm_config and what was expected. */
  const char* (*params_init)(void* params, const aqm_config* config);
  void (*state_init)(void* state);
  aqm_verdict (*enqueue)(void* state, const void* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random);
  /* The data path's accumulated probability, UQ4.28, for registers and traces. */
  uint32_t (*accumulator_q28)(const void* state);

  void (*update)(void* state, const void* params, const aqm_queue* queue, uint32_t now_us);
  uint32_t (*queue_delay_us)(const void* params, const aqm_queue* queue);
  /* The words data path and law share. A law that runs apart from the data path keeps a state of
   * its own, loads what was latched into it, updates it and commits. */
  const aqm_law* (*law)(const void* state);
  void (*load_law)(void* state, const aqm_law* law);
  int (*commit)(void* state, const aqm_law* law);
} aqm_algorithm;

/* In the order of their names; ends with one whose name is 0. */
extern const aqm_algorithm aqm_algorithms[];

/* 0: no such algorithm. */
const aqm_algorithm* aqm_find(const char* name);

#ifdef __cplusplus
}
#endif

#endif
