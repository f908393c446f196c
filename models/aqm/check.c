#include "models/aqm/check.h"

#include "models/aqm/byte_time.h"

const char* aqm_refuse_target(const aqm_config* config) {
  return config->latency_target_us == 0 || config->latency_target_us > AQM_TARGET_MAX_US
             ? "latency_target_us: expected 1 to 10000000 (10 s)"
             : 0;
}

static int is_out_of_range(uint32_t bytes_per_s) {
  return bytes_per_s != 0 && bytes_per_s < AQM_RATE_MIN_BYTES_PER_S;
}

const char* aqm_refuse_rates(const aqm_config* config) {
  if (is_out_of_range(config->peak_rate_bytes_per_s)) {
    return "peak_rate_bytes_per_s: expected 0 (no limit) or at least 1000";
  }
  if (is_out_of_range(config->msr_bytes_per_s)) {
    return "msr_bytes_per_s: expected 0 (no limit) or at least 1000";
  }
  return 0;
}

const char* aqm_refuse_no_limit(const aqm_config* config) {
  return config->buffer_bytes == 0 && config->buffer_packets == 0
             ? "buffer_bytes: expected a limit in bytes or in packets"
             : 0;
}
