#include "models/aqm/departure_meter.h"

#include "models/aqm/aqm.h"

static uint32_t saturated(uint64_t value) {
  return value <= UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

/* Returns at least 1, because 0 means "not measured". */
static uint32_t sample_of(const aqm_meter* meter, const aqm_meter_params* params,
                          uint32_t elapsed_us) {
  const uint64_t sample = params->rule == AQM_METER_TIMES
                              ? (uint64_t)elapsed_us << 8
                              : (uint64_t)meter->bytes * 1000000u / elapsed_us;
  return sample != 0 ? saturated(sample) : 1;
}

static uint32_t averaged(uint32_t average, uint32_t sample, uint32_t weight_log2) {
  if (average == 0) {
    return sample;
  }
  const uint64_t sum = ((uint64_t)average << weight_log2) - average + sample;
  const uint32_t half = (UINT32_C(1) << weight_log2) >> 1;
  return saturated((sum + half) >> weight_log2);
}

static void begin(aqm_meter* meter, uint32_t now_us) {
  meter->measuring = 1;
  meter->since_us = now_us;
  meter->bytes = 0;
}

uint32_t aqm_meter_departed(aqm_meter* meter, const aqm_meter_params* params, uint32_t average,
                            uint32_t size_bytes, uint32_t queue_bytes, uint32_t now_us) {
  const int long_enough = queue_bytes >= params->threshold_bytes;
  if (!meter->measuring && long_enough) {
    begin(meter, now_us);
    if (params->rule == AQM_METER_TIMES) {
      return average;
    }
  }
  if (!meter->measuring) {
    return average;
  }
  meter->bytes += size_bytes;
  const uint32_t elapsed_us = now_us - meter->since_us;
  if (meter->bytes < params->threshold_bytes ||
      (elapsed_us == 0 && params->rule != AQM_METER_TIMES)) {
    return average;
  }
  const uint32_t sample = sample_of(meter, params, elapsed_us);
  meter->measuring = 0;
  if (long_enough) {
    begin(meter, now_us);
  }
  return averaged(average, sample, params->weight_log2);
}

uint32_t aqm_meter_rate(const aqm_meter_params* params, uint32_t average) {
  if (average == 0 || params->rule != AQM_METER_TIMES) {
    return average;
  }
  return saturated((uint64_t)params->threshold_bytes * (UINT64_C(1000000) << 8) / average);
}

void aqm_meter_clamp_times(aqm_meter* meter, uint32_t now_us) {
  meter->since_us = aqm_clamped_us(now_us, meter->since_us);
}
