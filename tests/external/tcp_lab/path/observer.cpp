#include "tests/external/tcp_lab/path/observer.h"

#include <algorithm>

namespace docsis_vp::tcp_lab {

Observer::Observer(std::uint32_t segment_bytes, TimeNs bin, TimeNs duration)
    : segment_bytes_(segment_bytes), bin_(bin), duration_(duration) {}

Segment Observer::on_data(TimeNs now, std::uint64_t offset) {
  if (!has_begun_) {
    has_begun_ = true;
    begin_ = now;
  }
  advance_to(now - begin_);
  const std::uint64_t index = offset / segment_bytes_;
  if (index >= transmissions_of_.size()) transmissions_of_.resize(index + 1);
  const unsigned repetition = transmissions_of_[index]++;
  if (repetition > 0) {
    ++retransmissions_;
    if (state_ == State::kLost) {
      state_ = State::kRepeated;
      open_recovery_.repeated = now - begin_;
      recovery_point_ = highest_sent_;
    }
  }
  highest_sent_ = std::max(highest_sent_, offset + segment_bytes_);
  return {index, transmissions_++, repetition, static_cast<double>(now - begin_) / 1e6};
}

void Observer::on_loss(TimeNs now) {
  ++losses_;
  if (state_ != State::kOpen) return;
  state_ = State::kLost;
  open_recovery_ = {now - begin_, 0, 0};
}

void Observer::on_ack(TimeNs now, std::uint64_t acked_bytes) {
  if (!has_begun_) return;
  advance_to(now - begin_);
  acked_bytes_ = std::max(acked_bytes_, acked_bytes);
  if (state_ == State::kRepeated && acked_bytes_ >= recovery_point_) {
    open_recovery_.recovered = now - begin_;
    recoveries_.push_back(open_recovery_);
    state_ = State::kOpen;
  }
}

void Observer::on_cwnd(TimeNs now, double segments) {
  if (has_begun_) advance_to(now - begin_);
  cwnd_ = segments;
}

void Observer::on_slow_start_end(TimeNs now) {
  if (has_begun_ && slow_start_end_ < 0) slow_start_end_ = now - begin_;
}

void Observer::finish() {
  advance_to(duration_);
}

void Observer::advance_to(TimeNs elapsed) {
  const TimeNs until = std::min(elapsed, duration_);
  while (accounted_ < until) {
    const TimeNs bin_end = (accounted_ / bin_ + 1) * bin_;
    const TimeNs next = std::min(bin_end, until);
    cwnd_area_ += cwnd_ * static_cast<double>(next - accounted_);
    accounted_ = next;
    if (accounted_ == bin_end) {
      samples_.push_back({cwnd_area_ / static_cast<double>(bin_), acked_bytes_, retransmissions_});
      cwnd_area_ = 0;
    }
  }
}

}  // namespace docsis_vp::tcp_lab
