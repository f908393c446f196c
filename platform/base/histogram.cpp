#include "platform/base/histogram.h"

#include <algorithm>
#include <cmath>

namespace docsis_vp {

double Histogram::middle_of(std::size_t bucket) {
  if (bucket < 2 * kSubBuckets) {
    return static_cast<double>(bucket);
  }
  const std::uint64_t shift = (bucket >> kSubBits) - 1;
  const std::uint64_t top = (bucket & (kSubBuckets - 1)) + kSubBuckets;
  return std::ldexp(static_cast<double>(top) + 0.5, static_cast<int>(shift));
}

void Histogram::count_all() const {
  Wide sum = sum_;
  std::uint64_t least = min_;
  std::uint64_t most = max_;
  std::uint64_t* buckets = buckets_.data();
  std::size_t first = first_;
  std::size_t size = buckets_.size();
  const std::size_t uncounted = uncounted_;
  for (std::size_t i = 0; i < uncounted; ++i) {
    const std::uint64_t value = values_[i];
    const std::size_t bucket = bucket_of(value);
    if (bucket - first >= size) {  // wraps below the first
      make_room(bucket, bucket + 1);
      buckets = buckets_.data();
      first = first_;
      size = buckets_.size();
    }
    ++buckets[bucket - first];
    sum += value;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  sum_ = sum;
  min_ = least;
  max_ = most;
  count_ += uncounted;
  uncounted_ = 0;
}

void Histogram::make_room(std::size_t from, std::size_t until) const {
  if (buckets_.empty()) {
    first_ = from;
  }
  if (from < first_) {
    buckets_.insert(buckets_.begin(), first_ - from, 0);
    first_ = from;
  }
  buckets_.resize(std::max(buckets_.size(), until - first_));
}

void Histogram::add(std::uint64_t value, std::uint64_t times) {
  if (times == 0) {
    return;
  }
  const std::size_t bucket = bucket_of(value);
  make_room(bucket, bucket + 1);
  buckets_[bucket - first_] += times;
  count_ += times;
  sum_ += Wide{value} * times;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
}

void Histogram::merge(const Histogram& other) {
  other.count_all();
  if (other.count_ == 0) {
    return;
  }
  make_room(other.first_, other.first_ + other.buckets_.size());
  for (std::size_t i = 0; i < other.buckets_.size(); ++i) {
    buckets_[other.first_ - first_ + i] += other.buckets_[i];
  }
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

std::optional<double> Histogram::mean() const {
  count_all();
  if (count_ == 0) {
    return std::nullopt;
  }
  return static_cast<double>(sum_) / static_cast<double>(count_);
}

std::optional<std::uint64_t> Histogram::min() const {
  count_all();
  return count_ == 0 ? std::nullopt : std::optional(min_);
}

std::optional<std::uint64_t> Histogram::max() const {
  count_all();
  return count_ == 0 ? std::nullopt : std::optional(max_);
}

std::optional<double> Histogram::quantile(double fraction) const {
  count_all();
  if (count_ == 0) {
    return std::nullopt;
  }
  const double exact = std::ceil(fraction * static_cast<double>(count_));
  const std::uint64_t rank =
      std::clamp<std::uint64_t>(exact <= 1.0 ? 1 : static_cast<std::uint64_t>(exact), 1, count_);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    if (seen >= rank) {
      return std::clamp(middle_of(first_ + i), static_cast<double>(min_),
                        static_cast<double>(max_));
    }
  }
  return static_cast<double>(max_);
}

std::uint64_t Histogram::count_below(double value) const {
  return counts_below({value}).front();
}

std::vector<std::uint64_t> Histogram::counts_below(const std::vector<double>& values) const {
  count_all();
  std::vector<std::uint64_t> counts;
  counts.reserve(values.size());
  const auto least = static_cast<double>(min_);
  const auto most = static_cast<double>(max_);
  std::uint64_t below = 0;
  std::size_t next = 0;
  for (const double value : values) {
    while (next < buckets_.size() && std::clamp(middle_of(first_ + next), least, most) < value) {
      below += buckets_[next++];
    }
    counts.push_back(below);
  }
  return counts;
}

}  // namespace docsis_vp
