/* Predicts at arrival how long a packet will be queued, for laws that decide at the tail. */
#ifndef DOCSIS_VP_AQM_DELAY_PREDICTOR_H
#define DOCSIS_VP_AQM_DELAY_PREDICTOR_H

#include "models/aqm/aqm.h"
#include "models/aqm/byte_time.h"
#include "models/aqm/departure_meter.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  AQM_PREDICT_RATE_METER = 0,   /* bytes over the measured departure rate; 0 before it is known */
  AQM_PREDICT_TOKEN_BUCKET = 1, /* the service flow's rates and the bucket's tokens */
  AQM_PREDICT_OMNISCIENT = 2,   /* given by the environment: aqm_queue.predicted_delay_us */
} aqm_prediction;

/* Names of aqm_prediction, for options. */
extern const char* const aqm_prediction_names[];

#define AQM_PREDICTOR_THRESHOLD_BYTES 10000u /* CableLabs ns-2 */
#define AQM_PREDICTOR_WEIGHT_LOG2 1u

typedef struct {
  uint32_t prediction; /* aqm_prediction */
  uint32_t exclude_ce;
  aqm_meter_params meter;
  aqm_byte_time peak;
  aqm_byte_time msr;
} aqm_predictor_params;

typedef struct {
  aqm_meter meter;
  uint32_t rate_bytes_per_s; /* 0: not known */
  aqm_byte_time per_byte;    /* of that rate */
} aqm_predictor;

void aqm_predictor_init(aqm_predictor* predictor);

/* Returns 0, or a sentence that names the key and the expectation. */
const char* aqm_predictor_params_init(aqm_predictor_params* params, const aqm_config* config,
                                      uint32_t prediction, uint32_t threshold_bytes,
                                      uint32_t exclude_ce);

/* Measures the departure rate. Divides twice per threshold of bytes. */
void aqm_predictor_departed(aqm_predictor* predictor, const aqm_predictor_params* params,
                            const aqm_queue* queue, const aqm_packet* packet, uint32_t now_us);

/* Predicts the delay of the arriving packet, itself included. Microseconds, saturating. */
uint32_t aqm_predicted_delay_us(const aqm_predictor* predictor, const aqm_predictor_params* params,
                                const aqm_queue* queue, const aqm_packet* packet);

#ifdef __cplusplus
}
#endif

#endif
