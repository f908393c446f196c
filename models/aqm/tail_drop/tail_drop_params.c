#include "models/aqm/tail_drop/tail_drop_params.h"

const char* tail_drop_params_init(tail_drop_params* params, const aqm_config* config) {
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  return params->limit_bytes == 0 && params->limit_packets == 0
             ? "buffer_bytes: expected a limit in bytes or in packets"
             : 0;
}
