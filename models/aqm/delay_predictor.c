#include "models/aqm/delay_predictor.h"

#include "models/aqm/check.h"
#include "models/aqm/token_delay.h"

const char* const aqm_prediction_names[] = {"rate_meter", "token_bucket", "omniscient", 0};

void aqm_predictor_init(aqm_predictor* predictor) {
  const aqm_predictor initial = {{0, 0, 0}, 0, {0, 0}};
  *predictor = initial;
}

const char* aqm_predictor_params_init(aqm_predictor_params* params, const aqm_config* config,
                                      uint32_t prediction, uint32_t threshold_bytes,
                                      uint32_t exclude_ce) {
  const char* refused = aqm_refuse_rates(config);
  if (refused != 0) {
    return refused;
  }
  if (prediction == AQM_PREDICT_TOKEN_BUCKET && config->msr_bytes_per_s == 0) {
    return "msr_bytes_per_s: expected a sustained rate, the token bucket predicts by it";
  }
  params->prediction = prediction;
  params->exclude_ce = exclude_ce;
  params->meter.threshold_bytes = threshold_bytes;
  params->meter.weight_log2 = AQM_PREDICTOR_WEIGHT_LOG2;
  params->meter.rule = AQM_METER_RATES;
  params->peak = aqm_byte_time_of(config->peak_rate_bytes_per_s);
  params->msr = aqm_byte_time_of(config->msr_bytes_per_s);
  return 0;
}

void aqm_predictor_departed(aqm_predictor* predictor, const aqm_predictor_params* params,
                            const aqm_queue* queue, const aqm_packet* packet, uint32_t now_us) {
  if (params->prediction != AQM_PREDICT_RATE_METER) {
    return;
  }
  const uint32_t measured =
      aqm_meter_departed(&predictor->meter, &params->meter, predictor->rate_bytes_per_s,
                         packet->size_bytes, queue->bytes, now_us);
  if (measured != predictor->rate_bytes_per_s) {
    predictor->rate_bytes_per_s =
        measured > AQM_RATE_MIN_BYTES_PER_S ? measured : AQM_RATE_MIN_BYTES_PER_S;
    predictor->per_byte = aqm_byte_time_of(predictor->rate_bytes_per_s);
  }
}

uint32_t aqm_predicted_delay_us(const aqm_predictor* predictor, const aqm_predictor_params* params,
                                const aqm_queue* queue, const aqm_packet* packet) {
  if (params->prediction == AQM_PREDICT_OMNISCIENT) {
    return queue->predicted_delay_us;
  }
  const uint64_t sum = (uint64_t)aqm_measured_bytes(queue, params->exclude_ce) + packet->size_bytes;
  const uint32_t bytes = sum <= UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
  return params->prediction == AQM_PREDICT_TOKEN_BUCKET
             ? aqm_token_delay_us(bytes, queue->msr_tokens, params->peak, params->msr)
             : aqm_token_delay_us(bytes, 0, predictor->per_byte, predictor->per_byte);
}
