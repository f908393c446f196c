#include "models/aqm/docsis_pie/docsis_pie_params.h"

#include "models/aqm/check.h"

static const char* const predictor_names[] = {"token_bucket", "rate_tracking", "combined", 0};

const aqm_option docsis_pie_options[] = {
    {"predictor", AQM_CHOICE, 0, DOCSIS_PIE_TOKEN_BUCKET, 0, DOCSIS_PIE_COMBINED, predictor_names,
     "calculate_queue_delay", "RFC 8034 sec. 4.2; cablelabs-2014 appendix A",
     "Where the queue delay comes from: the flow's rates and tokens, the rate of the CMTS's "
     "grants, "
     "or the former limited to the latter."},
    {"stale_ms", AQM_NUMBER, 3, 0, 0, 10000000, 0, "stale estimate", "cablelabs-2014 appendix A",
     "Without grants and requests for this long, tracking begins again; 0: never."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "RFC 8034 sec. 4.7 has none",
     "What if it marked ECN-capable packets instead of dropping them."},
    {"max_ecnth", AQM_NUMBER, 6, 100000, 0, 1000000, 0, "MAX_ECNTH", "RFC 8033 sec. 5.1",
     "From this probability on packets are dropped even if marking is on; 1: never."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Bytes of packets that carry CE already do not count in the queue delay."},
    AQM_OPTIONS_END,
};

/* Converts millionths, up to 10^6, into rounded UQ4.28 with 32-bit divisions: control CPUs have
 * no others. */
static uint32_t q28_of_millionths(uint32_t millionths) {
  const uint32_t million = 1000000u;
  const uint32_t high = (millionths << 12) / million;
  const uint32_t rest = ((millionths << 12) % million) << 12;
  const uint32_t last = (rest % million) << 4;
  return (high << 16) + (rest / million << 4) + (last + million / 2) / million;
}

void docsis_pie_params_set_options(docsis_pie_params* params, const uint32_t* values) {
  params->predictor = values[DOCSIS_PIE_PREDICTOR];
  params->stale_us = values[DOCSIS_PIE_STALE];
  params->use_ecn = values[DOCSIS_PIE_ECN];
  const uint32_t max_ecnth = values[DOCSIS_PIE_MAX_ECNTH];
  /* 1: beyond any p */
  params->max_ecnth_q28 = max_ecnth == 1000000u ? UINT32_MAX : q28_of_millionths(max_ecnth);
  params->exclude_ce = values[DOCSIS_PIE_EXCLUDE_CE];
}

const char* docsis_pie_params_init(docsis_pie_params* params, const aqm_config* config,
                                   const uint32_t* options) {
  const char* refused = aqm_refuse_target(config);
  if (refused == 0 && config->buffer_bytes == 0) {
    refused = "buffer_bytes: expected the size of the buffer, DOCSIS-PIE starts at a third of it";
  }
  if (refused == 0) {
    refused = aqm_refuse_rates(config);
  }
  if (refused != 0) {
    return refused;
  }
  params->latency_target_us = config->latency_target_us;
  params->buffer_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  params->peak = aqm_byte_time_of(config->peak_rate_bytes_per_s);
  params->msr = aqm_byte_time_of(config->msr_bytes_per_s);
  params->peak_bytes_per_s = config->peak_rate_bytes_per_s;
  params->msr_bytes_per_s = config->msr_bytes_per_s;
  uint32_t values[DOCSIS_PIE_OPTIONS];
  aqm_initial_options(docsis_pie_options, values);
  docsis_pie_params_set_options(params, options != 0 ? options : values);
  return 0;
}
