#include "models/aqm/red/red_params.h"

#include "models/aqm/check.h"
#include "models/aqm/red/red_shared_options.h"

const char* const red_thresholds_names[] = {"packets", "target", "buffer", 0};
const char* const red_spread_names[] = {"wait", "classic", 0};

static const char floyd[] = "Floyd and Jacobson 1993; ns-2";
static const char adaptive_red[] = "Floyd, Gummadi and Shenker 2001; ns-2";

static const char thresholds_says[] =
    "What the thresholds come from: numbers of packets, the target delay at the flow's rate, or "
    "the "
    "buffer, of which they are a twentieth and a half.";
static const char min_says[] = "Average queue, in usual packets, below which none is dropped.";
static const char max_says[] = "Average queue, in usual packets, where the probability is max_p.";
static const char max_p_says[] = "Drop probability at the upper threshold, to begin with.";
static const char gentle_says[] =
    "Let the probability rise from max_p to 1 over another max_packets instead of at once.";
static const char weight_says[] =
    "Weight of a new sample in the average; 0: from the flow's rate and weight_rtt_ms.";
static const char rtt_says[] = "Average over ten such round trips; 0: over the time of one packet.";
static const char spread_says[] =
    "How drops are spread: none right after one, or evenly from the first packet on.";
static const char byte_says[] = "Measure the queue, and weigh packets, in bytes.";
static const char mean_says[] = "A usual packet.";
static const char ecn_says[] =
    "Mark ECN-capable packets instead of dropping them, while a drop would be by chance.";
static const char ce_says[] = "Packets that carry CE already do not count in the average.";
static const char forced_says[] =
    "With ecn: mark also where the average forces a drop, as Linux does unless told to drop hard.";

const aqm_option red_options[] = {
    {"thresholds", AQM_CHOICE, 0, RED_BY_PACKETS, 0, RED_BY_BUFFER, red_thresholds_names, "thresh_",
     floyd, thresholds_says},
    {"min_packets", AQM_NUMBER, 3, 5000, 1, 1000000000, 0, "minth", floyd, min_says},
    {"max_packets", AQM_NUMBER, 3, 15000, 2, 1000000000, 0, "maxth", floyd, max_says},
    {"max_p", AQM_NUMBER, 6, 100000, 1, 1000000, 0, "maxp", floyd, max_p_says},
    {"gentle", AQM_SWITCH, 0, 1, 0, 1, 0, "gentle_", floyd, gentle_says},
    {"weight", AQM_NUMBER, 9, 2000000, 0, 1000000000, 0, "w_q", floyd, weight_says},
    {"weight_rtt_ms", AQM_NUMBER, 3, 100000, 0, 10000000, 0, "RTT", adaptive_red, rtt_says},
    {"spread", AQM_CHOICE, 0, RED_WAIT, 0, RED_CLASSIC, red_spread_names, "wait_", floyd,
     spread_says},
    {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "bytes_", floyd, byte_says},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 256, 2000, 0, "mean_pktsize_", floyd, mean_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "setbit_", floyd, ecn_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    {"mark_forced", AQM_SWITCH, 0, 0, 0, 1, 0, "no TC_RED_HARDDROP", "Linux sch_red.c",
     forced_says},
    AQM_OPTIONS_END,
};

const aqm_option ared_options[] = {
    {"thresholds", AQM_CHOICE, 0, RED_BY_TARGET, 0, RED_BY_BUFFER, red_thresholds_names,
     "targetdelay_", adaptive_red, thresholds_says},
    {"min_packets", AQM_NUMBER, 3, 5000, 1, 1000000000, 0, "minth", adaptive_red, min_says},
    {"max_packets", AQM_NUMBER, 3, 15000, 2, 1000000000, 0, "maxth", adaptive_red, max_says},
    {"max_p", AQM_NUMBER, 6, 100000, 1, 1000000, 0, "1 / linterm_", adaptive_red, max_p_says},
    {"gentle", AQM_SWITCH, 0, 1, 0, 1, 0, "gentle_", adaptive_red, gentle_says},
    {"weight", AQM_NUMBER, 9, 0, 0, 1000000000, 0, "w_q", adaptive_red, weight_says},
    {"weight_rtt_ms", AQM_NUMBER, 3, 100000, 0, 10000000, 0, "RTT", adaptive_red, rtt_says},
    {"spread", AQM_CHOICE, 0, RED_WAIT, 0, RED_CLASSIC, red_spread_names, "wait_", floyd,
     spread_says},
    {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "bytes_", floyd, byte_says},
    {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 256, 2000, 0, "mean_pktsize_", floyd, mean_says},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "setbit_", floyd, ecn_says},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", ce_says},
    {"mark_forced", AQM_SWITCH, 0, 0, 0, 1, 0, "no TC_RED_HARDDROP", "Linux sch_red.c",
     forced_says},
    {"interval_ms", AQM_NUMBER, 3, 500000, 1000, 10000000, 0, "interval", adaptive_red,
     "Time between two adaptations of max_p."},
    {"alpha", AQM_NUMBER, 6, 10000, 1, 1000000, 0, "alpha", adaptive_red,
     "What max_p grows by, but no more than a quarter of itself."},
    {"beta", AQM_NUMBER, 6, 900000, 1, 999999, 0, "beta", adaptive_red, "What max_p shrinks to."},
    {"top", AQM_NUMBER, 6, 500000, 1, 1000000, 0, "top_", adaptive_red,
     "max_p grows while it is below."},
    {"bottom", AQM_NUMBER, 6, 10000, 1, 1000000, 0, "bottom_", adaptive_red,
     "max_p shrinks while it is above."},
    AQM_OPTIONS_END,
};

