#include "models/aqm/codel_tail/codel_tail_params.h"

#include "models/aqm/check.h"

static const char* const clock_names[] = {"arrival", "departure", 0};

const aqm_option codel_tail_options[] = {
    {"interval_ms", AQM_NUMBER, 3, 100000, 1000, CODEL_DURATION_MAX_US, 0, "INTERVAL",
     "clemson-2015 sec. 3.2",
     "How long the predicted delay must stay above the target before the first drop."},
    {"mtu_bytes", AQM_NUMBER, 0, 1518, 64, 65535, 0, "MAXPACKET", "RFC 8289 sec. 5.3",
     "With no more than this queued no packet is dropped."},
    {"predictor", AQM_CHOICE, 0, AQM_PREDICT_RATE_METER, 0, AQM_PREDICT_OMNISCIENT,
     aqm_prediction_names, "delay estimate", "CableLabs ns-2, by clemson-2015 sec. 3.2",
     "Where the predicted delay comes from: the measured departure rate, the token bucket's state, "
     "or an environment that knows."},
    {"rate_threshold_bytes", AQM_NUMBER, 0, AQM_PREDICTOR_THRESHOLD_BYTES, 1500, 1000000, 0,
     "DQ_THRESHOLD", "CableLabs ns-2", "Bytes of one measurement of the departure rate."},
    {"clock", AQM_CHOICE, 0, CODEL_TAIL_ARRIVAL, 0, CODEL_TAIL_DEPARTURE, clock_names, "now",
     "engineering choice",
     "What the law takes for the time: the packet's arrival, or its predicted departure, when "
     "CoDel "
     "would judge it."},
    {"reentry", AQM_CHOICE, 0, CODEL_REENTRY_RFC8289, 0, CODEL_REENTRY_2012, codel_reentry_names,
     "count", "RFC 8289 sec. 5.6; ACM Queue 2012",
     "What becomes of the drop count when dropping begins again soon after it ended."},
    {"inverse_sqrt", AQM_CHOICE, 0, AQM_INV_SQRT_HYBRID, 0, AQM_INV_SQRT_NEWTON, aqm_inv_sqrt_names,
     "control_law", "cablelabs-2014 footnote 1",
     "How 1/sqrt(count) is computed: a Newton step from a table, the table alone, or a Newton step "
     "from the last value."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "RFC 8289 sec. 3",
     "Mark ECN-capable packets instead of dropping them."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE already pass, and their bytes do not count in the prediction."},
    AQM_OPTIONS_END,
};

const char* codel_tail_params_init(codel_tail_params* params, const aqm_config* config,
                                   const uint32_t* options) {
  const aqm_option* all = codel_tail_options;
  const char* refused = codel_params_init(&params->codel, config, 0);
  if (refused == 0) {
    refused = aqm_predictor_params_init(&params->predictor, config,
                                        aqm_option_value(all, options, CODEL_TAIL_PREDICTOR),
                                        aqm_option_value(all, options, CODEL_TAIL_THRESHOLD),
                                        aqm_option_value(all, options, CODEL_TAIL_EXCLUDE_CE));
  }
  params->codel.interval_us = aqm_option_value(all, options, CODEL_TAIL_INTERVAL);
  params->codel.mtu_bytes = aqm_option_value(all, options, CODEL_TAIL_MTU);
  params->codel.reentry = aqm_option_value(all, options, CODEL_TAIL_REENTRY);
  params->codel.inv_sqrt = aqm_option_value(all, options, CODEL_TAIL_INVERSE_SQRT);
  params->codel.use_ecn = aqm_option_value(all, options, CODEL_TAIL_ECN);
  params->codel.exclude_ce = aqm_option_value(all, options, CODEL_TAIL_EXCLUDE_CE);
  params->clock = aqm_option_value(all, options, CODEL_TAIL_CLOCK);
  return refused;
}
