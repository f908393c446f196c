#include "models/hosts/tcp/scoreboard.h"

#include <algorithm>

#include "models/hosts/tcp/growing_ring.h"

namespace docsis_vp::hosts {

namespace {

// Initial capacity, a power of two. Most connections of a web user never have more segments in
// flight, and one end of each sends almost nothing.
constexpr std::size_t kFirstSegments = 8;

}  // namespace

void Scoreboard::start(std::uint64_t first, std::uint32_t mss_bytes, const LossRule& rule) {
  if (ring_.empty()) {
    ring_.resize(kFirstSegments);
    mask_ = ring_.size() - 1;
  }
  first_ = end_ = border_ = sacked_end_ = high_rxt_ = 0;
  una_ = nxt_ = first;
  sacked_bytes_ = lost_bytes_ = again_bytes_ = bytes_above_ = ranges_above_ = 0;
  ever_lost_bytes_ = 0;
  mss_bytes_ = mss_bytes;
  rule_ = rule;
  lost_threshold_bytes_ = std::uint64_t{rule.dup_threshold - 1} * mss_bytes;
  retransmissions_.clear();
  lost_again_.clear();
  last_again_ = arrived_again_ = 0;
  latest_ = newly_arrived_ = newly_arrived_again_ = {};
  highest_arrived_ = highest_new_ = 0;
  lowest_new_ = UINT64_MAX;
  reordering_seen_ = false;
}

void Scoreboard::append(std::uint32_t length, bool fin, TimePs now) {
  if (end_ - first_ == ring_.size()) {
    grow();
  }
  at(end_) = {nxt_, now, length, 0, ++last_order_, fin ? SentSegment::kFin : std::uint8_t{0}};
  ++end_;
  nxt_ += length;
}

void Scoreboard::grow() {
  std::vector<SentSegment> larger(ring_.size() * 2);
  for (std::uint64_t number = first_; number < end_; ++number) {
    larger[number & (larger.size() - 1)] = at(number);
  }
  ring_ = std::move(larger);
  mask_ = ring_.size() - 1;
}

void Scoreboard::acknowledge(std::uint64_t acknowledgment, AckSummary& summary) {
  summary.acked_bytes += acknowledgment - una_;
  while (first_ < end_) {
    SentSegment& segment = at(first_);
    const std::uint64_t end = std::min(segment.end(), acknowledgment);
    const auto covered = static_cast<std::uint32_t>(end - segment.begin);
    summary.covers_repeated |= segment.has(SentSegment::kRetransmitted);
    if (segment.has(SentSegment::kSacked)) {
      sacked_bytes_ -= covered;
    } else {
      summary.delivered_bytes += covered;
      lost_bytes_ -= segment.has(SentSegment::kLost) ? covered : 0;
      again_bytes_ -= segment.has(SentSegment::kInFlightAgain) ? covered : 0;
      if (!segment.has(SentSegment::kRetransmitted) && summary.oldest_sent == kNever) {
        summary.oldest_sent = segment.sent;
      }
      note_delivery(first_, summary);
    }
    if (end < segment.end()) {
      segment.begin = end;
      segment.length -= covered;
      break;
    }
    if (first_ == border_) {
      move_border();
    }
    ++first_;
    if (end == acknowledgment) {
      break;
    }
  }
  una_ = acknowledgment;
  high_rxt_ = std::max(high_rxt_, first_);
}

void Scoreboard::note_delivery(std::uint64_t number, AckSummary& summary) {
  const SentSegment& segment = this->segment(number);
  if (summary.last_sent == kNever ||
      static_cast<std::int32_t>(summary.last_order - segment.order) < 0) {
    summary.last_number = number;
    summary.last_sent = segment.sent;
    summary.last_order = segment.order;
  }
  const bool again = segment.has(SentSegment::kRetransmitted);
  if (rule_.by_order && segment.has(SentSegment::kInFlightAgain)) {
    arrived_again_ = std::max(arrived_again_, segment.order);
  }
  Transmission& newest = again ? newly_arrived_again_ : newly_arrived_;
  const Transmission here = transmission(segment);
  if (!newest.known() || newest.before(here)) newest = here;
  if (!again) lowest_new_ = std::min(lowest_new_, segment.end());
  highest_new_ = std::max(highest_new_, segment.end());
  if (!segment.has(SentSegment::kRetransmitted) &&
      (summary.newest_sent == kNever || segment.sent > summary.newest_sent)) {
    summary.newest_sent = segment.sent;
  }
}

void Scoreboard::sack(const SackBlock* blocks, unsigned count, AckSummary& summary) {
  for (const SackBlock* block = blocks; block != blocks + count; ++block) {
    if (block->end <= una_) {
      summary.old_data_sacked = true;
      continue;
    }
    if (block->begin >= nxt_ || block->begin >= block->end) {
      continue;
    }
    std::uint64_t number = first_;
    if (block->begin > una_) {
      number = find(block->begin);
      number += segment(number).begin < block->begin ? 1 : 0;
    }
    number = first_unsacked(number);
    while (number < end_ && segment(number).end() <= block->end) {
      mark_sacked(number, summary);
      number = first_unsacked(number + 1);
    }
  }
  if (summary.newly_sacked && !rule_.by_time && !rule_.by_order) {
    mark_lost(summary);
  }
}

void Scoreboard::mark_sacked(std::uint64_t number, AckSummary& summary) {
  SentSegment& segment = at(number);
  segment.flags |= SentSegment::kSacked;
  segment.skip = 1;
  sacked_bytes_ += segment.length;
  lost_bytes_ -= segment.has(SentSegment::kLost) ? segment.length : 0;
  again_bytes_ -= segment.has(SentSegment::kInFlightAgain) ? segment.length : 0;
  sacked_end_ = std::max(sacked_end_, number + 1);
  summary.newly_sacked = true;
  summary.delivered_bytes += segment.length;
  note_delivery(number, summary);
  if (number == border_) {
    move_border();
  } else if (number > border_) {
    bytes_above_ += segment.length;
    const unsigned neighbours =
        (is_sacked(number - 1) ? 1U : 0U) + (number + 1 < end_ && is_sacked(number + 1) ? 1U : 0U);
    ranges_above_ = ranges_above_ + 1 - neighbours;
  }
}

// The border's segment has become SACKed, lost or acknowledged: moves on to the next one that is
// none of these. The SACKed segments in between were one range.
void Scoreboard::move_border() {
  const std::uint64_t from = border_ + 1;
  border_ = first_unsacked(from);
  if (border_ > from) {
    const std::uint64_t end = border_ < end_ ? segment(border_).begin : nxt_;
    bytes_above_ -= end - segment(from).begin;
    --ranges_above_;
  }
}

// RFC 6675 sec. 4, IsLost(): DupThresh discontiguous SACKed sequences above, or more than
// (DupThresh - 1) * SMSS octets.
void Scoreboard::mark_lost(AckSummary& summary) {
  while (border_ < end_ &&
         (ranges_above_ >= rule_.dup_threshold || bytes_above_ > lost_threshold_bytes_)) {
    mark_border_lost(summary);
  }
}

void Scoreboard::mark_border_lost(AckSummary& summary) {
  SentSegment& segment = at(border_);
  segment.flags |= SentSegment::kLost;
  lost_bytes_ += segment.length;
  ever_lost_bytes_ += segment.length;
  summary.newly_lost = true;
  move_border();
}

// The guess is exact if all segments are full; shorter segments put the result further up.
std::uint64_t Scoreboard::find(std::uint64_t sequence) const {
  std::uint64_t low = first_ + (sequence - una_) / mss_bytes_;
  for (const std::uint64_t guess : {low, low + 1}) {
    if (guess < end_ && sequence - segment(guess).begin < segment(guess).length) {
      return guess;
    }
  }
  low = first_;
  std::uint64_t high = end_;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (segment(middle).begin <= sequence ? low : high) = middle;
  }
  return low;
}

