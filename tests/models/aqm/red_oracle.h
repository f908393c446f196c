// RED and Adaptive RED in real numbers, from the papers and the description of ns-2's model.
#pragma once

#include <algorithm>
#include <cmath>

namespace docsis_vp::aqm {

class RedOracle {
 public:
  enum Verdict { kAccept, kByChance, kForced };

  // Lengths in packets, or bytes in byte mode. The queue is seen before the arriving packet.
  Verdict arrive(double length, double queued_packets, double size, double idle_s, double uniform) {
    if (idle_s >= 0) {
      average *= std::pow(1 - weight, std::floor(idle_s * packets_per_s + 1e-9));
    }
    average += weight * (length - average);
    count += byte_mode ? size / mean : 1;
    if (average < min_th || queued_packets <= 1) {
      in_band = false;
      return kAccept;
    }
    if (average >= (gentle ? 2 : 1) * max_th) {
      count = 0;
      return kForced;
    }
    if (!in_band) {
      in_band = true;
      count = byte_mode ? size / mean : 1;
      return kAccept;
    }
    if (uniform < probability(size)) {
      count = 0;
      return kByChance;
    }
    return kAccept;
  }

  double basic_probability() const {
    return average < max_th ? max_p * (average - min_th) / (max_th - min_th)
                            : max_p + (1 - max_p) * (average - max_th) / max_th;
  }

  double probability(double size) const {
    const double pb = basic_probability();
    const double sum = count * pb;
    double pa = 0;
    if (wait) {
      pa = sum < 1 ? 0 : sum < 2 ? pb / (2 - sum) : 1;
    } else {
      pa = sum < 1 ? pb / (1 - sum) : 1;
    }
    return byte_mode && pa < 1 ? std::min(1.0, pa * size / mean) : pa;
  }

  void adapt() {
    const double band = 0.4 * (max_th - min_th);
    if (average < min_th + band && max_p > bottom) {
      max_p *= beta;
    } else if (average > max_th - band && max_p < top) {
      max_p += std::min(alpha, max_p / 4);
    }
  }

  double weight = 0.002;
  double packets_per_s = 1'000;
  double min_th = 5;
  double max_th = 15;
  double max_p = 0.1;
  double mean = 1'500;
  bool gentle = true;
  bool wait = true;
  bool byte_mode = false;
  double alpha = 0.01;
  double beta = 0.9;
  double top = 0.5;
  double bottom = 0.01;

  double average = 0;
  double count = 0;
  bool in_band = false;
};

}  // namespace docsis_vp::aqm
