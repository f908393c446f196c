// Feeds a congestion control with the events of a sender without loss.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/hosts/tcp/congestion/congestion_control.h"

namespace docsis_vp::hosts {

constexpr std::uint32_t kMss = 1000;

// A sender that always has data: whatever the window allows is in flight.
class AckScript {
 public:
  explicit AckScript(CongestionControl& control, std::uint64_t initial_window_segments = 10)
      : control_(control) {
    control_.start({kMss, initial_window_segments * kMss, now_});
    fill();
    round_end_ = nxt_;
  }

  AckScript& rtt(TimePs rtt) {
    rtt_ = rtt;
    return *this;
  }
  AckScript& marked(std::uint64_t bytes) {
    marked_ = bytes;
    return *this;
  }
  AckScript& one_way_delay(TimePs delay) {
    one_way_delay_ = delay;
    return *this;
  }
  AckScript& not_cwnd_limited() {
    cwnd_limited_ = false;
    return *this;
  }
  AckScript& in_recovery() {
    in_recovery_ = true;
    return *this;
  }

  void wait(TimePs duration) { now_ += duration; }

  // One acknowledgment of so many octets with what was set above; settings other than the times
  // hold for one.
  void ack(std::uint64_t bytes) {
    AckSample sample{};
    sample.now = now_;
    sample.acked_bytes = sample.delivered_bytes = bytes;
    sample.marked_bytes = marked_;
    sample.flight_bytes = nxt_ - una_;
    una_ += bytes;
    if (nxt_ < una_) nxt_ = una_;
    sample.una = una_;
    sample.nxt = nxt_;
    sample.rtt = sample.srtt = sample.min_rtt = rtt_;
    sample.one_way_delay = one_way_delay_;
    sample.cwnd_limited = cwnd_limited_;
    sample.in_recovery = in_recovery_;
    control_.on_ack(sample);
    last_nxt_ = nxt_;
    marked_ = 0;
    cwnd_limited_ = true;
    in_recovery_ = false;
    fill();
  }
  // The acknowledgments of a round, segment by segment, evenly over the round-trip time: up to what
  // had been sent when the last one of the round before arrived.
  void round(std::uint64_t marked_bytes_of_each_segment = 0) {
    const std::uint64_t end = round_end_;
    const auto segments = static_cast<TimePs>((end - una_ + kMss - 1) / kMss);
    while (una_ < end) {
      now_ += rtt_ / segments;
      const std::uint64_t bytes = std::min<std::uint64_t>(kMss, end - una_);
      marked(marked_bytes_of_each_segment * bytes / kMss);
      ack(bytes);
    }
    round_end_ = last_nxt_;
  }
  std::uint64_t octets_of_next_round() const { return round_end_ - una_; }

  void lose() { control_.on_congestion({now_, Congestion::kLoss, nxt_ - una_, rtt_}); }
  void echo() { control_.on_congestion({now_, Congestion::kEce, nxt_ - una_, rtt_}); }
  void expire(bool first = true) {
    control_.on_timeout({now_, Congestion::kLoss, nxt_ - una_, rtt_}, first);
  }

  TimePs now() const { return now_; }
  std::uint64_t flight() const { return nxt_ - una_; }

 private:
  void fill() {
    if (una_ + control_.cwnd() > nxt_) nxt_ = una_ + control_.cwnd();
  }

  CongestionControl& control_;
  TimePs now_ = kPsPerSecond;
  TimePs rtt_ = 100 * kPsPerMs;
  TimePs one_way_delay_ = kNever;
  std::uint64_t una_ = 0;
  std::uint64_t nxt_ = 0;
  std::uint64_t last_nxt_ = 0;  // as the last acknowledgment found it
  std::uint64_t round_end_ = 0;
  std::uint64_t marked_ = 0;
  bool cwnd_limited_ = true;
  bool in_recovery_ = false;
};

}  // namespace docsis_vp::hosts
