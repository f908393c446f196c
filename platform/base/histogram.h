// Records the distribution of non-negative integers in bounded memory. Quantiles are within 1 %.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp {

// Buckets are log-linear, 64 per octave. Integer arithmetic gives the same bits on every machine.
// Count, mean, minimum and maximum are exact.
class Histogram {
 public:
  void add(std::uint64_t value) {
    if (uncounted_ == kMostUncounted) {
      count_all();
    }
    values_[uncounted_++] = value;
  }
  // Adds one value `times` times.
  void add(std::uint64_t value, std::uint64_t times);
  void merge(const Histogram& other);

  std::uint64_t count() const { return count_ + uncounted_; }
  // mean(), min(), max() and quantile() return nothing while the histogram is empty.
  std::optional<double> mean() const;
  std::optional<std::uint64_t> min() const;
  std::optional<std::uint64_t> max() const;
  // fraction: 0..1. Uses the nearest rank and returns the middle of the rank's bucket.
  std::optional<double> quantile(double fraction) const;
  // Returns how many values are less than `value`; each counts as the middle of its bucket.
  std::uint64_t count_below(double value) const;
  // Returns count_below() of many values, which must ascend.
  std::vector<std::uint64_t> counts_below(const std::vector<double>& values) const;

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr unsigned kSubBits = 6;  // 64 buckets per octave: a bucket is at most 1/64 wide
  static constexpr std::uint64_t kSubBuckets = 1U << kSubBits;

  // Values below 2 x 64 have a bucket each. Of larger values the top 7 bits select the bucket.
  static std::size_t bucket_of(std::uint64_t value) {
    const auto zeros = static_cast<unsigned>(__builtin_clzll(value | (2 * kSubBuckets - 1)));
    const std::size_t shift = (63 ^ zeros) - kSubBits;
    return (shift << kSubBits) + (value >> shift);
  }
  static double middle_of(std::size_t bucket);
  void make_room(std::size_t from, std::size_t until) const;
  void count_all() const;

  // The latest values are buffered here and counted several at once. A run has thousands of
  // distributions, so each access to a bucket is a cache miss.
  static constexpr std::size_t kMostUncounted = 7;
  mutable std::size_t uncounted_ = 0;
  std::array<std::uint64_t, kMostUncounted> values_{};
  mutable std::vector<std::uint64_t> buckets_;  // from the lowest used bucket to the highest
  mutable std::size_t first_ = 0;               // index of buckets_.front()
  mutable std::uint64_t count_ = 0;
  mutable Wide sum_ = 0;
  mutable std::uint64_t min_ = UINT64_MAX;
  mutable std::uint64_t max_ = 0;
};

}  // namespace docsis_vp
