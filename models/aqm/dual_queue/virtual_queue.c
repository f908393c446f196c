#include "models/aqm/dual_queue/virtual_queue.h"

#define NS_PER_US 1000u
#define TENTHS 10u
#define TIME_MAX_NS (UINT32_C(1) << 30)

uint64_t virtual_queue_arrive(virtual_queue* queue, uint64_t increment_ns, uint64_t now_ns) {
  if (now_ns > queue->last_ns) {
    const uint64_t passed_ns = now_ns - queue->last_ns;
    queue->delay_ns = queue->delay_ns > passed_ns ? queue->delay_ns - passed_ns : 0;
    queue->last_ns = now_ns;
  }
  queue->delay_ns += increment_ns;
  return queue->delay_ns;
}

void virtual_queue_undo(virtual_queue* queue, uint64_t increment_ns) {
  queue->delay_ns = queue->delay_ns > increment_ns ? queue->delay_ns - increment_ns : 0;
}

const char* virtual_queue_params_init(virtual_queue_params* params,
                                      const virtual_queue_config* config) {
  if (config->map_interval_ns == 0 || config->map_interval_ns > TIME_MAX_NS) {
    return "map_interval_ns: expected 1..1073741824";
  }
  if (config->frame_ns == 0 || config->frame_ns > TIME_MAX_NS) {
    return "frame_ns: expected 1..1073741824";
  }
  if (config->pgs_tenths > 2 * TENTHS) {
    return "pgs_tenths: expected 0..20 tenths of a grant interval";
  }
  if (config->lg_ewma > VIRTUAL_QUEUE_LG_EWMA_MAX) {
    return "lg_ewma: expected 0..15, log2 of the divisor";
  }
  if (config->max_rate_bits_per_s >> 40 != 0) {
    return "max_rate_bits_per_s: expected less than 2^40";
  }
  if (config->loop_delay_offset_maps > 16) {
    return "loop_delay_offset_maps: expected 0..16 MAP intervals";
  }
  if (config->ggi_us > TIME_MAX_NS / NS_PER_US) {
    return "ggi_us: expected at most a second";
  }
  const uint32_t interval_ns =
      config->ggi_us != 0 ? config->ggi_us * NS_PER_US : config->map_interval_ns;
  if (config->ggr_bits_per_s != 0 && interval_ns < config->frame_ns) {
    return "ggi_us: expected at least one frame, or 0 for the interval of MAPs";
  }
  const uint64_t max_rate = config->max_rate_bits_per_s;
  const uint64_t ggr = config->ggr_bits_per_s;
  const uint32_t whole_frames_ns = interval_ns - interval_ns % config->frame_ns;
  params->ns_per_byte = aqm_ratio_of(AQM_BYTE_NS, max_rate);
  params->loop_bytes = aqm_ratio_of(max_rate > ggr ? max_rate - ggr : 0, AQM_BYTE_NS);
  params->pgs_bytes =
      aqm_mul_div((uint64_t)config->pgs_tenths * whole_frames_ns, ggr, TENTHS * AQM_BYTE_NS);
  const uint64_t offset_ns = (uint64_t)config->loop_delay_offset_maps * config->map_interval_ns;
  params->loop_offset_ns = offset_ns < TIME_MAX_NS ? (uint32_t)offset_ns : TIME_MAX_NS;
  params->lg_ewma = config->lg_ewma;
  return 0;
}

/* Samples stay below 2^32, so averages in Q16 stay below 2^48. */
static uint64_t averaged_q16(uint64_t average_q16, uint32_t sample, uint32_t lg_ewma) {
  const int64_t off = (int64_t)((uint64_t)sample << 16) - (int64_t)average_q16;
  return (uint64_t)((int64_t)average_q16 + (off >> lg_ewma));
}

void virtual_queue_sample_loop(virtual_queue_alignment* alignment,
                               const virtual_queue_params* params, uint32_t loop_delay_ns) {
  alignment->loop_delay_ns_q16 =
      alignment->loop_is_known != 0
          ? averaged_q16(alignment->loop_delay_ns_q16, loop_delay_ns, params->lg_ewma)
          : (uint64_t)loop_delay_ns << 16;
  alignment->loop_is_known = 1;
}

uint64_t virtual_queue_loop_delay_ns(const virtual_queue_alignment* alignment,
                                     const virtual_queue_params* params) {
  return (alignment->loop_delay_ns_q16 >> 16) + params->loop_offset_ns;
}

static uint32_t count_of(uint64_t value) {
  return value < AQM_COUNT_MAX ? (uint32_t)value : AQM_COUNT_MAX;
}

/* Bytes that the request-grant loop and proactive grants explain. */
static uint64_t allowed_bytes(virtual_queue_alignment* alignment,
                              const virtual_queue_params* params) {
  const uint64_t loop_ns = virtual_queue_loop_delay_ns(alignment, params);
  if (alignment->allowed_is_known == 0 || alignment->allowed_loop_ns != loop_ns) {
    alignment->allowed_is_known = 1;
    alignment->allowed_loop_ns = loop_ns;
    alignment->allowed_bytes =
        aqm_scaled(count_of(loop_ns), &params->loop_bytes) + params->pgs_bytes;
  }
  return alignment->allowed_bytes;
}

uint64_t virtual_queue_least_ns(virtual_queue_alignment* alignment,
                                const virtual_queue_params* params, uint32_t queued_bytes) {
  alignment->queued_bytes_q16 =
      averaged_q16(alignment->queued_bytes_q16, queued_bytes, params->lg_ewma);
  if (alignment->loop_is_known == 0) {
    return 0;
  }
  const uint64_t queued = alignment->queued_bytes_q16 >> 16;
  const uint64_t allowed = allowed_bytes(alignment, params);
  return queued > allowed ? aqm_scaled(count_of(queued - allowed), &params->ns_per_byte) : 0;
}

void virtual_queue_align(virtual_queue* queue, uint64_t least_ns) {
  if (least_ns > queue->delay_ns) {
    queue->delay_ns = least_ns;
  }
}
