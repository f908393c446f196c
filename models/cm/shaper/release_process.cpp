#include "models/cm/shaper/release_process.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::cm {

namespace {

__extension__ using Wide = __int128;

// Bucket levels count bit x ps / s, so that rate x time needs no division.
constexpr Wide kUnitsPerByte = Wide{8} * kPsPerSecond;
constexpr std::uint64_t kMaxRateBps = 1'000'000'000'000;

// A long backlog is split after so many released bytes, so that its units fit into 64 bits.
constexpr std::uint64_t kLongStretchBytes = 1'000'000;

std::uint64_t whole_bytes(Wide units) {
  // A 128-bit division costs ten times a 64-bit one, so powers of two are divided first.
  constexpr unsigned kShift = 15;
  static_assert(kUnitsPerByte % (1 << kShift) == 0);
  const Wide shifted = units >> kShift;
  if (shifted <= INT64_MAX) {
    return static_cast<std::uint64_t>(shifted) /
           static_cast<std::uint64_t>(kUnitsPerByte >> kShift);
  }
  return static_cast<std::uint64_t>(units / kUnitsPerByte);
}

// Returns the first dt at which level + rate x dt reaches `units`.
TimePs time_to_reach(Wide units, Wide level, std::uint64_t rate_bps) {
  if (units <= level) {
    return 0;
  }
  const Wide missing = units - level + rate_bps - 1;
  if (missing <= INT64_MAX) {
    return static_cast<TimePs>(static_cast<std::uint64_t>(missing) / rate_bps);
  }
  return static_cast<TimePs>(missing / Wide{rate_bps});
}

}  // namespace

ReleaseProcess::ReleaseProcess(const ShaperConfig& config) : config_(config) {
  if (config.max_sustained_rate_bps > kMaxRateBps) {
    throw ConfigError("/max_sustained_rate_mbps", "must be at most 1e6");
  }
  if (config.peak_rate_bps > kMaxRateBps) {
    throw ConfigError("/peak_rate_mbps", "must be at most 1e6");
  }
  if (config.max_burst_bytes < kPeakBucketBytes || config.max_burst_bytes > UINT32_MAX) {
    throw ConfigError("/max_burst_bytes", "must be 1522 to 4294967295");
  }
  spans_.push_back({0, 0, static_cast<Wide>(config.max_burst_bytes) * kUnitsPerByte,
                    static_cast<Wide>(kPeakBucketBytes) * kUnitsPerByte});
}

bool ReleaseProcess::write(std::uint32_t bytes, TimePs at) {
  const std::uint64_t released_now = released(at);
  const bool begins = released_now == target_;
  if (begins) {
    begin_span(at);
  } else if (released_now - spans_.back().base > kLongStretchBytes) {
    split_span(at);
  }
  target_ += bytes;
  return begins && buckets_hold(bytes);
}

// True if the buckets hold so many bytes at the start of the present span.
bool ReleaseProcess::buckets_hold(std::uint32_t bytes) const {
  const Wide units = Wide{bytes} * kUnitsPerByte;
  const BacklogSpan& span = spans_.back();
  return (config_.max_sustained_rate_bps == 0 || units <= span.sustained) &&
         (config_.peak_rate_bps == 0 || units <= span.peak);
}

void ReleaseProcess::take(std::uint64_t bytes) {
  taken_ += bytes;
  while (spans_.size() > 1 && spans_[1].base <= taken_) {
    spans_.pop_front();
  }
}

void ReleaseProcess::drop(std::uint64_t bytes, TimePs at) {
  const std::uint64_t released_now = released(at);
  target_ -= bytes;
  if (target_ < released_now) {
    // The queue is too short to inherit the eligibility.
    const std::uint64_t lost = released_now - target_;
    target_ = released_now;
    taken_ += lost;
  }
}

