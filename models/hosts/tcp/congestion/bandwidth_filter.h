// Computes a windowed maximum over rounds, from three samples.
#pragma once

#include <array>
#include <cstdint>

namespace docsis_vp::hosts {

// Kathleen Nichols' estimator: keeps the best value of the window, the best since then, and the
// best since that. When the best one is too old, the second replaces it. If a quarter (or a half)
// of the window passes without a better value, the newest sample becomes second (or third). The
// estimate thus follows a falling rate within the window.
class BandwidthFilter {
 public:
  explicit BandwidthFilter(std::uint64_t rounds) : rounds_(rounds) {}

  void restart() { best_ = {}; }
  double max() const { return best_[0].value; }

  // round: never decreases.
  void add(double value, std::uint64_t round) {
    const Sample sample{value, round};
    if (value >= best_[0].value || round - best_[2].round > rounds_) {
      best_ = {sample, sample, sample};
      return;
    }
    if (value >= best_[1].value) {
      best_[1] = best_[2] = sample;
    } else if (value >= best_[2].value) {
      best_[2] = sample;
    }
    expire(sample);
  }

 private:
  struct Sample {
    double value = 0;
    std::uint64_t round = 0;
  };

  void expire(const Sample& newest) {
    const std::uint64_t age = newest.round - best_[0].round;
    if (age > rounds_) {
      drop_best(newest);
      if (newest.round - best_[0].round > rounds_) drop_best(newest);
    } else if (best_[1].round == best_[0].round && age > rounds_ / 4) {
      best_[1] = best_[2] = newest;
    } else if (best_[2].round == best_[1].round && age > rounds_ / 2) {
      best_[2] = newest;
    }
  }
  void drop_best(const Sample& newest) { best_ = {best_[1], best_[2], newest}; }

  const std::uint64_t rounds_;
  std::array<Sample, 3> best_{};  // by ascending rounds, values descending
};

}  // namespace docsis_vp::hosts
