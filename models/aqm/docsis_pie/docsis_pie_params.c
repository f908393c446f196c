#include "models/aqm/docsis_pie/docsis_pie_params.h"

static int rate_out_of_range(uint32_t bytes_per_s) {
  return bytes_per_s != 0 && bytes_per_s < AQM_RATE_MIN_BYTES_PER_S;
}

const char* docsis_pie_params_init(docsis_pie_params* params, const aqm_config* config) {
  if (config->latency_target_us == 0 ||
      config->latency_target_us > DOCSIS_PIE_LATENCY_TARGET_MAX_US) {
    return "latency_target_us: expected 1 to 10000000 (10 s)";
  }
  if (config->buffer_bytes == 0) {
    return "buffer_bytes: expected the size of the buffer, DOCSIS-PIE starts at a third of it";
  }
  if (rate_out_of_range(config->peak_rate_bytes_per_s)) {
    return "peak_rate_bytes_per_s: expected 0 (no limit) or at least 1000";
  }
  if (rate_out_of_range(config->msr_bytes_per_s)) {
    return "msr_bytes_per_s: expected 0 (no limit) or at least 1000";
  }
  params->latency_target_us = config->latency_target_us;
  params->buffer_bytes = config->buffer_bytes;
  params->peak = aqm_byte_time_of(config->peak_rate_bytes_per_s);
  params->msr = aqm_byte_time_of(config->msr_bytes_per_s);
  return 0;
}
