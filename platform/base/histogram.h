// Bounded-memory distribution of non-negative integers: every quantile within 1 %.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp {

// Log-linear buckets, 64 per octave, integer arithmetic only: the same bits on every machine.
// Count, mean, minimum and maximum are exact.
class Histogram {
 public:
  void add(std::uint64_t value);
  void merge(const Histogram& other);

  std::uint64_t count() const { return count_; }
  // The rest is empty while nothing was added.
  std::optional<double> mean() const;
  std::optional<std::uint64_t> min() const;
  std::optional<std::uint64_t> max() const;
  // fraction 0..1; nearest-rank, the middle of the bucket the rank falls in.
  std::optional<double> quantile(double fraction) const;
  // How many lie below, by the middle of their bucket.
  std::uint64_t count_below(double value) const;

 private:
  __extension__ using Wide = unsigned __int128;

  void make_room(std::size_t from, std::size_t until);

  std::vector<std::uint64_t> buckets_;  // from the lowest used to the highest
  std::size_t first_ = 0;               // which the first of them is
  std::uint64_t count_ = 0;
  Wide sum_ = 0;
  std::uint64_t min_ = UINT64_MAX;
  std::uint64_t max_ = 0;
};

}  // namespace docsis_vp