std::uint64_t ReleaseProcess::allowed(TimePs at) const {
  const BacklogSpan& span = spans_.back();
  const TimePs dt = at - span.start;
  std::uint64_t bytes = UINT64_MAX;
  if (config_.max_sustained_rate_bps != 0) {
    bytes = whole_bytes(span.sustained + Wide{config_.max_sustained_rate_bps} * dt);
  }
  if (config_.peak_rate_bps != 0) {
    bytes = std::min(bytes, whole_bytes(span.peak + Wide{config_.peak_rate_bps} * dt));
  }
  return bytes;
}

std::uint64_t ReleaseProcess::compute_released(TimePs at) const {
  const BacklogSpan& span = spans_.back();
  const std::uint64_t backlog = target_ - span.base;
  return span.base + (backlog == 0 ? 0 : std::min(backlog, allowed(at)));
}

// Returns the backlog of byte n: the last one that begins before it. Queries mostly ask for the
// next bytes.
std::size_t ReleaseProcess::span_of(std::uint64_t n) const {
  std::size_t first = 0;
  std::size_t count = spans_.size();
  if (count == 1 || spans_[1].base >= n) {
    return 0;
  }
  while (count > 1) {
    const std::size_t half = count / 2;
    if (spans_[first + half].base < n) {
      first += half;
      count -= half;
    } else {
      count = half;
    }
  }
  return first;
}

TimePs ReleaseProcess::release_instant(std::uint64_t n) const {
  if (n > target_) {
    return kNever;
  }
  const BacklogSpan& span = spans_[span_of(n)];
  const Wide units = static_cast<Wide>(n - span.base) * kUnitsPerByte;
  TimePs dt = 0;
  if (config_.max_sustained_rate_bps != 0) {
    dt = time_to_reach(units, span.sustained, config_.max_sustained_rate_bps);
  }
  if (config_.peak_rate_bps != 0) {
    dt = std::max(dt, time_to_reach(units, span.peak, config_.peak_rate_bps));
  }
  return span.start + dt;
}

// Level of a bucket with `initial` units at the start of the span; without its cap.
Wide ReleaseProcess::level(Wide initial, std::uint64_t rate_bps, TimePs at) const {
  const BacklogSpan& span = spans_.back();
  const Wide spent = static_cast<Wide>(released(at) - span.base) * kUnitsPerByte;
  return initial + Wide{rate_bps} * (at - span.start) - spent;
}

Wide ReleaseProcess::sustained_level(TimePs at) const {
  const Wide cap = static_cast<Wide>(config_.max_burst_bytes) * kUnitsPerByte;
  const std::uint64_t rate_bps = config_.max_sustained_rate_bps;
  return rate_bps == 0 ? cap : std::min(cap, level(spans_.back().sustained, rate_bps, at));
}

Wide ReleaseProcess::peak_level(TimePs at) const {
  const Wide cap = static_cast<Wide>(kPeakBucketBytes) * kUnitsPerByte;
  const std::uint64_t rate_bps = config_.peak_rate_bps;
  return rate_bps == 0 ? cap : std::min(cap, level(spans_.back().peak, rate_bps, at));
}

std::uint64_t ReleaseProcess::sustained_tokens(TimePs at) const {
  return whole_bytes(sustained_level(at));
}

std::uint64_t ReleaseProcess::peak_tokens(TimePs at) const {
  return whole_bytes(peak_level(at));
}

void ReleaseProcess::begin_span(TimePs at) {
  const BacklogSpan next{at, target_, sustained_level(at), peak_level(at)};
  asked_ = kNotAsked;
  const bool only_gone = spans_.size() == 1 && taken_ == target_;
  if (spans_.back().base == target_ || only_gone) {
    spans_.back() = next;  // it released nothing, or all of its bytes have left
  } else {
    spans_.push_back(next);
  }
  take(0);  // removes finished spans
}

// Exact units: the split does not change any release time.
void ReleaseProcess::split_span(TimePs at) {
  const BacklogSpan& span = spans_.back();
  spans_.push_back({at, released(at), level(span.sustained, config_.max_sustained_rate_bps, at),
                    level(span.peak, config_.peak_rate_bps, at)});
  take(0);
}

}  // namespace docsis_vp::cm
