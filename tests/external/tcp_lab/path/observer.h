// Observes a transfer on the path and in the sender's window.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/external/tcp_lab/path/bottleneck.h"
#include "tests/external/tcp_lab/path/loss_script.h"

namespace docsis_vp::tcp_lab {

// From the loss of a segment until everything is acknowledged that had been sent when the first
// repetition followed.
struct Recovery {
  TimeNs lost;
  TimeNs repeated;
  TimeNs recovered;
};

// One bin of the time line.
struct Sample {
  double cwnd_segments;           // mean over the bin
  std::uint64_t acked_bytes;      // at its end
  std::uint64_t retransmissions;  // until its end
};

// Time 0 is the first data segment. Callers report in the order of time.
class Observer {
 public:
  Observer(std::uint32_t segment_bytes, TimeNs bin, TimeNs duration);

  // A data segment enters the path; offset counts the stream's octets from 0.
  Segment on_data(TimeNs now, std::uint64_t offset);
  void on_loss(TimeNs now);
  // The sender has seen this cumulative acknowledgment.
  void on_ack(TimeNs now, std::uint64_t acked_bytes);
  void on_cwnd(TimeNs now, double segments);
  // Reported again and again: the first slow start has an end now (ssthresh is finite).
  void on_slow_start_end(TimeNs now);
  void finish();

  bool has_begun() const { return has_begun_; }
  TimeNs elapsed(TimeNs now) const { return has_begun_ ? now - begin_ : 0; }
  const std::vector<Sample>& samples() const { return samples_; }
  const std::vector<Recovery>& recoveries() const { return recoveries_; }
  std::uint64_t transmissions() const { return transmissions_; }
  std::uint64_t retransmissions() const { return retransmissions_; }
  std::uint64_t losses() const { return losses_; }
  // When the first slow start ended, since the first data segment; -1: it did not.
  TimeNs slow_start_end() const { return slow_start_end_; }

 private:
  enum class State { kOpen, kLost, kRepeated };

  void advance_to(TimeNs elapsed);

  const std::uint32_t segment_bytes_;
  const TimeNs bin_;
  const TimeNs duration_;
  bool has_begun_ = false;
  TimeNs begin_ = 0;
  std::uint64_t highest_sent_ = 0;
  std::vector<unsigned> transmissions_of_;  // by segment
  std::uint64_t acked_bytes_ = 0;
  std::uint64_t transmissions_ = 0;
  std::uint64_t retransmissions_ = 0;
  std::uint64_t losses_ = 0;
  TimeNs slow_start_end_ = -1;

  double cwnd_ = 0;
  double cwnd_area_ = 0;  // of the open bin, segments x ns
  TimeNs accounted_ = 0;
  std::vector<Sample> samples_;

  State state_ = State::kOpen;
  Recovery open_recovery_{};
  std::uint64_t recovery_point_ = 0;
  std::vector<Recovery> recoveries_;
};

}  // namespace docsis_vp::tcp_lab
