#include "models/hosts/has/playback.h"

#include <algorithm>

namespace docsis_vp::hosts {

Playback::Playback(const HasConfig& config)
    : segment_(config.segment),
      start_segments_(config.start_segments),
      resume_segments_(config.resume_segments),
      warmup_(config.warmup),
      waiting_(static_cast<std::size_t>(config.buffer / config.segment) + 1) {}

void Playback::add(std::uint64_t rate_bps, TimePs now) {
  advance_to(now);
  waiting_.push_back(rate_bps);
  if (segment_ends_) {
    return;
  }
  const unsigned needed = started_ ? resume_segments_ : start_segments_;
  if (waiting_.size() >= needed) {
    play(now);
  }
}

void Playback::finish(TimePs now) {
  advance_to(now);
  all_arrived_ = true;
  if (segment_ends_ || ended_) {
    return;
  }
  if (!waiting_.empty()) {
    play(now);
  } else {
    end_stall(now);
    ended_ = now;
  }
}

void Playback::play(TimePs now) {
  end_stall(now);
  started_ = started_.value_or(now);
  take_segment(now);
}

void Playback::end_stall(TimePs now) {
  if (stalled_since_) {
    stalled_ += stalled_until(now);
    stalled_since_.reset();
  }
}

void Playback::take_segment(TimePs at) {
  if (at >= warmup_) {
    ++taken_;
    taken_rate_sum_ += waiting_.front();
  }
  waiting_.pop_front();
  segment_ends_ = at + segment_;
}

void Playback::advance_to(TimePs now) {
  while (segment_ends_ && *segment_ends_ < now) {
    const TimePs at = *segment_ends_;
    segment_ends_.reset();
    if (!waiting_.empty()) {
      take_segment(at);
    } else if (all_arrived_) {
      ended_ = at;
    } else {
      stalled_since_ = at;
      stalls_ += at >= warmup_ ? 1 : 0;
    }
  }
  // A waiting segment follows the one that ends now without a break.
  if (segment_ends_ && *segment_ends_ == now && !waiting_.empty()) {
    take_segment(now);
  }
}

TimePs Playback::buffered(TimePs now) {
  advance_to(now);
  const TimePs rest = segment_ends_ ? *segment_ends_ - now : 0;
  return rest + segment_ * static_cast<TimePs>(waiting_.size());
}

bool Playback::playing(TimePs now) {
  advance_to(now);
  return segment_ends_.has_value();
}

// Returns the counted part of the current stall until now.
TimePs Playback::stalled_until(TimePs now) const {
  return std::max<TimePs>(0, now - std::max(*stalled_since_, warmup_));
}

PlaybackCount Playback::count(TimePs now) {
  advance_to(now);
  PlaybackCount count;
  count.segments = taken_;
  count.stalls = stalls_;
  count.stalled = stalled_ + (stalled_since_ ? stalled_until(now) : 0);
  if (taken_ > 0) {
    count.mean_rate_mbps =
        1e-6 * static_cast<double>(taken_rate_sum_) / static_cast<double>(taken_);
  }
  if (started_) {
    count.streamed = std::max<TimePs>(0, ended_.value_or(now) - std::max(*started_, warmup_));
  }
  if (count.streamed > 0) {
    count.rebuffer_ratio = static_cast<double>(count.stalled) / static_cast<double>(count.streamed);
  }
  return count;
}

}  // namespace docsis_vp::hosts