std::uint64_t Scoreboard::first_unsacked(std::uint64_t number) {
  std::uint64_t target = number;
  while (target < end_ && is_sacked(target)) {
    SentSegment& here = at(target);
    const std::uint64_t next = target + here.skip;
    if (next < end_ && is_sacked(next)) {
      here.skip += segment(next).skip;  // halves the path for later searches
    }
    target = next;
  }
  return target;
}

std::uint64_t Scoreboard::next_to_retransmit() {
  while (!lost_again_.empty() && !waits_for_retransmission(lost_again_.front())) {
    lost_again_.pop_front();
  }
  if (!lost_again_.empty()) {
    return lost_again_.front();
  }
  high_rxt_ = first_unsacked(high_rxt_);
  return high_rxt_;
}

std::uint64_t Scoreboard::highest_unsacked() const {
  std::uint64_t number = end_;
  while (number > first_ && is_sacked(number - 1)) {
    --number;
  }
  return number > first_ ? number - 1 : end_;
}

void Scoreboard::retransmitted(std::uint64_t number, TimePs now, bool high_rxt) {
  SentSegment& segment = at(number);
  segment.sent = now;
  segment.order = rule_.by_order ? ++last_again_ : ++last_order_;
  segment.flags |= SentSegment::kRetransmitted;
  if (high_rxt) {
    if (!segment.has(SentSegment::kInFlightAgain)) {
      segment.flags |= SentSegment::kInFlightAgain;
      again_bytes_ += segment.length;
    }
    high_rxt_ = std::max(high_rxt_, number + 1);
    if (rule_.by_time || rule_.by_order) {
      push_growing(retransmissions_, Retransmission{number, segment.order, end_});
    }
  }
}

