#include "models/aqm/pd_red/pd_red.h"

#include "models/aqm/check.h"
#include "models/aqm/red/red_shared_options.h"

#define ONE_Q28 (INT64_C(1) << 28)
#define LENGTH_MAX ((INT64_C(1) << 24) - 1)
#define GAIN_MAX_Q52 (UINT64_C(1) << 37)

static const char sun[] = "Sun, Ko, Chen, Chan and Zukerman 2003";

const aqm_option pd_red_options[] = {
    RED_SHARED_OPTIONS,
    {"interval_ms", AQM_NUMBER, 3, 10000, 1000, 10000000, 0, "update interval", sun,
     "Time between two changes of max_p."},
    {"proportional_gain", AQM_NUMBER, 6, 1000, 0, 1000000, 0, "k_p", sun,
     "What an average above the reference by a whole buffer adds to max_p at each update."},
    {"derivative_gain", AQM_NUMBER, 6, 50000, 0, 10000000, 0, "k_d", sun,
     "What a growth of the average by a whole buffer adds to max_p."},
    {"reference_packets", AQM_NUMBER, 3, 0, 0, 65535000, 0, "T", sun,
     "Average queue to settle at, in usual packets; 0: the middle between the thresholds."},
    AQM_OPTIONS_END,
};

/* RED's own options, and Adaptive RED's with their usual values but for the interval. */
static const char* red_init(pd_red_params* params, const aqm_config* config,
                            const uint32_t* options) {
  uint32_t values[AQM_OPTIONS_MAX];
  aqm_initial_options(ared_options, values);
  for (uint32_t index = 0; index <= PD_RED_MARK_FORCED; ++index) {
    values[index] = aqm_option_value(pd_red_options, options, index);
  }
  values[ARED_INTERVAL] = aqm_option_value(pd_red_options, options, PD_RED_INTERVAL);
  return red_params_init(&params->red, 1, config, values);
}

/* Thousandths of usual packets in the format of law.measured. */
static uint64_t measured_of(const red_params* red, uint64_t thousandths) {
  return red->per_mean_q32 != 0 ? thousandths * red->mean_pktsize / 1000u
                                : (thousandths << 8) / 1000u;
}

static uint64_t buffer_of(const red_params* red, const aqm_config* config) {
  uint64_t buffer = config->buffer_bytes;
  if (config->buffer_packets != 0) {
    buffer = measured_of(red, (uint64_t)config->buffer_packets * 1000u);
  } else if (red->per_mean_q32 == 0) {
    buffer = (buffer << 8) / red->mean_pktsize;
  }
  return buffer == 0 ? 1 : buffer;
}

/* gain / buffer; gains stay below 2^24 millionths. */
static uint64_t gain_q52(uint32_t millionths, uint64_t buffer) {
  const uint64_t whole_q40 = ((uint64_t)millionths << 40) / 1000000u;
  const uint64_t gain = (whole_q40 << 12) / buffer;
  return gain < GAIN_MAX_Q52 ? gain : GAIN_MAX_Q52;
}

const char* pd_red_params_init(pd_red_params* params, const aqm_config* config,
                               const uint32_t* options) {
  const char* refused = aqm_refuse_no_limit(config);
  refused = refused != 0 ? refused : red_init(params, config, options);
  if (refused != 0) {
    return refused;
  }
  const red_params* red = &params->red;
  const uint64_t reference =
      measured_of(red, aqm_option_value(pd_red_options, options, PD_RED_REFERENCE));
  const uint64_t middle =
      ((uint64_t)red_measured(red, red->min_q32) + red_measured(red, red->max_q32)) / 2;
  const uint64_t chosen = reference != 0 ? reference : middle;
  params->reference = chosen < (uint64_t)LENGTH_MAX ? (uint32_t)chosen : (uint32_t)LENGTH_MAX;
  const uint64_t buffer = buffer_of(red, config);
  params->proportional_q52 =
      gain_q52(aqm_option_value(pd_red_options, options, PD_RED_PROPORTIONAL_GAIN), buffer);
  params->derivative_q52 =
      gain_q52(aqm_option_value(pd_red_options, options, PD_RED_DERIVATIVE_GAIN), buffer);
  return 0;
}

void pd_red_state_init(pd_red_state* state) {
  red_state_init(&state->red);
  state->old = 0;
  state->begun = 0;
}

static int64_t lesser(int64_t a, int64_t b) {
  return a < b ? a : b;
}

/* Lengths stay below 2^24 and gains at 2^37 or below, so the sum stays below 2^63. The first update
 * has no change to see. max_p stays above 0, which would mean its initial value. */
void pd_red_update(pd_red_state* state, const pd_red_params* params, const aqm_queue* queue) {
  aqm_law* law = &state->red.law;
  const int64_t present = lesser(law->measured, LENGTH_MAX);
  const int64_t old = state->begun ? (int64_t)state->old : present;
  const int64_t step_q52 =
      (int64_t)params->proportional_q52 * (present - (int64_t)params->reference) +
      (int64_t)params->derivative_q52 * (present - old);
  const int64_t max_p_q28 = law->drop_prob_q28 != 0 ? law->drop_prob_q28 : params->red.max_p_q28;
  const int64_t moved_q28 = max_p_q28 + ((step_q52 + (INT64_C(1) << 23)) >> 24);
  law->drop_prob_q28 = moved_q28 < 1 ? 1 : (uint32_t)lesser(moved_q28, ONE_Q28);
  law->qdelay_old_us = red_queue_delay_us(&params->red, queue);
  state->old = (uint32_t)present;
  state->begun = 1;
}
