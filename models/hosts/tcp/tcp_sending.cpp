// TcpSender: transmission, and the timer.
#include <algorithm>

#include "models/hosts/host_queue/host_queue.h"
#include "models/hosts/tcp/tcp_sender.h"

namespace docsis_vp::hosts {

namespace {

// Linux 6.18, net/ipv4/tcp_output.c, tcp_small_queue_check(): two buffers of at least
// tcp_min_tso_segs = 2 segments each, or the pacing rate times 2^-sk_pacing_shift s = 1/1024 s if
// that is more. The maximum is tcp_limit_output_bytes. The check precedes the transmission, so one
// more frame may wait.
constexpr std::uint64_t kLeastQueuedFrames = 4;
constexpr std::uint64_t kHeaderBytes = 18 + 20 + 20 + 12;  // Ethernet, IPv4, TCP, timestamps
constexpr unsigned kPacingShift = 10;
constexpr std::uint64_t kMostQueuedBytes = 4 * 1024 * 1024;

}  // namespace

std::uint64_t TcpSender::flight_bytes() const {
  const bool counts_sacked = sack_ && (config_.limited_transmit || phase_ != Phase::kOpen);
  return counts_sacked || phase_ == Phase::kLoss ? board_.pipe_bytes() : board_.outstanding_bytes();
}

std::uint64_t TcpSender::window_bytes() const {
  std::uint64_t window = congestion_.cwnd();
  if (phase_ == Phase::kRecovery && !sack_) {
    window = inflated_window_;
  } else if (phase_ == Phase::kRecovery && config_.proportional_rate_reduction && !rate_based_) {
    window = reduction_.window_bytes();
  } else if (phase_ == Phase::kOpen && !sack_ && config_.limited_transmit) {
    window += std::min(dup_acks_, 2U) * std::uint64_t{mss_};
  }
  if (by_order_) {
    window = std::max(window, halving_.window_bytes());
  }
  if (config_.max_window_segments) {
    window = std::min(window, *config_.max_window_segments * std::uint64_t{mss_});
  }
  return window;
}

void TcpSender::send() {
  if (!running_) {
    return;
  }
  const TimePs now = timers_.now();
  if (fast_retransmit_) {
    fast_retransmit_ = false;
    rescue_from_ = board_.segment(board_.first()).end();
    retransmit(board_.first(), true);
    arm_timer(now);  // like BSD and Linux
  }
  if (board_.empty()) {
    restart_after_idle(now);
  }
  halving_.limit(flight_bytes(), mss_);
  while (!held_by_pacing(now) && !held_by_host_queue()) {
    const std::uint64_t window = window_bytes();
    const std::uint64_t flight = flight_bytes();
    const std::uint64_t room = window > flight ? window - flight : 0;
    // RFC 6675 sec. 4, NextSeg(): rules 1, 2, then 3 and 4.
    const bool any = (phase_ != Phase::kOpen && retransmit_next(room, true)) ||
                     send_new(room, now) ||
                     (phase_ == Phase::kRecovery && !by_time_ && !by_order_ &&
                      (retransmit_next(room, false) || rescue(room)));
    if (!any) {
      break;
    }
  }
  if (!timer_.armed() && (!board_.empty() || waits_for_window())) {
    arm_timer(now);
  }
}

bool TcpSender::retransmit_next(std::uint64_t room, bool lost_only) {
  if (room < mss_ || (!sack_ && phase_ == Phase::kRecovery)) {
    return false;
  }
  const std::uint64_t number = board_.next_to_retransmit();
  if (number == board_.end()) {
    return false;
  }
  const SentSegment& segment = board_.segment(number);
  const bool wanted = lost_only ? segment.has(SentSegment::kLost) &&
                                      (phase_ == Phase::kRecovery || segment.begin < recover_)
                                : board_.below_highest_sacked(number);
  if (wanted) {
    retransmit(number, true);
  }
  return wanted;
}

bool TcpSender::rescue(std::uint64_t room) {
  if (!sack_ || room < mss_ || una() <= rescue_from_) {
    return false;
  }
  const std::uint64_t number = board_.highest_unsacked();
  if (number == board_.end()) {
    return false;
  }
  rescue_from_ = recover_;
  retransmit(number, false);
  return true;
}

bool TcpSender::send_new(std::uint64_t room, TimePs now) {
  const NewSegment next = next_new();
  const bool careful = phase_ != Phase::kOpen || dup_acks_ > 0;
  const std::uint32_t payload = next.length - (next.fin ? 1 : 0);  // a FIN needs no room
  if (next.length == 0 || room < (careful ? mss_ : payload)) {
    return false;
  }
  const bool idle = board_.empty();
  board_.append(next.length, next.fin, now);
  const bool beyond_window = board_.outstanding_bytes() > congestion_.cwnd();
  limited_bytes_ += phase_ == Phase::kOpen && dup_acks_ > 0 && beyond_window ? next.length : 0;
  std::uint8_t flags = 0;
  if (cwr_waits_) {
    cwr_waits_ = false;
    flags = ecn_ == TcpEcn::kClassic || ecn_ == TcpEcn::kDctcp ? kTcpCwr : 0;
  }
  sent(board_.end() - 1, idle, now);
  output_.send_data(board_.segment(board_.end() - 1), false, flags);
  if (!timer_.armed()) {
    arm_timer(now);
  }
  return true;
}

TcpSender::NewSegment TcpSender::next_new() const {
  const std::uint64_t begin = nxt();
  if (begin >= write_end_) {
    const bool fin = fin_wanted_ && begin == write_end_;
    return {fin ? 1U : 0U, fin};
  }
  const auto wanted = static_cast<std::uint32_t>(std::min<std::uint64_t>(mss_, write_end_ - begin));
  const std::uint64_t usable = peer_edge_ > begin ? peer_edge_ - begin : 0;
  if (wanted > usable) {
    // RFC 9293 sec. 3.8.6.2.1: avoids silly window segments.
    const bool worthwhile = usable > 0 && 2 * usable >= largest_window_;
    return {worthwhile ? static_cast<std::uint32_t>(usable) : 0, false};
  }
  const bool fin = fin_wanted_ && begin + wanted == write_end_;
  if (config_.nagle && wanted < mss_ && !fin && !board_.empty()) {
    return {0, false};
  }
  return {wanted + (fin ? 1 : 0), fin};
}

void TcpSender::retransmit(std::uint64_t number, bool high_rxt) {
  const TimePs now = timers_.now();
  board_.retransmitted(number, now, high_rxt);
  sent(number, false, now);
  output_.send_data(board_.segment(number), true, 0);
  if (rate_based_ && number == board_.first()) {
    arm_timer(now);
  }
}

void TcpSender::sent(std::uint64_t number, bool idle, TimePs now) {
  const std::uint32_t bytes = board_.segment(number).length;
  last_sent_ = now;
  reduction_.on_sent(bytes);
  if (by_order_) {
    halving_.on_sent(flight_bytes(), mss_);
  }
  pacer_.on_sent(bytes, congestion_.pacing_bytes_per_s(), now);
  if (rate_based_) {
    rates_.on_sent(number, board_.first(), idle, now);
  }
}

// Like Linux: counts data that is written after all earlier data was sent, with room in the window.
void TcpSender::write(std::uint64_t bytes) {
  if (rate_based_ && running_ && write_end_ < nxt() + mss_ &&
      board_.pipe_bytes() < congestion_.cwnd() && !waits_for_repair()) {
    rates_.limit_by_application(board_.pipe_bytes());
  }
  write_end_ += bytes;
}

// Returns whether a lost segment waits for its retransmission.
bool TcpSender::waits_for_repair() {
  const std::uint64_t number = board_.next_to_retransmit();
  return number < board_.end() && board_.segment(number).has(SentSegment::kLost);
}

bool TcpSender::held_by_pacing(TimePs now) {
  if (now >= pacer_.next() || congestion_.pacing_bytes_per_s() == 0) {
    return false;
  }
  if (next_new().length > 0) {
    paced_until_ = nxt();
  }
  pacing_timer_.arm(pacer_.next());
  return true;
}

// The sender continues when the next of its frames has left the queue.
bool TcpSender::held_by_host_queue() {
  if (host_queue_ == nullptr) {
    return false;
  }
  const std::uint64_t waiting = host_queue_->waiting_bytes(flow_);
  if (waiting <= kLeastQueuedFrames * (mss_ + kHeaderBytes) ||
      waiting <= host_queue_limit_bytes()) {
    return false;
  }
  if (next_new().length > 0 || phase_ != Phase::kOpen) {
    host_queue_->stop(flow_);
  }
  return true;
}

// Returns the limit, at least a few frames. If the sender is not paced, the rate is that of
// tcp_update_pacing_rate(): twice the window per round trip below half of ssthresh, 1.2 times
// above.
std::uint64_t TcpSender::host_queue_limit_bytes() const {
  std::uint64_t rate = congestion_.pacing_bytes_per_s();
  if (rate == 0 && rtt_.srtt() != kNever) {
    const std::uint64_t cwnd = congestion_.cwnd();
    const std::uint64_t percent = cwnd < congestion_.ssthresh() / 2 ? 200 : 120;
    const auto srtt_us = static_cast<std::uint64_t>(std::max<TimePs>(rtt_.srtt() / kPsPerUs, 1));
    rate = std::max(cwnd, board_.outstanding_bytes()) * percent / 100 * 1'000'000 / srtt_us;
  }
  return std::min(rate >> kPacingShift, kMostQueuedBytes);
}

void TcpSender::restart_after_idle(TimePs now) {
  const TimePs idle = now - last_sent_;
  if (rate_based_) {
    if (rates_.app_limited() && next_new().length > 0) {
      congestion_.on_idle(now, idle);
    }
    return;
  }
  if (idle <= rtt_.rto() || next_new().length == 0) {
    return;
  }
  congestion_.on_idle(now, idle);
  if (config_.idle_restart == IdleRestart::kRfc5681) {
    congestion_.limit_cwnd(initial_window_);
  } else if (config_.idle_restart == IdleRestart::kRfc2861) {
    const std::uint64_t cwnd = congestion_.cwnd();
    const auto halvings = static_cast<unsigned>(std::min<TimePs>(idle / rtt_.rto(), 63));
    congestion_.raise_ssthresh(cwnd / 4 * 3);
    congestion_.limit_cwnd(std::max(cwnd >> halvings, initial_window_));
  }
  last_sent_ = now;
}

bool TcpSender::waits_for_window() const {
  return board_.empty() && nxt() < write_end_ && next_new().length == 0;
}

void TcpSender::time_out() {
  const TimePs now = timers_.now();
  if (board_.empty()) {
    if (waits_for_window()) {
      ++statistics_.window_probes;
      output_.send_ack(una() - 1);
      rtt_.back_off();
      arm_timer(now);
    }
    return;
  }
  ++statistics_.timeouts;
  const bool first = timed_out_una_ != una();
  timed_out_una_ = una();
  // As in enter_recovery(): segments sent by a failed recovery do not count.
  const std::uint64_t flight = std::min(board_.outstanding_bytes(), congestion_.cwnd());
  phase_ = Phase::kLoss;
  recover_ = ecn_recover_ = nxt();
  dup_acks_ = 0;
  limited_bytes_ = 0;
  cwr_waits_ = true;
  fast_retransmit_ = false;
  reorder_timer_.cancel();
  halving_.stop();
  board_.lose_all(config_.keep_sack_on_timeout);
  congestion_.on_timeout({now, Congestion::kLoss, flight, rtt_.srtt(), nxt() - 1,
                          board_.ever_lost_bytes(), rates_.delivered_bytes()},
                         first);
  rtt_.back_off();
  if (!rate_based_) {
    pacer_.release(now);
  }
  send();
  arm_timer(now);
}

}  // namespace docsis_vp::hosts