void Scoreboard::forget_retransmissions() {
  for (std::uint64_t number = first_; again_bytes_ > 0 && number < high_rxt_; ++number) {
    at(number).flags &= static_cast<std::uint8_t>(~SentSegment::kInFlightAgain);
  }
  again_bytes_ = 0;
  high_rxt_ = first_;
}

void Scoreboard::forget_all() {
  for (std::uint64_t number = first_; number < end_; ++number) {
    at(number).flags &= SentSegment::kFin | SentSegment::kRetransmitted;
  }
  sacked_bytes_ = lost_bytes_ = again_bytes_ = bytes_above_ = ranges_above_ = 0;
  border_ = sacked_end_ = high_rxt_ = first_;
  retransmissions_.clear();
  lost_again_.clear();
}

void Scoreboard::lose_all(bool keep_sacked) {
  sacked_bytes_ = lost_bytes_ = again_bytes_ = bytes_above_ = ranges_above_ = 0;
  for (std::uint64_t number = first_; number < end_; ++number) {
    SentSegment& segment = at(number);
    const bool known_lost =
        segment.has(SentSegment::kSacked) ||
        (segment.has(SentSegment::kLost) && !segment.has(SentSegment::kInFlightAgain));
    ever_lost_bytes_ += known_lost ? 0 : segment.length;
    segment.flags &=
        SentSegment::kFin | SentSegment::kRetransmitted | (keep_sacked ? SentSegment::kSacked : 0);
    if (segment.has(SentSegment::kSacked)) {
      sacked_bytes_ += segment.length;
    } else {
      segment.flags |= SentSegment::kLost;
      lost_bytes_ += segment.length;
    }
  }
  border_ = end_;
  high_rxt_ = first_;
  retransmissions_.clear();
  lost_again_.clear();
  if (!keep_sacked) {
    sacked_end_ = first_;
  }
}

}  // namespace docsis_vp::hosts