static uint32_t q28_of_millionths(uint64_t millionths) {
  return (uint32_t)(((millionths << 28) + 500000u) / 1000000u);
}

/* Returns a ratio with part x 2^31 / whole = (part << shift >> 32) x inverse >> 32. whole: not
 * 0. */
static red_ratio ratio_of(uint64_t whole_q32) {
  red_ratio ratio = {0, 0};
  while (whole_q32 >> 63 == 0) {
    whole_q32 <<= 1;
    ++ratio.shift;
  }
  const uint64_t inverse = (UINT64_C(1) << 63) / (whole_q32 >> 32);
  ratio.inverse = inverse <= UINT32_MAX ? (uint32_t)inverse : UINT32_MAX;
  return ratio;
}

/* 1 - exp(-x) for x <= 2, in Q32: a power series at x / 4, then two squarings. */
static uint32_t weight_of(uint64_t x_q32) {
  const uint64_t y_q32 = x_q32 / 4;
  uint64_t term_q32 = y_q32;
  uint64_t sum_q32 = 0;
  for (uint32_t n = 2; term_q32 != 0; ++n) {
    sum_q32 += n % 2 == 0 ? term_q32 : 0 - term_q32;
    term_q32 = ((term_q32 * y_q32) >> 32) / n;
  }
  uint64_t kept_q32 = (UINT64_C(1) << 32) - sum_q32;
  for (int i = 0; i < 2; ++i) {
    kept_q32 = kept_q32 >> 32 != 0 ? kept_q32 : (kept_q32 * kept_q32) >> 32;
  }
  const uint64_t weight_q32 = (UINT64_C(1) << 32) - kept_q32;
  return weight_q32 == 0 ? 1 : (uint32_t)weight_q32;
}

static uint32_t automatic_weight(uint32_t rtt_us, uint32_t mean_pktsize, uint32_t bytes_per_s) {
  const uint64_t x_q32 =
      rtt_us == 0
          ? ((uint64_t)mean_pktsize << 32) / bytes_per_s
          : 2 * (((uint64_t)mean_pktsize * 100000u << 31) / ((uint64_t)rtt_us * bytes_per_s));
  const uint64_t limit_q32 = UINT64_C(2) << 32;
  return weight_of(x_q32 < limit_q32 ? x_q32 : limit_q32);
}

/* Converts bytes in UQ.8, at most 2^31 bytes, into a queue length. */
static uint64_t length_q32(const red_params* params, uint64_t bytes_q8) {
  const uint64_t limit_q8 = UINT64_C(1) << 39;
  const uint64_t bytes = bytes_q8 < limit_q8 ? bytes_q8 : limit_q8;
  return params->per_mean_q32 != 0 ? bytes << 24 : ((bytes << 16) / params->mean_pktsize) << 8;
}

static uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

static void set_thresholds(red_params* params, const aqm_config* config, uint32_t rule,
                           uint32_t min_thousandths, uint32_t max_thousandths) {
  const uint64_t thousandth_q8 = (uint64_t)params->mean_pktsize << 8;
  params->min_q32 = length_q32(params, thousandth_q8 * min_thousandths / 1000u);
  params->max_q32 = length_q32(params, thousandth_q8 * max_thousandths / 1000u);
  if (rule == RED_BY_TARGET) {
    const uint64_t exact_q8 =
        ((uint64_t)config->latency_target_us * config->msr_bytes_per_s << 7) / 1000000u;
    const uint64_t limit_q8 = UINT64_C(1) << 37; /* three times that still fits */
    const uint64_t half_q8 = exact_q8 < limit_q8 ? exact_q8 : limit_q8;
    params->min_q32 = larger(params->min_q32, length_q32(params, half_q8));
    params->max_q32 = larger(params->max_q32, length_q32(params, 3 * half_q8));
  } else if (rule == RED_BY_BUFFER) {
    const uint64_t buffer_q8 = config->buffer_packets != 0 ? thousandth_q8 * config->buffer_packets
                                                           : (uint64_t)config->buffer_bytes << 8;
    params->min_q32 = length_q32(params, buffer_q8 / 20u);
    params->max_q32 = length_q32(params, buffer_q8 / 2u);
  }
}

