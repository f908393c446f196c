// sch_pie of 2014 in real numbers, with its complete state. Bytes, and microseconds.
#pragma once

#include <algorithm>

namespace docsis_vp::aqm {

class Linux2014Oracle {
 public:
  bool drops(double size, double backlog, double uniform) const {
    if (burst > 0 || (old < target / 2 && p < 0.2) || backlog < 2 * mtu) {
      return false;
    }
    return uniform < (byte_mode ? p_of(size) : p);
  }
  double p_of(double size) const { return size <= mtu ? p * size / mtu : p; }

  // backlog: what is left. Whether a measurement is complete.
  bool departed(double size, double backlog, double now) {
    if (!measuring && backlog >= threshold) {
      begin(now);
    }
    count += size;
    const double took = now - since;
    if (!measuring || count < threshold || took == 0) {
      return false;
    }
    const double sample = std::min(count / took, 4294.967295);  // 2^32 - 1 in a second
    rate = rate == 0 ? sample : rate - rate / 8 + sample / 8;
    measuring = false;
    if (backlog >= threshold) {
      begin(now);
    }
    burst = std::max(0.0, burst - took);
    return true;
  }

  double delay(double backlog) const { return rate == 0 ? 0 : backlog / rate; }

  // Whether it begins again.
  bool update(double delay, double backlog) {
    const double divisor = p < 0.01 ? 8 : p < 0.1 ? 2 : 1;
    double step = (alpha * (delay - target) + beta * (delay - old)) * 1e-6 / divisor;
    if (p >= 0.1) {
      step = std::min(step, 0.02);
    }
    p = std::clamp(p + step + (delay > 250'000 ? 0.02 : 0), 0.0, 1.0);
    if (delay == 0 && old == 0 && backlog == 0) {
      p *= 0.98;
    }
    const bool again = delay < target / 2 && old < target / 2 && p == 0 && rate > 0;
    if (again) {
      burst = max_burst;
      measuring = false;
      rate = 0;
    }
    old = delay;
    return again;
  }

  double target = 20'000;
  double alpha = 0.125;  // per second
  double beta = 1.25;
  double max_burst = 100'000;
  double threshold = 10'000;
  double mtu = 1'518;
  bool byte_mode = false;

  double p = 0;
  double burst = max_burst;
  double old = 0;
  double rate = 0;  // bytes per microsecond
  bool measuring = false;
  double since = 0;
  double count = 0;

 private:
  void begin(double now) {
    measuring = true;
    since = now;
    count = 0;
  }
};

}  // namespace docsis_vp::aqm
