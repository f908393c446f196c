// Averages the share of CE-marked octets: the alpha of DCTCP and Prague.
#pragma once

#include <cstdint>

namespace docsis_vp::hosts {

// Updated once per round by marked octets / delivered octets.
class MarkFraction {
 public:
  // gain: g, 0 < g <= 1
  MarkFraction(double gain, double initial) : gain_(gain), alpha_(initial) {}

  void add(std::uint64_t delivered_bytes, std::uint64_t marked_bytes) {
    delivered_ += delivered_bytes;
    marked_ += marked_bytes;
  }
  // Ends a round: alpha = (1 - g) alpha + g M.
  void end_round() {
    if (delivered_ != 0) {
      const double m = static_cast<double>(marked_) / static_cast<double>(delivered_);
      alpha_ += gain_ * (m - alpha_);
    }
    delivered_ = marked_ = 0;
  }
  void set_alpha(double alpha) { alpha_ = alpha; }
  double alpha() const { return alpha_; }

 private:
  double gain_;
  double alpha_;
  std::uint64_t delivered_ = 0;  // octets in this round
  std::uint64_t marked_ = 0;
};

}  // namespace docsis_vp::hosts
