#include "models/aqm/codel/codel_params.h"

#include "models/aqm/check.h"

const char* const codel_reentry_names[] = {"rfc8289", "2012", 0};

const aqm_option codel_options[] = {
    {"interval_ms", AQM_NUMBER, 3, 100000, 1000, CODEL_DURATION_MAX_US, 0, "INTERVAL",
     "RFC 8289 sec. 4.3",
     "How long the delay must stay above the target before the first drop; about the longest usual "
     "round trip."},
    {"mtu_bytes", AQM_NUMBER, 0, 1518, 64, 65535, 0, "MAXPACKET", "RFC 8289 sec. 5.3",
     "With no more than this queued behind it no packet is dropped."},
    {"reentry", AQM_CHOICE, 0, CODEL_REENTRY_RFC8289, 0, CODEL_REENTRY_2012, codel_reentry_names,
     "count", "RFC 8289 sec. 5.6; ACM Queue 2012",
     "What becomes of the drop count when dropping begins again soon after it ended."},
    {"inverse_sqrt", AQM_CHOICE, 0, AQM_INV_SQRT_HYBRID, 0, AQM_INV_SQRT_NEWTON, aqm_inv_sqrt_names,
     "control_law", "cablelabs-2014 footnote 1",
     "How 1/sqrt(count) is computed: a Newton step from a table, the table alone, or a Newton step "
     "from the last value."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "RFC 8289 sec. 3",
     "Mark ECN-capable packets instead of dropping them."},
    {"ce_threshold_ms", AQM_NUMBER, 3, 0, 0, CODEL_DURATION_MAX_US, 0, "ce_threshold",
     "Linux sch_codel", "Mark every ECN-capable packet that was queued longer; 0: none."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7",
     "Packets that carry CE already pass unmeasured."},
    AQM_OPTIONS_END,
};

const char* codel_params_init(codel_params* params, const aqm_config* config,
                              const uint32_t* options) {
  const char* refused = aqm_refuse_target(config);
  if (refused != 0) {
    return refused;
  }
  params->target_us = config->latency_target_us;
  params->interval_us = aqm_option_value(codel_options, options, CODEL_INTERVAL);
  params->mtu_bytes = aqm_option_value(codel_options, options, CODEL_MTU);
  params->reentry = aqm_option_value(codel_options, options, CODEL_REENTRY);
  params->inv_sqrt = aqm_option_value(codel_options, options, CODEL_INVERSE_SQRT);
  params->use_ecn = aqm_option_value(codel_options, options, CODEL_ECN);
  params->ce_threshold_us = aqm_option_value(codel_options, options, CODEL_CE_THRESHOLD);
  params->exclude_ce = aqm_option_value(codel_options, options, CODEL_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  return 0;
}
