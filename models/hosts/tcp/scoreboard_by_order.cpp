// Scoreboard: loss detection by forward acknowledgments, as in scoreboard1.cc of ns-2.35.
#include "models/hosts/tcp/growing_ring.h"
#include "models/hosts/tcp/scoreboard.h"

namespace docsis_vp::hosts {

void Scoreboard::lose_by_order(AckSummary& summary) {
  while (border_ < end_ && border_ + rule_.dup_threshold + 2 <= sacked_end_) {
    mark_border_lost(summary);
  }
  // Both conditions hold for all older ones if they hold for one, so the oldest decides.
  while (!retransmissions_.empty()) {
    const Retransmission oldest = retransmissions_.front();
    if (is_in_flight(oldest)) {
      const bool passed =
          oldest.end < sacked_end_ || oldest.order + rule_.dup_threshold + 1 < arrived_again_;
      if (!passed) return;
      lose_again(oldest, summary);
    }
    retransmissions_.pop_front();
  }
}

bool Scoreboard::is_in_flight(const Retransmission& retransmission) const {
  const std::uint64_t number = retransmission.number;
  return number >= first_ && !is_sacked(number) &&
         segment(number).has(SentSegment::kInFlightAgain) &&
         segment(number).order == retransmission.order;
}

void Scoreboard::lose_again(const Retransmission& retransmission, AckSummary& summary) {
  SentSegment& segment = at(retransmission.number);
  segment.flags &= static_cast<std::uint8_t>(~SentSegment::kInFlightAgain);
  again_bytes_ -= segment.length;
  ever_lost_bytes_ += segment.length;
  push_growing(lost_again_, retransmission.number);
  summary.newly_lost = true;
}

}  // namespace docsis_vp::hosts
