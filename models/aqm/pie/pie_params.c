#include "models/aqm/pie/pie_params.h"

#include "models/aqm/check.h"

static const char* const estimator_names[] = {"timestamp", "departure_rate", "token_bucket", 0};

static const char rfc[] = "RFC 8033";
static const char draft[] = "draft of 2013; CableLabs ns-2";
static const char linux_source[] = "Linux sch_pie";
static const char linux_2014[] = "Linux sch_pie of 2014";

static const char t_update_says[] = "Time between two updates of the drop probability.";
static const char alpha_says[] = "Weight of the delay's distance from the target, per second.";
static const char beta_says[] = "Weight of the delay's change, per second.";
static const char burst_says[] = "How long a burst after a quiet time is let through.";
static const char estimator_says[] =
    "How the queue's delay is known: by the timestamp of the packet that left last, by the "
    "measured departure rate, or by the service flow's rates and its token bucket as DOCSIS-PIE "
    "does.";
static const char by_rate_says[] =
    "How the queue's delay is known: by the measured departure rate, no other way.";
static const char never_says[] = "It has no sleep: false.";
static const char threshold_says[] = "Bytes of one measurement of the departure rate.";
static const char mean_says[] =
    "A usual packet: with no more than two of them queued none is dropped.";
static const char byte_says[] = "Scale the probability by the packet's size over the usual one.";
static const char draft_byte_says[] =
    "Scale the probability by the packet's size over the usual one, take steps 2, 8 and 32 times "
    "as large from 0.1, 1 and 10 on, and let it grow until the smallest packet is dropped at 0.85, "
    "beyond 1 for the usual one: the DOCSIS mode.";
static const char derandomize_says[] =
    "Drop only once 0.85 of probability has accumulated, and always at 8.5.";
static const char cap_says[] =
    "Let the probability grow by no more than 0.02 at a time from 0.1 on.";
static const char third_says[] =
    "Sleep while the queue is short, and wake when a third of the buffer is used.";
static const char ecn_says[] = "Mark ECN-capable packets instead of dropping them.";
static const char ecnth_says[] =
    "From this probability on packets are dropped even if marking is on; 1: never.";
static const char ce_says[] = "Packets that carry CE already do not count in the measured delay.";

#define HZ_MAX 100000000u

const aqm_option pie_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 15000, 1000, 1000000, 0, "T_UPDATE", rfc, t_update_says},
    {"alpha", AQM_NUMBER, 6, 125000, 0, HZ_MAX, 0, "alpha", rfc, alpha_says},
    {"beta", AQM_NUMBER, 6, 1250000, 0, HZ_MAX, 0, "beta", rfc, beta_says},
    {"max_burst_ms", AQM_NUMBER, 3, 150000, 0, 10000000, 0, "MAX_BURST", rfc, burst_says},
    {"estimator", AQM_CHOICE, 0, PIE_BY_TIMESTAMP, 0, PIE_BY_TOKEN_BUCKET, estimator_names,
     "current_qdelay_", rfc, estimator_says},
    {"dq_threshold_bytes", AQM_NUMBER, 0, 16384, 1500, 1000000, 0, "DQ_THRESHOLD", rfc,
     threshold_says},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 64, 65535, 0, "MEAN_PKTSIZE", rfc, mean_says},
    {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "byte mode", rfc, byte_says},
    {"derandomize", AQM_SWITCH, 0, 0, 0, 1, 0, "accu_prob_", rfc, derandomize_says},
    {"step_cap", AQM_SWITCH, 0, 0, 0, 1, 0, "sec. 5.5", rfc, cap_says},
    {"active_at_third", AQM_SWITCH, 0, 0, 0, 1, 0, "active_", rfc, third_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", rfc, ecn_says},
    {"max_ecnth", AQM_NUMBER, 6, 100000, 0, 1000000, 0, "MAX_ECNTH", rfc, ecnth_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    AQM_OPTIONS_END,
};

const aqm_option pie_draft_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 30000, 1000, 1000000, 0, "T_UPDATE", draft, t_update_says},
    {"alpha", AQM_NUMBER, 6, 125000, 0, HZ_MAX, 0, "a", draft, alpha_says},
    {"beta", AQM_NUMBER, 6, 1250000, 0, HZ_MAX, 0, "b", draft, beta_says},
    {"max_burst_ms", AQM_NUMBER, 3, 100000, 0, 10000000, 0, "max_burst", draft, burst_says},
    {"estimator", AQM_CHOICE, 0, PIE_BY_DEPARTURE_RATE, 0, PIE_BY_TOKEN_BUCKET, estimator_names,
     "qdelay", draft, estimator_says},
    {"dq_threshold_bytes", AQM_NUMBER, 0, 10000, 1500, 1000000, 0, "dq_threshold", draft,
     threshold_says},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1024, 64, 65535, 0, "mean_pktsize", draft, mean_says},
    {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "byte_mode", draft, draft_byte_says},
    {"derandomize", AQM_SWITCH, 0, 0, 0, 1, 0, "accu_prob", draft, derandomize_says},
    {"step_cap", AQM_SWITCH, 0, 1, 0, 1, 0, "step", draft, cap_says},
    {"active_at_third", AQM_SWITCH, 0, 0, 0, 1, 0, "active", rfc, third_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "setbit", draft, ecn_says},
    {"max_ecnth", AQM_NUMBER, 6, 100000, 0, 1000000, 0, "mark_p", draft, ecnth_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    AQM_OPTIONS_END,
};

