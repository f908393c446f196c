#include "models/aqm/re_ared/re_ared.h"

#include "models/aqm/red/red_shared_options.h"

#define ONE_Q28 (UINT64_C(1) << 28)

static const char kim[] = "Kim and Lee 2006";

const aqm_option re_ared_options[] = {
    RED_SHARED_OPTIONS,
    {"interval_ms", AQM_NUMBER, 3, 500000, 1000, 10000000, 0, "interval", kim,
     "Time between two adaptations of max_p."},
    {"up", AQM_NUMBER, 6, 250000, 1, 1000000, 0, "alpha", kim,
     "Part of itself by which max_p grows where the average is twice the target."},
    {"down", AQM_NUMBER, 6, 170000, 1, 190000, 0, "beta", kim,
     "Part of itself by which max_p shrinks where the average is at the lower threshold."},
    {"top", AQM_NUMBER, 6, 500000, 1, 1000000, 0, "top_", kim, "max_p grows while it is below."},
    {"bottom", AQM_NUMBER, 6, 100, 1, 1000000, 0, "bottom_", "RED, see red",
     "max_p shrinks while it is above; Adaptive RED has 0.01, too much for few flows."},
    AQM_OPTIONS_END,
};

/* RED's own options, and Adaptive RED's interval and limits. */
static const char* red_init(re_ared_params* params, const aqm_config* config,
                            const uint32_t* options) {
  uint32_t values[AQM_OPTIONS_MAX];
  aqm_initial_options(ared_options, values);
  for (uint32_t index = 0; index <= RE_ARED_INTERVAL; ++index) {
    values[index] = aqm_option_value(re_ared_options, options, index);
  }
  values[ARED_TOP] = aqm_option_value(re_ared_options, options, RE_ARED_TOP);
  values[ARED_BOTTOM] = aqm_option_value(re_ared_options, options, RE_ARED_BOTTOM);
  return red_params_init(&params->red, 1, config, values);
}

/* millionths: at most 10^6. */
static uint64_t gain_q48(uint64_t millionths, uint64_t length) {
  return (millionths << 40) / 1000000u * 256u / length;
}

static uint32_t at_least_1(uint32_t value) {
  return value != 0 ? value : 1;
}

/* The band is [0.48, 0.52] of the way between the thresholds. */
const char* re_ared_params_init(re_ared_params* params, const aqm_config* config,
                                const uint32_t* options) {
  const char* refused = red_init(params, config, options);
  if (refused != 0) {
    return refused;
  }
  red_params* red = &params->red;
  const uint64_t fiftieth_q32 = (red->max_q32 - red->min_q32) / 50u;
  red->low = red_measured(red, red->min_q32 + 24 * fiftieth_q32);
  red->high = red_measured(red, red->min_q32 + 26 * fiftieth_q32);
  params->min = red_measured(red, red->min_q32);
  params->target = at_least_1(red_measured(red, (red->min_q32 + red->max_q32) / 2));
  params->up_q48 = gain_q48(aqm_option_value(re_ared_options, options, RE_ARED_UP), params->target);
  params->down_q48 = gain_q48(aqm_option_value(re_ared_options, options, RE_ARED_DOWN),
                              at_least_1(params->target - params->min));
  return 0;
}

/* Distances are cut at three targets, and at five times the way to the lower threshold: the parts
 * stay at 0.75 and 0.95, and their products below 2^50. max_p stays above 0, which would mean its
 * initial value. */
void re_ared_update(red_state* state, const re_ared_params* params, const aqm_queue* queue) {
  aqm_law* law = &state->law;
  const red_params* red = &params->red;
  const uint32_t measured = law->measured;
  uint64_t max_p_q28 = law->drop_prob_q28 != 0 ? law->drop_prob_q28 : red->max_p_q28;
  if (measured > red->high && max_p_q28 < red->top_q28) {
    const uint64_t over = measured - params->target;
    const uint64_t most = 3 * (uint64_t)params->target;
    const uint64_t part_q32 = ((over < most ? over : most) * params->up_q48) >> 16;
    max_p_q28 += (max_p_q28 * part_q32) >> 32;
    max_p_q28 = max_p_q28 < ONE_Q28 ? max_p_q28 : ONE_Q28;
  } else if (measured < red->low && max_p_q28 > red->bottom_q28) {
    const uint64_t under = params->target - measured;
    const uint64_t most = 5 * (uint64_t)(params->target - params->min);
    const uint64_t part_q32 = ((under < most ? under : most) * params->down_q48) >> 16;
    max_p_q28 -= (max_p_q28 * part_q32) >> 32;
  }
  law->drop_prob_q28 = max_p_q28 != 0 ? (uint32_t)max_p_q28 : 1;
  law->qdelay_old_us = red_queue_delay_us(red, queue);
}
