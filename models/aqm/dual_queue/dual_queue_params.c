#include "models/aqm/dual_queue/dual_queue_params.h"

#define BITS 8u
#define MILLION 1000000u
#define MAP_INTERVAL_DEFAULT_NS 1000000u
#define NS_PER_US 1000u
/* The Classic law is shown a delay as a queue: so many microseconds, at a byte each. */
#define DELAY_AS_BYTES_PER_S 1000000u

dual_queue_config dual_queue_config_absent(void) {
  const uint32_t absent = DUAL_QUEUE_ABSENT;
  dual_queue_config config;
  config.amsr_bits_per_s = 0;
  config.msr_l_bits_per_s = 0;
  config.msr_c_bits_per_s = 0;
  config.estimate = DUAL_QUEUE_DELAY_L;
  config.maxth_us = absent;
  config.lg_range = absent;
  config.coupling_tenths = absent;
  config.weight = absent;
  config.protect = absent;
  config.critical_ql_us = absent;
  config.critical_score_us = absent;
  config.lg_aging = absent;
  config.lg_tick = absent;
  config.ll_buffer_bytes = absent;
  config.classic_buffer_bytes = 0;
  config.classic_buffer_packets = 0;
  config.latency_target_us = absent;
  config.ggr_bits_per_s = 0;
  config.ggi_us = 0;
  config.map_interval_ns = absent;
  config.frame_ns = absent;
  config.pgs_tenths = absent;
  config.vq_lg_ewma = absent;
  config.loop_delay_offset_maps = absent;
  config.ect0_in_ll = absent;
  config.ect1_in_classic = absent;
  config.overload_drops = absent;
  config.remark_dscp = absent;
  config.remark_ecn = absent;
  return config;
}

static uint32_t or_default(uint32_t value, uint32_t initial) {
  return value != DUAL_QUEUE_ABSENT ? value : initial;
}

static uint32_t default_ll_buffer_bytes(uint64_t amsr_bits_per_s) {
  const uint32_t least = DUAL_QUEUE_LL_BUFFER_FRAMES * IMMEDIATE_AQM_FRAME_BYTES;
  const uint64_t bytes =
      aqm_quotient(amsr_bits_per_s * DUAL_QUEUE_LL_BUFFER_US, (uint64_t)BITS * MILLION);
  return bytes > least ? (uint32_t)bytes : least;
}

static const char* refuse_switches(const dual_queue_params* params) {
  if (params->protect > 1) {
    return "protect: expected 0 or 1";
  }
  if (params->ect0_in_ll > 1) {
    return "ect0_in_ll: expected 0 or 1";
  }
  if (params->ect1_in_classic > 1) {
    return "ect1_in_classic: expected 0 or 1";
  }
  if (params->overload_drops > 1) {
    return "overload_drops: expected 0 or 1";
  }
  if (params->remark_dscp > 63 && params->remark_dscp != DUAL_QUEUE_ABSENT) {
    return "remark_dscp: expected 0..63, or absent";
  }
  if (params->remark_ecn > 3 && params->remark_ecn != DUAL_QUEUE_ABSENT) {
    return "remark_ecn: expected 0..3, or absent";
  }
  return 0;
}

static const char* init_rates(dual_queue_params* params, const dual_queue_config* config) {
  if (config->amsr_bits_per_s > DUAL_QUEUE_RATE_MAX) {
    return "amsr_bits_per_s: expected at most 10^12";
  }
  if (config->msr_l_bits_per_s > DUAL_QUEUE_RATE_MAX) {
    return "msr_l_bits_per_s: expected at most 10^12";
  }
  if (config->msr_c_bits_per_s > DUAL_QUEUE_RATE_MAX) {
    return "msr_c_bits_per_s: expected at most 10^12";
  }
  params->rates.amsr_bits_per_s = config->amsr_bits_per_s;
  params->rates.msr_l_bits_per_s = config->msr_l_bits_per_s;
  params->rates.msr_c_bits_per_s = config->msr_c_bits_per_s;
  params->rates.weight = or_default(config->weight, COUPLING_WEIGHT_DEFAULT);
  if (params->rates.weight < 1 || params->rates.weight >= COUPLING_WEIGHT_PARTS) {
    return "weight: expected 1..255";
  }
  params->coupling_tenths = or_default(config->coupling_tenths, COUPLING_TENTHS_DEFAULT);
  if (params->coupling_tenths > COUPLING_TENTHS_RESERVED) {
    return "coupling_tenths: expected 0..255";
  }
  if (params->coupling_tenths == COUPLING_TENTHS_RESERVED) {
    params->coupling_tenths = COUPLING_TENTHS_DEFAULT;
  }
  params->max_rate_bits_per_s =
      immediate_aqm_max_rate(config->amsr_bits_per_s, config->msr_l_bits_per_s);
  return 0;
}

