#include "models/aqm/docsis_pie/docsis_pie_params.h"

static uint64_t divide_up(uint64_t dividend, uint32_t divisor) {
  return (dividend + divisor - 1) / divisor;
}

/* Rounded up, so that delays that are whole microseconds come out whole. Doubling ends with the
 * quotient in 2^31 .. 2^32 - 2, the dividend below 2^64. */
static docsis_pie_byte_time byte_time_of(uint32_t bytes_per_s) {
  docsis_pie_byte_time time = {0, 0};
  if (bytes_per_s == 0) {
    return time;
  }
  uint64_t dividend = 1000000u;
  uint32_t shift = 0;
  while (divide_up(dividend, bytes_per_s) < UINT32_C(1) << 31) {
    dividend *= 2;
    ++shift;
  }
  time.mantissa = (uint32_t)divide_up(dividend, bytes_per_s);
  time.shift = shift - 16;
  return time;
}

static int rate_out_of_range(uint32_t bytes_per_s) {
  return bytes_per_s != 0 && bytes_per_s < DOCSIS_PIE_RATE_MIN_BYTES_PER_S;
}

const char* docsis_pie_params_init(docsis_pie_params* params, const aqm_config* config) {
  if (config->latency_target_us > DOCSIS_PIE_LATENCY_TARGET_MAX_US) {
    return "latency_target_us: expected at most 10000000 (10 s)";
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
  params->latency_target_us = config->latency_target_us != 0 ? config->latency_target_us
                                                             : DOCSIS_PIE_LATENCY_TARGET_DEFAULT_US;
  params->buffer_bytes = config->buffer_bytes;
  params->peak = byte_time_of(config->peak_rate_bytes_per_s);
  params->msr = byte_time_of(config->msr_bytes_per_s);
  return 0;
}
