// Runs drr_scheduler.v in place of DeficitRoundRobin of models/queue: 32 queues, kInOrder.
#pragma once

#include <cstdint>

#include "rtl/clocked.h"

namespace docsis_vp::rtl {

// `Gates`: drr_scheduler of any widths.
template <typename Gates>
class Turns {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = UINT32_MAX;
  static constexpr Index kQueues = 32;

  explicit Turns(std::uint32_t quantum_bytes) { drive(block_->quantum_bytes, quantum_bytes); }

  void arrived(Index queue) {
    drive(block_->arrived_queue, queue);
    block_->arrived = 1;
    block_.clock();
    block_->arrived = 0;
  }

  template <typename HeadBytes>
  Index next(const HeadBytes& bytes_of_head) {
    if (block_->empty) {
      return kNone;
    }
    while (true) {
      drive(block_->head_bytes, bytes_of_head(block_->first));
      block_.settle();
      if (block_->turn) {
        return block_->first;
      }
      block_->step = 1;
      block_.clock();
      block_->step = 0;
    }
  }

  // Applies to the queue that next() returned.
  void sent(std::uint32_t bytes) {
    drive(block_->sent_bytes, bytes);
    block_->sent = 1;
    block_.clock();
    block_->sent = 0;
  }
  void found_empty() {
    block_->found_empty = 1;
    block_.clock();
    block_->found_empty = 0;
  }

 private:
  Clocked<Gates> block_;
};

}  // namespace docsis_vp::rtl
