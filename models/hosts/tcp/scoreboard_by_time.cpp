// Scoreboard: loss detection by send time, RFC 8985 sec. 6.2.
#include <algorithm>

#include "models/hosts/tcp/growing_ring.h"
#include "models/hosts/tcp/scoreboard.h"

namespace docsis_vp::hosts {

// First transmissions age with descending numbers, retransmissions in the order of their sending.
// Both lists are checked from the oldest on, each segment once.
TimePs Scoreboard::lose_by_time(TimePs now, TimePs min_rtt, TimePs reordering_window,
                                AckSummary& summary) {
  take_latest_arrival(now, min_rtt);
  look_for_reordering();
  if (!latest_.known()) {
    return kNever;
  }
  TimePs look_again = kNever;
  while (border_ < end_) {
    const SentSegment& segment = this->segment(border_);
    if (!transmission(segment).before(latest_)) {
      break;
    }
    if (now < segment.sent + latest_rtt_ + reordering_window) {
      // Step 5: check again once, when the last of them is overdue, unless acknowledgments come
      // first.
      look_again = latest_.sent + latest_rtt_ + reordering_window;
      break;
    }
    mark_border_lost(summary);
  }
  lose_retransmissions(now, reordering_window, summary);
  return look_again;
}

// Steps 1 and 2.
void Scoreboard::take_latest_arrival(TimePs now, TimePs min_rtt) {
  const auto take = [&](const Transmission& arrival) {
    if (!arrival.known() || (latest_.known() && !latest_.before(arrival))) return;
    latest_ = arrival;
    latest_rtt_ = now - arrival.sent;
  };
  take(newly_arrived_);
  // Data acknowledged within less than a round trip of its retransmission was the original.
  if (newly_arrived_again_.known() && now - newly_arrived_again_.sent >= min_rtt) {
    take(newly_arrived_again_);
  }
  newly_arrived_ = newly_arrived_again_ = {};
}

// Step 3. The order within one acknowledgment is unknown.
void Scoreboard::look_for_reordering() {
  reordering_seen_ = reordering_seen_ || lowest_new_ < highest_arrived_;
  highest_arrived_ = std::max(highest_arrived_, highest_new_);
  lowest_new_ = UINT64_MAX;
}

void Scoreboard::lose_retransmissions(TimePs now, TimePs reordering_window, AckSummary& summary) {
  while (!retransmissions_.empty()) {
    const Retransmission& oldest = retransmissions_.front();
    if (is_in_flight(oldest)) {
      const SentSegment& segment = this->segment(oldest.number);
      const bool overdue = transmission(segment).before(latest_) &&
                           now >= segment.sent + latest_rtt_ + reordering_window;
      if (!overdue) return;
      lose_again(oldest, summary);
    }
    retransmissions_.pop_front();
  }
}

}  // namespace docsis_vp::hosts