const aqm_option pie_linux_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 15000, 1000, 1000000, 0, "tupdate", linux_source, t_update_says},
    {"alpha", AQM_NUMBER, 6, 125000, 0, HZ_MAX, 0, "alpha / 16", linux_source, alpha_says},
    {"beta", AQM_NUMBER, 6, 1250000, 0, HZ_MAX, 0, "beta / 16", linux_source, beta_says},
    {"max_burst_ms", AQM_NUMBER, 3, 150000, 0, 10000000, 0, "burst_time", linux_source, burst_says},
    {"estimator", AQM_CHOICE, 0, PIE_BY_TIMESTAMP, 0, PIE_BY_TOKEN_BUCKET, estimator_names,
     "dq_rate_estimator", linux_source, estimator_says},
    {"dq_threshold_bytes", AQM_NUMBER, 0, 16384, 1500, 1000000, 0, "QUEUE_THRESHOLD", linux_source,
     threshold_says},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1518, 64, 65535, 0, "mtu", linux_source, mean_says},
    {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "bytemode", linux_source, byte_says},
    {"derandomize", AQM_SWITCH, 0, 1, 0, 1, 0, "accu_prob", linux_source, derandomize_says},
    {"step_cap", AQM_SWITCH, 0, 1, 0, 1, 0, "2 %", linux_source, cap_says},
    {"active_at_third", AQM_SWITCH, 0, 0, 0, 1, 0, "active", rfc, third_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ecn", linux_source, ecn_says},
    {"max_ecnth", AQM_NUMBER, 6, 100000, 0, 1000000, 0, "10 %", linux_source, ecnth_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    AQM_OPTIONS_END,
};

const aqm_option pie_linux_2014_options[] = {
    {"t_update_ms", AQM_NUMBER, 3, 30000, 1000, 1000000, 0, "tupdate", linux_2014, t_update_says},
    {"alpha", AQM_NUMBER, 6, 125000, 0, HZ_MAX, 0, "alpha / 16", linux_2014, alpha_says},
    {"beta", AQM_NUMBER, 6, 1250000, 0, HZ_MAX, 0, "beta / 16", linux_2014, beta_says},
    {"max_burst_ms", AQM_NUMBER, 3, 100000, 0, 10000000, 0, "burst_time", linux_2014, burst_says},
    {"estimator", AQM_CHOICE, 0, PIE_BY_DEPARTURE_RATE, 0, PIE_BY_TOKEN_BUCKET, estimator_names,
     "qdelay", linux_2014, by_rate_says},
    {"dq_threshold_bytes", AQM_NUMBER, 0, 10000, 1500, 1000000, 0, "QUEUE_THRESHOLD", linux_2014,
     threshold_says},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1518, 64, 65535, 0, "mtu", linux_2014, mean_says},
    {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "bytemode", linux_2014, byte_says},
    {"derandomize", AQM_SWITCH, 0, 0, 0, 1, 0, "accu_prob_", rfc, derandomize_says},
    {"step_cap", AQM_SWITCH, 0, 1, 0, 1, 0, "2 %", linux_2014, cap_says},
    {"active_at_third", AQM_SWITCH, 0, 0, 0, 1, 0, "active_", rfc, never_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ecn", linux_2014, ecn_says},
    {"max_ecnth", AQM_NUMBER, 6, 100000, 0, 1000000, 0, "10 %", linux_2014, ecnth_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    AQM_OPTIONS_END,
};

/* 10^-6 Hz to 2^-48 per microsecond: 2^48 / 10^12, rounded. 10^8 x 2^33 stays below 2^60. */
static uint64_t per_us_q48(uint32_t millionths_hz) {
  return (((uint64_t)millionths_hz * 2361183241u) + (UINT64_C(1) << 22)) >> 23;
}

static const aqm_option* options_of(pie_flavour flavour) {
  return flavour == PIE_DRAFT        ? pie_draft_options
         : flavour == PIE_LINUX      ? pie_linux_options
         : flavour == PIE_LINUX_2014 ? pie_linux_2014_options
                                     : pie_options;
}

static int is_linux(pie_flavour flavour) {
  return flavour >= PIE_LINUX;
}

static aqm_meter_params meter_of(pie_flavour flavour, uint32_t threshold_bytes) {
  const aqm_meter_params meter = {threshold_bytes,
                                  flavour == PIE_DRAFT ? 1u
                                  : is_linux(flavour)  ? 3u
                                                       : 2u,
                                  flavour == PIE_RFC8033 ? AQM_METER_TIMES : AQM_METER_RATES};
  return meter;
}

/* In the draft's DOCSIS mode the smallest packet may still be dropped at 0.85 (CableLabs' ns-2
 * model: PROB_LOW x mean / MIN_PKTSIZE), within the range of UQ4.28. Otherwise the limit is 1. */
static uint32_t most_q28_of(const pie_params* params, uint32_t mean_pktsize) {
  if (params->flavour != PIE_DRAFT || params->size_scale_q32 == 0) {
    return PIE_P_1;
  }
  const uint64_t min_pktsize = 64;
  const uint64_t most_q28 = (uint64_t)PIE_P_LOW * mean_pktsize / min_pktsize;
  return most_q28 < PIE_P_1 ? PIE_P_1 : most_q28 < UINT32_MAX ? (uint32_t)most_q28 : UINT32_MAX;
}

static const char* refuse_2014(const pie_params* params) {
  return params->estimator != PIE_BY_DEPARTURE_RATE
             ? "estimator: expected departure_rate, measurements of it end the burst allowance"
         : params->active_at_third != 0
             ? "active_at_third: expected false, the PIE of 2014 never sleeps"
             : 0;
}

static const char* refuse(const pie_params* params, const aqm_config* config) {
  const char* refused = aqm_refuse_target(config);
  if (refused == 0 && params->flavour == PIE_LINUX_2014) {
    refused = refuse_2014(params);
  }
  if (refused != 0 || params->estimator != PIE_BY_TOKEN_BUCKET) {
    return refused;
  }
  return config->msr_bytes_per_s == 0
             ? "msr_bytes_per_s: expected a sustained rate, the token bucket tells the delay by it"
             : aqm_refuse_rates(config);
}

const char* pie_params_init(pie_params* params, pie_flavour flavour, const aqm_config* config,
                            const uint32_t* options) {
  const aqm_option* all = options_of(flavour);
  params->flavour = flavour;
  params->estimator = aqm_option_value(all, options, PIE_ESTIMATOR);
  params->active_at_third = aqm_option_value(all, options, PIE_ACTIVE_AT_THIRD);
  const char* refused = refuse(params, config);
  if (refused != 0) {
    return refused;
  }
  params->target_us = config->latency_target_us;
  params->update_us = aqm_option_value(all, options, PIE_T_UPDATE);
  params->alpha_q48 = per_us_q48(aqm_option_value(all, options, PIE_ALPHA));
  params->beta_q48 = per_us_q48(aqm_option_value(all, options, PIE_BETA));
  params->max_burst_us = aqm_option_value(all, options, PIE_MAX_BURST);
  params->meter = meter_of(flavour, aqm_option_value(all, options, PIE_DQ_THRESHOLD));
  params->peak = aqm_byte_time_of(config->peak_rate_bytes_per_s);
  params->msr = aqm_byte_time_of(config->msr_bytes_per_s);
  const uint32_t mean_pktsize = aqm_option_value(all, options, PIE_MEAN_PKTSIZE);
  /* Linux spares less than two packets, the other variants up to two. */
  params->spared_bytes = 2 * mean_pktsize - (is_linux(flavour) ? 1 : 0);
  params->size_scale_q32 = aqm_option_value(all, options, PIE_BYTE_MODE)
                               ? (uint32_t)(((UINT64_C(1) << 32) + mean_pktsize / 2) / mean_pktsize)
                               : 0;
  params->most_q28 = most_q28_of(params, mean_pktsize);
  params->derandomize = aqm_option_value(all, options, PIE_DERANDOMIZE);
  params->step_cap = aqm_option_value(all, options, PIE_STEP_CAP);
  params->use_ecn = aqm_option_value(all, options, PIE_ECN);
  const uint64_t max_ecnth = aqm_option_value(all, options, PIE_MAX_ECNTH);
  /* 1: beyond any p */
  params->max_ecnth_q28 =
      max_ecnth == 1000000u ? UINT32_MAX : (uint32_t)(((max_ecnth << 28) + 500000u) / 1000000u);
  params->exclude_ce = aqm_option_value(all, options, PIE_EXCLUDE_CE);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  return params->active_at_third && params->limit_bytes == 0
             ? "buffer_bytes: expected the size of the buffer, active_at_third is a third of it"
             : 0;
}
