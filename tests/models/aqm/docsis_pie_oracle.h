// DOCSIS-PIE in real numbers, from the text of RFC 8034 appendix A only. Seconds and bytes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace docsis_vp::aqm {

class PieOracle {
 public:
  enum Status { kInactive, kQuiescent, kActive };
  enum Verdict { kEnqueue, kTailDrop, kAqmDrop };

  struct Settings {
    double latency_target = 0.010;
    double peak = 0;  // bytes/s
    double msr = 0;
    double buffer = 0;
  };

  explicit PieOracle(const Settings& s) : settings(s) {}

  static constexpr double kInterval = 0.016;
  static constexpr double kProbLow = 0.85;
  static constexpr double kProbHigh = 8.5;

  double queue_delay(double queue_bytes, double tokens) const {
    if (settings.msr == 0) {
      return 0;
    }
    const double at_peak = std::min(queue_bytes, tokens);
    const double peak_time = settings.peak == 0 ? 0 : at_peak / settings.peak;
    return peak_time + (queue_bytes - at_peak) / settings.msr;
  }

  static double scale(double p) {
    static constexpr double kBelow[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};
    static constexpr double kScale[] = {1.0 / 2048, 1.0 / 512, 1.0 / 128, 1.0 / 32,
                                        1.0 / 8,    1.0 / 2,   2,         8};
    for (int i = 0; i < 8; ++i) {
      if (p < kBelow[i]) {
        return kScale[i];
      }
    }
    return 32;
  }

  void update(double qdelay) {
    if (burst > 0) {
      p = 0;
      burst = std::max(0.0, burst - kInterval);
    } else {
      double step = 0.25 * (qdelay - settings.latency_target) + 2.5 * (qdelay - qdelay_old);
      step *= scale(p);
      if (p >= 0.1 && step > 0.02) {
        step = 0.02;
      }
      p += step;
      if (qdelay < 0.005 && qdelay_old < 0.005) {
        p *= 0.98;
      } else if (qdelay > 0.2) {
        p += 0.02;
      }
      p = std::clamp(p, 0.0, 0.85 * 1024 / 64);
    }
    const double half = settings.latency_target / 2;
    const bool quiet = qdelay < half && qdelay_old < half && p == 0 && burst == 0;
    if (status == kActive && quiet) {
      status = kQuiescent;
      burst_reset = 0;
    } else if (status == kQuiescent && quiet) {
      burst_reset += kInterval;
      if (burst_reset > 1 + 1e-9) {
        status = kInactive;
        burst_reset = 0;
      }
    } else if (status == kQuiescent) {
      burst_reset = 0;
    }
    qdelay_old = qdelay;
  }

  Verdict enqueue(double queue_bytes, double size, double uniform) {
    if (queue_bytes + size > settings.buffer) {
      accu = 0;
      return kTailDrop;
    }
    return burst > 0 || !drop_early(queue_bytes, size, uniform) ? kEnqueue : kAqmDrop;
  }

  double packet_prob(double size) const { return std::min(p * size / 1024, kProbLow); }

  Settings settings;
  double p = 0;
  double qdelay_old = 0;
  double burst = 0;
  double burst_reset = 0;
  double accu = 0;
  Status status = kInactive;

 private:
  bool drop_early(double queue_bytes, double size, double uniform) {
    if (p == 0) {
      accu = 0;
    }
    if (status == kInactive) {
      if (queue_bytes < settings.buffer / 3) {
        return false;
      }
      status = kQuiescent;
    }
    const double p1 = packet_prob(size);
    accu += p1;
    const bool small = (qdelay_old < settings.latency_target / 2 && p < 0.2) || queue_bytes <= 2048;
    // Ten times 0.85 are 8.5, which a sum of doubles misses by its last bit.
    const bool drop = !small && accu >= kProbLow && (accu >= kProbHigh - 1e-12 || uniform <= p1);
    if (drop) {
      accu = 0;
      if (status == kQuiescent) {
        status = kActive;
        burst = 0.142;
      }
    }
    return drop;
  }
};

}  // namespace docsis_vp::aqm
