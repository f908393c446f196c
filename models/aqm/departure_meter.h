/* Measures the departure rate of a queue while it is long enough to keep the link busy: PIE's
 * departure-rate estimation. */
#ifndef DOCSIS_VP_AQM_DEPARTURE_METER_H
#define DOCSIS_VP_AQM_DEPARTURE_METER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  /* RFC 8033 app. B: averages the time of a threshold of bytes, UQ24.8 microseconds. A
   * measurement begins after a departure. */
  AQM_METER_TIMES = 0,
  /* The drafts of 2013, ns-2 and Linux: averages rates, bytes per second. The departure that
   * begins a first measurement counts in it. */
  AQM_METER_RATES = 1,
} aqm_meter_rule;

typedef struct {
  uint32_t threshold_bytes; /* of one measurement, and of the queue */
  uint32_t weight_log2;     /* a measurement weighs 2^-weight_log2 in the average */
  uint32_t rule;            /* aqm_meter_rule */
} aqm_meter_params;

typedef struct {
  uint32_t measuring;
  uint32_t since_us;
  uint32_t bytes;
} aqm_meter;

/* Records a departure that leaves queue_bytes behind. `average`: the average so far, 0 before
 * the first measurement. Returns the new average. Divides where rates are averaged. */
uint32_t aqm_meter_departed(aqm_meter* meter, const aqm_meter_params* params, uint32_t average,
                            uint32_t size_bytes, uint32_t queue_bytes, uint32_t now_us);

/* Bytes per second of such an average, saturating; 0 before the first measurement. Divides where
 * times are averaged. */
uint32_t aqm_meter_rate(const aqm_meter_params* params, uint32_t average);

/* See aqm.h. A measurement prolonged by a pause is limited to that age. */
void aqm_meter_clamp_times(aqm_meter* meter, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
