// CUBIC as RFC 9438 words it, in segments and seconds, with the standard library's powers and
// roots.
#pragma once

#include <algorithm>
#include <cmath>

namespace docsis_vp::hosts {

class CubicOracle {
 public:
  double c = 0.4;
  double beta = 0.7;
  bool fast_convergence = true;
  bool reno_friendly = true;

  double cwnd = 0;
  double w_max = 0;

  // Sections 4.6 and 4.7; flight == cwnd.
  void congestion(bool loss) {
    const double before = cwnd;
    w_max = fast_convergence && before < w_max ? before * (1.0 + beta) / 2.0 : before;
    cwnd_prior_ = before;
    cwnd = std::max(before * beta, loss ? 2.0 : 1.0);
    in_epoch_ = false;
  }

  // Section 4.2; now: when congestion avoidance begins.
  void begin_epoch(double now) {
    start_ = now;
    in_epoch_ = true;
    w_est_ = cwnd;
    k_ = std::cbrt((w_max - cwnd) / c);
  }

  // Sections 4.2 to 4.5, one acknowledgment of `acked` segments.
  void ack(double now, double rtt, double acked) {
    if (!in_epoch_) begin_epoch(now);
    const double t = now - start_;
    const double alpha = w_est_ < cwnd_prior_ ? 3.0 * (1.0 - beta) / (1.0 + beta) : 1.0;
    w_est_ = w_est_ + alpha * acked / cwnd;
    if (reno_friendly && w_cubic(t) < w_est_) {
      cwnd = std::max(cwnd, w_est_);
      return;
    }
    double target = w_cubic(t + rtt);
    if (target < cwnd) target = cwnd;
    if (target > 1.5 * cwnd) target = 1.5 * cwnd;
    cwnd += acked * (target - cwnd) / cwnd;
  }
  // Time that does not count.
  void skip(double seconds) { start_ += seconds; }

  double w_cubic(double t) const { return c * std::pow(t - k_, 3.0) + w_max; }
  double k() const { return k_; }

 private:
  double cwnd_prior_ = 0;
  double w_est_ = 0;
  double k_ = 0;
  double start_ = 0;
  bool in_epoch_ = false;
};

}  // namespace docsis_vp::hosts
