// Runs docsis_pie_drop.v in place of docsis_pie_enqueue().
#pragma once

#include <algorithm>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "rtl/clocked.h"

namespace docsis_vp::rtl {

// `Gates`: docsis_pie_drop of any widths. The state of a queue is loaded for each packet, so that
// one block serves many queues.
template <typename Gates>
class DropEngine {
 public:
  aqm_verdict enqueue(docsis_pie_state& state, const docsis_pie_params& params,
                      const aqm_queue& queue, const aqm_packet& packet, std::uint32_t random) {
    load(state);
    show(params, queue, packet, random);
    clocks_ = block_.run();
    store(state);
    return static_cast<aqm_verdict>(block_->verdict);
  }

  // The same in three steps, for a block that serves one queue.
  void load(const docsis_pie_state& state) {
    auto& inside = block_.inside();
    inside.docsis_pie_drop__DOT__drop_prob_q28 = state.law.drop_prob_q28;
    inside.docsis_pie_drop__DOT__qdelay_old_us = state.law.qdelay_old_us;
    loaded_burst_us_ = std::min(state.law.burst_us, kBurstMask);
    loaded_status_ = std::min(state.law.status, kStatusMask);
    inside.docsis_pie_drop__DOT__burst_us = loaded_burst_us_;
    drive(inside.docsis_pie_drop__DOT__status, loaded_status_);
    inside.docsis_pie_drop__DOT__generation = state.law.generation & kGenerationMask;
    inside.docsis_pie_drop__DOT__accu_prob_q28 = state.accu_prob_q28;
  }
  void show(const docsis_pie_params& params, const aqm_queue& queue, const aqm_packet& packet,
            std::uint32_t random) {
    block_->buffer_bytes = params.buffer_bytes;
    drive(block_->limit_packets, params.limit_packets);
    block_->latency_target_us = params.latency_target_us;
    drive(block_->size_bytes, packet.size_bytes);
    block_->queue_bytes = queue.bytes;
    drive(block_->queue_packets, queue.packets);
    block_->full = queue.full != 0;
    block_->random = random;
  }
  void store(docsis_pie_state& state) {
    state.law.drop_prob_q28 = block_->drop_prob_q28;
    state.law.qdelay_old_us = block_->qdelay_old_us;
    if (block_->burst_us != loaded_burst_us_) state.law.burst_us = block_->burst_us;
    if (block_->status != loaded_status_) state.law.status = block_->status;
    state.law.generation += (block_->generation - state.law.generation) & kGenerationMask;
    state.accu_prob_q28 = block_->accu_prob_q28;
  }

  Clocked<Gates>& block() { return block_; }
  // Clocks of the last packet.
  unsigned clocks() const { return clocks_; }

 private:
  static constexpr std::uint32_t kBurstMask = (1U << 18) - 1;
  static constexpr std::uint32_t kStatusMask = 3;
  static constexpr std::uint32_t kGenerationMask = 0xFFFFFF;

  Clocked<Gates> block_;
  // A faulty law may commit wider values than the registers hold; values that the block does not
  // change are kept.
  std::uint32_t loaded_burst_us_ = 0;
  std::uint32_t loaded_status_ = 0;
  unsigned clocks_ = 0;
};

}  // namespace docsis_vp::rtl