static const char* set_average(red_params* params, const aqm_option* all, const aqm_config* config,
                               const uint32_t* options) {
  if (config->msr_bytes_per_s < AQM_RATE_MIN_BYTES_PER_S) {
    return "msr_bytes_per_s: expected the queue's rate, at least 1000, RED averages by it";
  }
  const uint32_t weight = aqm_option_value(all, options, RED_WEIGHT);
  const uint64_t weight_q32 = ((uint64_t)weight << 32) / 1000000000u;
  params->weight_q32 = weight == 0
                           ? automatic_weight(aqm_option_value(all, options, RED_WEIGHT_RTT),
                                              params->mean_pktsize, config->msr_bytes_per_s)
                           : (uint32_t)(weight_q32 <= UINT32_MAX ? weight_q32 : UINT32_MAX);
  /* Rounded up, so that whole packets stay whole. */
  const uint64_t packet_us = (uint64_t)params->mean_pktsize * 1000000u;
  params->packets_per_us_q27 =
      (uint32_t)((((uint64_t)config->msr_bytes_per_s << 27) + packet_us - 1) / packet_us);
  params->per_byte = aqm_byte_time_of(config->msr_bytes_per_s);
  return 0;
}

static void set_adaptation(red_params* params, const uint32_t* options) {
  const aqm_option* all = ared_options;
  const uint64_t beta = aqm_option_value(all, options, ARED_BETA);
  params->interval_us = aqm_option_value(all, options, ARED_INTERVAL);
  params->alpha_q28 = q28_of_millionths(aqm_option_value(all, options, ARED_ALPHA));
  params->beta_q32 = (uint32_t)((beta << 32) / 1000000u);
  params->top_q28 = q28_of_millionths(aqm_option_value(all, options, ARED_TOP));
  params->bottom_q28 = q28_of_millionths(aqm_option_value(all, options, ARED_BOTTOM));
  const uint64_t band_q32 = (params->max_q32 - params->min_q32) / 5u * 2u;
  params->low = red_measured(params, params->min_q32 + band_q32);
  params->high = red_measured(params, params->max_q32 - band_q32);
}

const char* red_params_init(red_params* params, int adaptive, const aqm_config* config,
                            const uint32_t* options) {
  const aqm_option* all = adaptive ? ared_options : red_options;
  params->per_mean_q32 = 0;
  params->mean_pktsize = aqm_option_value(all, options, RED_MEAN_PKTSIZE);
  if (aqm_option_value(all, options, RED_BYTE_MODE)) {
    params->per_mean_q32 = (uint32_t)((UINT64_C(1) << 32) / params->mean_pktsize);
  }
  const uint32_t rule = aqm_option_value(all, options, RED_THRESHOLDS);
  const char* refused = rule == RED_BY_TARGET   ? aqm_refuse_target(config)
                        : rule == RED_BY_BUFFER ? aqm_refuse_no_limit(config)
                                                : 0;
  if (refused == 0) {
    refused = set_average(params, all, config, options);
  }
  if (refused != 0) {
    return refused;
  }
  set_thresholds(params, config, rule, aqm_option_value(all, options, RED_MIN),
                 aqm_option_value(all, options, RED_MAX));
  if (params->max_q32 <= params->min_q32) {
    return rule == RED_BY_BUFFER ? "buffer_bytes: expected room for the thresholds"
                                 : "max_packets: expected more than min_packets";
  }
  params->of_band = ratio_of(params->max_q32 - params->min_q32);
  params->of_max = ratio_of(params->max_q32);
  params->max_p_q28 = q28_of_millionths(aqm_option_value(all, options, RED_MAX_P));
  params->gentle = aqm_option_value(all, options, RED_GENTLE);
  params->spread = aqm_option_value(all, options, RED_SPREAD);
  params->use_ecn = aqm_option_value(all, options, RED_ECN);
  params->exclude_ce = aqm_option_value(all, options, RED_EXCLUDE_CE);
  params->mark_forced = aqm_option_value(all, options, RED_MARK_FORCED);
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  if (adaptive) {
    set_adaptation(params, options);
  }
  return 0;
}
