// Runs departure_meter.v in place of aqm_meter_departed(); AQM_METER_RATES only.
#pragma once

#include "models/aqm/departure_meter.h"
#include "rtl/clocked.h"

namespace docsis_vp::rtl {

// `Gates`: departure_meter of any widths. The state of a queue is loaded for each packet, so that
// one block serves many queues.
template <typename Gates>
class RateMeterInGates {
 public:
  std::uint32_t departed(aqm_meter& meter, const aqm_meter_params& params, std::uint32_t average,
                         std::uint32_t size_bytes, std::uint32_t queue_bytes,
                         std::uint32_t now_us) {
    auto& inside = block_.inside();
    inside.departure_meter__DOT__measuring = meter.measuring != 0;
    inside.departure_meter__DOT__since_us = meter.since_us;
    inside.departure_meter__DOT__bytes = meter.bytes;
    inside.departure_meter__DOT__average = average;
    show(params, size_bytes, queue_bytes, now_us);
    clocks_ = block_.run();
    store(meter);
    return block_->average;
  }

  // In steps, for a block that serves one queue.
  void show(const aqm_meter_params& params, std::uint32_t size_bytes, std::uint32_t queue_bytes,
            std::uint32_t now_us) {
    block_->threshold_bytes = params.threshold_bytes;
    drive(block_->weight_log2, params.weight_log2);
    drive(block_->size_bytes, size_bytes);
    block_->queue_bytes = queue_bytes;
    block_->now_us = now_us;
  }
  void store(aqm_meter& meter) {
    meter.measuring = block_->measuring;
    meter.since_us = block_->since_us;
    meter.bytes = block_->bytes;
  }

  Clocked<Gates>& block() { return block_; }
  // Clocks of the last packet.
  unsigned clocks() const { return clocks_; }

 private:
  Clocked<Gates> block_;
  unsigned clocks_ = 0;
};

}  // namespace docsis_vp::rtl
