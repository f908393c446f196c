// TcpSender: recovery by forward acknowledgments, as in tcp-linux.cc of ns-2.35
// (tcp_fastretrans_alert(), send_much()).
#include <algorithm>

#include "models/hosts/tcp/tcp_sender.h"

namespace docsis_vp::hosts {

void TcpSender::recover_by_order(Scoreboard::AckSummary& summary, TimePs now) {
  board_.lose_by_order(summary);
  if (phase_ != Phase::kOpen && una() >= recover_) {
    finish_by_order(now);
  } else if (phase_ != Phase::kRecovery && summary.newly_lost) {
    reduce_by_order(now);
  }
}

// The window falls at once; rate halving shrinks the flight. A loss after a timeout reduces the
// window again.
void TcpSender::reduce_by_order(TimePs now) {
  ++statistics_.recoveries;
  phase_ = Phase::kRecovery;
  recover_ = ecn_recover_ = nxt();
  cwr_waits_ = true;
  halving_.start(congestion_.cwnd());
  const std::uint64_t flight = std::min(board_.outstanding_bytes(), congestion_.cwnd());
  congestion_.on_congestion({now, Congestion::kLoss, flight, rtt_.srtt()});
}

// SACK information above the recovery point is dropped, as ns-2 clears its scoreboard. The slow
// start after a timeout ends with a burst of at most three segments.
void TcpSender::finish_by_order(TimePs now) {
  constexpr unsigned kMaxBurst = 3;
  board_.forget_all();
  if (congestion_.in_slow_start()) {
    congestion_.raise_cwnd(congestion_.ssthresh());
    congestion_.limit_cwnd(board_.outstanding_bytes() + std::uint64_t{kMaxBurst} * mss_);
  }
  if (phase_ == Phase::kRecovery) congestion_.on_recovery_exit(now);
  halving_.stop();
  phase_ = Phase::kOpen;
}

}  // namespace docsis_vp::hosts