static const char* init_ramp(dual_queue_params* params, const dual_queue_config* config) {
  const uint32_t maxth_us = or_default(config->maxth_us, IMMEDIATE_AQM_MAXTH_DEFAULT_US);
  const uint32_t lg_range = or_default(config->lg_range, IMMEDIATE_AQM_LG_RANGE_DEFAULT);
  if (maxth_us > IMMEDIATE_AQM_MAXTH_MAX_US) {
    return "maxth_us: expected 0..65535";
  }
  if (lg_range > IMMEDIATE_AQM_LG_RANGE_MAX) {
    return "lg_range: expected 0..31, log2 of nanoseconds";
  }
  params->ramp = immediate_aqm_ramp_of(params->max_rate_bits_per_s, maxth_us, lg_range);
  return 0;
}

static const char* init_protection(dual_queue_params* params, const dual_queue_config* config) {
  const queue_protection_config protection = {
      or_default(config->critical_ql_us, params->ramp.maxth_ns / NS_PER_US),
      or_default(config->critical_score_us, QUEUE_PROTECTION_SCORE_DEFAULT_US),
      or_default(config->lg_aging, QUEUE_PROTECTION_LG_AGING_DEFAULT),
      or_default(config->lg_tick, 0)};
  return queue_protection_params_init(&params->protection, &protection);
}

static const char* init_virtual_queue(dual_queue_params* params, const dual_queue_config* config) {
  if (config->estimate > DUAL_QUEUE_DELAY_V) {
    return "estimate: expected 0 (L) or 1 (V)";
  }
  params->virtual_estimate =
      config->estimate == DUAL_QUEUE_DELAY_V && params->max_rate_bits_per_s != 0;
  const uint32_t map_interval_ns = or_default(config->map_interval_ns, MAP_INTERVAL_DEFAULT_NS);
  const virtual_queue_config vq = {params->max_rate_bits_per_s,
                                   config->ggr_bits_per_s,
                                   config->ggi_us,
                                   map_interval_ns,
                                   or_default(config->frame_ns, map_interval_ns),
                                   or_default(config->pgs_tenths, VIRTUAL_QUEUE_PGS_TENTHS_DEFAULT),
                                   or_default(config->vq_lg_ewma, VIRTUAL_QUEUE_LG_EWMA_DEFAULT),
                                   or_default(config->loop_delay_offset_maps, 0)};
  return virtual_queue_params_init(&params->vq, &vq);
}

static const char* init_room(dual_queue_params* params, const dual_queue_config* config) {
  params->ll_buffer_bytes =
      or_default(config->ll_buffer_bytes, default_ll_buffer_bytes(config->amsr_bits_per_s));
  if (params->ll_buffer_bytes <= IMMEDIATE_AQM_FRAME_BYTES ||
      params->ll_buffer_bytes > AQM_COUNT_MAX) {
    return "ll_buffer_bytes: expected 2001..2147483648, more than one frame";
  }
  params->ll_limit_bytes = params->ll_buffer_bytes - IMMEDIATE_AQM_FRAME_BYTES;
  params->ll_limit_ns = aqm_scaled(params->ll_limit_bytes, &params->vq.ns_per_byte);
  return 0;
}

static const char* init_classic(dual_queue_params* params, const dual_queue_config* config) {
  if (config->classic_buffer_bytes == 0 || config->classic_buffer_bytes == DUAL_QUEUE_ABSENT) {
    return "classic_buffer_bytes: expected the size of the buffer, DOCSIS-PIE starts at a third "
           "of it";
  }
  aqm_config classic;
  classic.latency_target_us =
      or_default(config->latency_target_us, DOCSIS_PIE_LATENCY_TARGET_DEFAULT_US);
  classic.peak_rate_bytes_per_s = DELAY_AS_BYTES_PER_S;
  classic.msr_bytes_per_s = DELAY_AS_BYTES_PER_S;
  classic.buffer_bytes = config->classic_buffer_bytes;
  classic.buffer_packets = config->classic_buffer_packets;
  return docsis_pie_params_init(&params->classic, &classic, 0);
}

const char* dual_queue_params_init(dual_queue_params* params, const dual_queue_config* config) {
  params->protect = or_default(config->protect, 1);
  params->ect0_in_ll = or_default(config->ect0_in_ll, DUAL_QUEUE_ECT0_CLASSIC);
  params->ect1_in_classic = or_default(config->ect1_in_classic, 0);
  params->overload_drops = or_default(config->overload_drops, 1);
  params->remark_dscp = config->remark_dscp;
  params->remark_ecn = config->remark_ecn;
  const char* refused = refuse_switches(params);
  if (refused == 0) {
    refused = init_rates(params, config);
  }
  if (refused == 0) {
    refused = init_ramp(params, config);
  }
  if (refused == 0) {
    refused = init_protection(params, config);
  }
  if (refused == 0) {
    refused = init_virtual_queue(params, config);
  }
  if (refused == 0) {
    refused = init_room(params, config);
  }
  return refused != 0 ? refused : init_classic(params, config);
}
