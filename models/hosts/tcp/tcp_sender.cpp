#include "models/hosts/tcp/tcp_sender.h"

#include <algorithm>

#include "models/hosts/host_queue/host_queue.h"

namespace docsis_vp::hosts {

TcpSender::TcpSender(const TcpConfig& config, const TcpWiring& wiring,
                     CongestionControl& congestion, TcpOutput& output, TcpStatistics& statistics)
    : config_(config),
      timers_(wiring.timers),
      host_queue_(wiring.queue),
      flow_(wiring.flow),
      congestion_(congestion),
      output_(output),
      statistics_(statistics),
      rtt_(config),
      timer_(wiring.timers, wiring.flow, [this] { time_out(); }),
      pacing_timer_(wiring.timers, wiring.flow, [this] { send(); }),
      reorder_timer_(wiring.timers, wiring.flow, [this] { reorder_time_out(); }) {
  if (host_queue_ != nullptr) {
    host_queue_->set_flow_control(flow_, [this] { send(); });
  }
}

void TcpSender::open() {
  rtt_.start();
  board_.start(1, 1, {config_.dup_threshold, false, false});
  write_end_ = 1;
  fin_wanted_ = false;
}

void TcpSender::start(const TcpOptions& agreed, std::uint64_t peer_window_bytes, TimePs rtt,
                      bool syn_lost) {
  const TimePs now = timers_.now();
  sack_ = agreed.sack;
  mss_ = agreed.segment_bytes();
  ecn_ = agreed.ecn;
  by_time_ = sack_ && config_.loss_by_time;
  by_order_ = sack_ && config_.forward_acknowledgment;
  board_.start(1, mss_, {config_.dup_threshold, by_time_, by_order_});
  halving_.stop();
  peer_window_ = largest_window_ = peer_window_bytes;
  peer_edge_ = 1 + peer_window_bytes;
  if (rtt != kNever) {
    rtt_.sample(now - rtt, now);
  } else if (config_.slow_rto_after_syn_loss && config_.initial_rto < 3 * kPsPerSecond) {
    rtt_.raise_rto(3 * kPsPerSecond);
  }
  rtt_.end_backoff();
  phase_ = Phase::kOpen;
  dup_acks_ = 0;
  recover_ = ecn_recover_ = 0;
  limited_bytes_ = 0;
  timed_out_una_ = 0;
  cwr_waits_ = false;
  ce_packets_ = 0;
  ce_bytes_ = 0;
  last_sent_ = now;
  pacer_.start(now);
  paced_until_ = 0;
  initial_window_ = config_.initial_window_bytes(mss_);
  const std::uint64_t first_window =
      syn_lost && config_.small_window_after_syn_loss ? mss_ : initial_window_;
  congestion_.start({mss_, first_window, now, ecn_ == TcpEcn::kAccurate, rtt});
  rate_based_ = congestion_.is_rate_based();
  if (rate_based_) {
    rates_.start(now);
  }
  running_ = true;
}

void TcpSender::stop() {
  running_ = false;
  timer_.cancel();
  pacing_timer_.cancel();
  reorder_timer_.cancel();
}

TimePs TcpSender::take_acknowledgment(const TcpHeader& header, bool empty) {
  if (header.acknowledgment > nxt()) {
    return kNever;
  }
  const TimePs now = timers_.now();
  const std::uint64_t flight = flight_bytes();
  const bool limited = cwnd_limited(flight);
  const bool recovering = phase_ == Phase::kRecovery;
  const std::uint64_t lost_before = board_.ever_lost_bytes();
  const bool advances = header.acknowledgment > una();
  const std::uint64_t edge = peer_edge_;
  update_window(header);
  const bool duplicate =
      empty && header.acknowledgment == una() && edge == peer_edge_ && !board_.empty();
  Scoreboard::AckSummary summary;
  if (advances) {
    board_.acknowledge(header.acknowledgment, summary);
  }
  if (sack_ && header.sack_count > 0) {
    board_.sack(header.sack.data(), header.sack_count, summary);
  }
  const TimePs rtt = advances ? take_rtt(header, summary, now) : kNever;
  if (by_order_) {
    recover_by_order(summary, now);
  } else if (sack_) {
    recover_by_sack(summary, now);
  } else {
    recover_by_counting(summary, duplicate, now);
  }
  if (summary.delivered_bytes > 0) {
    AckSample sample = {};
    sample.now = now;
    sample.acked_bytes = summary.acked_bytes;
    sample.delivered_bytes = summary.delivered_bytes;
    sample.una = una() - 1;
    sample.nxt = nxt() - 1;
    sample.flight_bytes = flight;
    sample.rtt = summary.newest_sent == kNever ? kNever : now - summary.newest_sent;
    sample.srtt = rtt_.srtt();
    sample.min_rtt = rtt_.min_rtt();
    sample.one_way_delay = header.one_way_delay;
    sample.cwnd_limited = limited;
    sample.in_recovery = phase_ == Phase::kRecovery || (recovering && (!sack_ || by_order_));
    if (recovering) {
      // The acknowledgment that ends recovery counts only newly delivered octets. Most of the
      // octets it covers were SACKed earlier, while the window could not grow. Linux and ns-2 do
      // the same.
      sample.acked_bytes = std::min(summary.acked_bytes, summary.delivered_bytes);
    }
    RateSample rate;
    if (rate_based_) {
      rate = rate_sample(summary, lost_before, now);
      sample.rate = &rate;
    }
    take_marks(header, summary, sample);
    if (rate_based_ && congestion_.limits_itself()) {
      rates_.limit_by_application(board_.pipe_bytes());
    }
  }
  const bool repeated_partial = !sack_ && phase_ == Phase::kRecovery && partial_seen_;
  if (board_.empty()) {
    timer_.cancel();
  } else if ((advances && !repeated_partial) || by_order_) {  // ns-2 restarts it at each one
    arm_timer(now);
  }
  partial_seen_ = partial_seen_ || (advances && phase_ == Phase::kRecovery);
  send();
  return rtt;
}

RateSample TcpSender::rate_sample(const Scoreboard::AckSummary& summary, std::uint64_t lost_before,
                                  TimePs now) {
  RateSample sample = rates_.on_delivered(summary.delivered_bytes, summary.last_number,
                                          summary.last_sent, rtt_.min_rtt(), now);
  sample.lost_bytes = board_.ever_lost_bytes();
  sample.newly_lost_bytes = sample.lost_bytes - lost_before;
  sample.flight_bytes = board_.pipe_bytes();
  sample.in_loss = phase_ == Phase::kLoss;
  sample.next_send = pacer_.next();
  return sample;
}

TimePs TcpSender::take_rtt(const TcpHeader& header, const Scoreboard::AckSummary& summary,
                           TimePs now) {
  if (summary.newest_sent != kNever) {
    rtt_.observe(now - summary.newest_sent);
  }
  // RFC 7323 sec. 4. Without timestamps only segments sent once count (Karn), and only if the
  // acknowledgment did not wait for a retransmission of older data.
  const TimePs sent_once = summary.covers_repeated ? kNever : summary.oldest_sent;
  const TimePs sent = header.timestamp_echo != kNever ? header.timestamp_echo : sent_once;
  if (sent == kNever) {
    return kNever;
  }
  rtt_.sample(sent, now);
  return now - sent;
}

void TcpSender::update_window(const TcpHeader& header) {
  peer_window_ = header.window_bytes;
  largest_window_ = std::max(largest_window_, peer_window_);
  const std::uint64_t edge = header.acknowledgment + header.window_bytes;
  if (edge > peer_edge_) {
    if (board_.empty()) {
      timer_.cancel();  // the receiver's window was probed, if anything
      rtt_.end_backoff();
    }
    peer_edge_ = edge;
  }
}

// RFC 6675 sec. 5
void TcpSender::recover_by_sack(Scoreboard::AckSummary& summary, TimePs now) {
  if (by_time_) {
    lose_by_time(summary, now);
  }
  if (summary.acked_bytes > 0) {
    dup_acks_ = 0;
    limited_bytes_ = 0;
    if (phase_ != Phase::kOpen && una() >= recover_) {
      leave_recovery(now);
    }
  }
  if (phase_ == Phase::kOpen && sees_loss(summary)) {
    enter_recovery(now);
  }
  if (phase_ == Phase::kRecovery && config_.proportional_rate_reduction &&
      summary.delivered_bytes > 0) {
    reduction_.on_delivered(summary.delivered_bytes, board_.pipe_bytes(), mss_,
                            summary.acked_bytes > 0 && !summary.newly_lost);
  }
}

bool TcpSender::sees_loss(const Scoreboard::AckSummary& summary) {
  dup_acks_ += summary.newly_sacked ? 1 : 0;
  if (by_time_) {
    return board_.lost_bytes() > 0;
  }
  return summary.newly_sacked && (dup_acks_ >= config_.dup_threshold || board_.first_is_lost());
}

// RFC 8985 sec. 6.2 step 4: without reordering so far, the window for reordering is 0 once
// DupThresh segments are SACKed.
void TcpSender::lose_by_time(Scoreboard::AckSummary& summary, TimePs now) {
  const bool impatient = phase_ != Phase::kOpen ||
                         board_.sacked_bytes() >= std::uint64_t{config_.dup_threshold} * mss_;
  const bool known = rtt_.min_rtt() != kNever;
  const TimePs window = known && (board_.reordering_seen() || !impatient)
                            ? std::min(rtt_.min_rtt() / 4, rtt_.srtt())
                            : 0;
  const TimePs look_again = board_.lose_by_time(now, known ? rtt_.min_rtt() : 0, window, summary);
  if (look_again == kNever) {
    reorder_timer_.cancel();
  } else {
    reorder_timer_.arm(look_again);
  }
}

void TcpSender::reorder_time_out() {
  const TimePs now = timers_.now();
  Scoreboard::AckSummary summary;
  lose_by_time(summary, now);
  if (phase_ == Phase::kOpen && summary.newly_lost) {
    enter_recovery(now);
  }
  send();
}

// RFC 6582 sec. 3.2
void TcpSender::recover_by_counting(const Scoreboard::AckSummary& summary, bool duplicate,
                                    TimePs now) {
  if (summary.acked_bytes > 0) {
    dup_acks_ = 0;
    limited_bytes_ = 0;
    if (phase_ != Phase::kOpen && una() >= recover_) {
      leave_recovery(now);
    } else if (phase_ == Phase::kRecovery) {
      inflated_window_ -= std::min(inflated_window_, summary.acked_bytes);
      inflated_window_ += summary.acked_bytes >= mss_ ? mss_ : 0;
      retransmit(board_.first(), true);
    }
  } else if (duplicate) {
    ++dup_acks_;
    if (phase_ == Phase::kRecovery) {
      inflated_window_ += mss_;
    } else if (phase_ == Phase::kOpen && dup_acks_ == config_.dup_threshold && una() > recover_) {
      enter_recovery(now);
      inflated_window_ = congestion_.ssthresh() + std::uint64_t{config_.dup_threshold} * mss_;
    }
  }
}

void TcpSender::enter_recovery(TimePs now) {
  ++statistics_.recoveries;
  phase_ = Phase::kRecovery;
  partial_seen_ = false;
  recover_ = nxt();
  // RFC 6675 sec. 5 (4.2): segments of limited transmit do not count.
  // The recovery's own flight above the SACKed data must not raise the window.
  const std::uint64_t flight =
      std::min(board_.outstanding_bytes() - limited_bytes_, congestion_.cwnd());
  // RFC 3168 sec. 6.1.2: a window already reduced for a mark is not reduced again.
  if (una() >= ecn_recover_) {
    congestion_.on_congestion({now, Congestion::kLoss, flight, rtt_.srtt()});
  }
  reduction_.start(board_.outstanding_bytes(), congestion_.ssthresh());
  ecn_recover_ = nxt();
  cwr_waits_ = true;
  if (!by_time_) {
    board_.forget_retransmissions();
  }
  // A rate-based algorithm also paces retransmissions, and its window has room for the first one.
  const bool by_pacing = rate_based_ && by_time_;
  fast_retransmit_ = !by_pacing && !board_.segment(board_.first()).has(SentSegment::kInFlightAgain);
}

void TcpSender::leave_recovery(TimePs now) {
  if (phase_ == Phase::kRecovery) {
    if (!sack_) {
      congestion_.limit_cwnd(std::max<std::uint64_t>(board_.outstanding_bytes(), mss_) + mss_);
    }
    congestion_.on_recovery_exit(now);
  }
  if (!by_time_) {
    board_.forget_retransmissions();
  }
  phase_ = Phase::kOpen;
}

void TcpSender::take_marks(const TcpHeader& header, const Scoreboard::AckSummary& summary,
                           AckSample& sample) {
  bool reported = (header.flags & kTcpEce) != 0 && ecn_ != TcpEcn::kOff;
  sample.marked_bytes = reported ? summary.delivered_bytes : 0;
  if (ecn_ == TcpEcn::kAccurate) {
    reported = header.ce_packets > ce_packets_;
    sample.marked_bytes = header.ce_bytes > ce_bytes_ ? header.ce_bytes - ce_bytes_ : 0;
    sample.marked_bytes = std::min(sample.marked_bytes, summary.delivered_bytes);
    ce_packets_ = std::max(ce_packets_, header.ce_packets);
    ce_bytes_ = std::max(ce_bytes_, header.ce_bytes);
  }
  if (congestion_.reads_marks()) {
    const std::uint64_t before = congestion_.cwnd();
    congestion_.on_ack(sample);
    if (congestion_.cwnd() < before) {
      ++statistics_.ecn_reductions;
      cwr_waits_ = true;
    }
    return;
  }
  // RFC 3168 sec. 6.1.2: no growth, and at most one reduction per window of data, shared with
  // losses.
  // A timeout has already reduced the window, and CWR needs new data.
  if (reported && phase_ != Phase::kLoss) {
    sample.cwnd_limited = false;
    // CWR travels at ecn_recover_: only data after it is acknowledged without the old ECE.
    if (phase_ == Phase::kOpen && una() > ecn_recover_) {
      ++statistics_.ecn_reductions;
      congestion_.on_congestion({sample.now, Congestion::kEce, sample.flight_bytes, rtt_.srtt()});
      ecn_recover_ = nxt();
      cwr_waits_ = true;
    }
  }
  congestion_.on_ack(sample);
}

// Simple form of RFC 7661: an unused window proves nothing. Pacing at one window per round trip
// keeps the flight slightly below the window, so segments that pacing held back in the last round
// count as flight.
bool TcpSender::cwnd_limited(std::uint64_t flight_bytes) const {
  if (!config_.window_validation) {
    return true;
  }
  if (config_.max_window_segments &&
      congestion_.cwnd() > *config_.max_window_segments * std::uint64_t{mss_}) {
    return false;  // the configured window limits the flight
  }
  const std::uint64_t window = window_bytes();
  const bool half_is_enough = congestion_.in_slow_start() || una() < paced_until_;
  return flight_bytes + mss_ > window || (half_is_enough && 2 * flight_bytes > window);
}

}  // namespace docsis_vp::hosts
