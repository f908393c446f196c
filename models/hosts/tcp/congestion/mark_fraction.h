// How much of what a connection sends gets CE marks: the alpha of DCTCP and Prague.
#pragma once

#include <cstdint>

namespace docsis_vp::hosts {

// A moving average, per round, of marked octets over delivered ones.
class MarkFraction {
 public:
  // gain: g, above 0, at most 1
  MarkFraction(double gain, double initial) : gain_(gain), alpha_(initial) {}

  void add(std::uint64_t delivered_bytes, std::uint64_t marked_bytes) {
    delivered_ += delivered_bytes;
    marked_ += marked_bytes;
  }
  // A round ends: alpha = (1 - g) alpha + g M.
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
  std::uint64_t delivered_ = 0;  // in this round, octets
  std::uint64_t marked_ = 0;
};

}  // namespace docsis_vp::hosts
