#include "models/aqm/codel_dt/codel_dt_params.h"

#include "models/aqm/check.h"

const aqm_option codel_dt_options[] = {
    {"interval_ms", AQM_NUMBER, 3, 150000, 1000, 10000000, 0, "INTERVAL", "cablelabs-2014 sec. 4.3",
     "How long the predicted delay must stay above the target before the first drop."},
    {"predictor", AQM_CHOICE, 0, AQM_PREDICT_RATE_METER, 0, AQM_PREDICT_OMNISCIENT,
     aqm_prediction_names, "expectedDelay", "cablelabs-2014 sec. 4.3",
     "Where the predicted delay comes from: the measured departure rate, the token bucket's state, "
     "or an environment that knows."},
    {"rate_threshold_bytes", AQM_NUMBER, 0, AQM_PREDICTOR_THRESHOLD_BYTES, 1500, 1000000, 0,
     "DQ_THRESHOLD", "CableLabs ns-2", "Bytes of one measurement of the departure rate."},
    {"target_offset", AQM_SWITCH, 0, 0, 0, 1, 0, "offset",
     "CableLabs ns-2; cablelabs-2014 sec. 5.1",
     "Aim 6 ms below the target, as the simulator of the published results did."},
    {"inverse_sqrt", AQM_CHOICE, 0, AQM_INV_SQRT_HYBRID, 0, AQM_INV_SQRT_NEWTON, aqm_inv_sqrt_names,
     "control_law", "cablelabs-2014 footnote 1",
     "How 1/sqrt(count) is computed: a Newton step from a table, the table alone, or a Newton step "
     "from the last value."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "RFC 8289 sec. 3",
     "Mark ECN-capable packets instead of dropping them."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Bytes of packets that carry CE already do not count in the prediction."},
    AQM_OPTIONS_END,
};

const char* codel_dt_params_init(codel_dt_params* params, const aqm_config* config,
                                 const uint32_t* options) {
  const char* refused = aqm_refuse_target(config);
  if (refused == 0) {
    refused = aqm_predictor_params_init(
        &params->predictor, config, aqm_option_value(codel_dt_options, options, CODEL_DT_PREDICTOR),
        aqm_option_value(codel_dt_options, options, CODEL_DT_THRESHOLD),
        aqm_option_value(codel_dt_options, options, CODEL_DT_EXCLUDE_CE));
  }
  if (refused != 0) {
    return refused;
  }
  params->target_us = config->latency_target_us;
  if (aqm_option_value(codel_dt_options, options, CODEL_DT_TARGET_OFFSET)) {
    if (params->target_us <= CODEL_DT_OFFSET_US) {
      return "latency_target_us: expected more than the 6000 that target_offset takes off";
    }
    params->target_us -= CODEL_DT_OFFSET_US;
  }
  params->interval_us = aqm_option_value(codel_dt_options, options, CODEL_DT_INTERVAL);
  params->inv_sqrt = aqm_option_value(codel_dt_options, options, CODEL_DT_INVERSE_SQRT);
  params->use_ecn = aqm_option_value(codel_dt_options, options, CODEL_DT_ECN);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  return 0;
}
