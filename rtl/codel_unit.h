// Runs codel_unit.v in place of codel_dequeue().
#pragma once

#include "models/aqm/codel/codel.h"
#include "rtl/clocked.h"

namespace docsis_vp::rtl {

// `Gates`: codel_unit of any widths. The state of a queue is loaded for each packet, so that one
// block serves many queues.
template <typename Gates>
class CodelUnit {
 public:
  aqm_verdict dequeue(codel_state& state, const codel_params& params, const aqm_queue& queue,
                      const aqm_packet& packet, std::uint32_t now_us) {
    load(state);
    show(params, queue, packet, now_us);
    clocks_ = block_.run();
    store(state);
    return static_cast<aqm_verdict>(block_->verdict);
  }

  // The same in three steps, for a block that serves one queue.
  void load(const codel_state& state) {
    auto& inside = block_.inside();
    drive(inside.codel_unit__DOT__status, state.status);
    inside.codel_unit__DOT__first_above_us = state.first_above_us;
    inside.codel_unit__DOT__drop_next_us = state.drop_next_us;
    inside.codel_unit__DOT__count = state.count;
    inside.codel_unit__DOT__lastcount = state.lastcount;
    inside.codel_unit__DOT__inv_sqrt_q31 = state.inv_sqrt_q31;
  }
  void show(const codel_params& params, const aqm_queue& queue, const aqm_packet& packet,
            std::uint32_t now_us) {
    block_->target_us = params.target_us;
    block_->interval_us = params.interval_us;
    drive(block_->mtu_bytes, params.mtu_bytes);
    block_->use_ecn = params.use_ecn != 0;
    block_->now_us = now_us;
    block_->enqueued_us = packet.enqueued_us;
    block_->ect = packet.ecn != AQM_NOT_ECT;
    block_->bytes_behind = queue.bytes;
  }
  void store(codel_state& state) {
    state.status = block_->status;
    state.first_above_us = block_->first_above_us;
    state.drop_next_us = block_->drop_next_us;
    state.count = block_->count;
    state.lastcount = block_->lastcount;
    state.inv_sqrt_q31 = block_->inv_sqrt_q31;
  }

  Clocked<Gates>& block() { return block_; }
  // Clocks of the last packet.
  unsigned clocks() const { return clocks_; }

 private:
  Clocked<Gates> block_;
  unsigned clocks_ = 0;
};

}  // namespace docsis_vp::rtl
