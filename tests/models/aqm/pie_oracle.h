// PIE in real numbers, from RFC 8033 and the descriptions of its variants. Seconds and bytes.
#pragma once

#include <algorithm>
#include <cmath>

namespace docsis_vp::aqm {

class RfcPieOracle {
 public:
  enum Flavour { kRfc, kDraft, kLinux, kLinux2014 };

  bool of_linux() const { return flavour == kLinux || flavour == kLinux2014; }

  double divisor() const {
    if (flavour == kDraft) {
      const double large = !docsis_mode ? 1 : p < 1 ? 1.0 / 2 : p < 10 ? 1.0 / 8 : 1.0 / 32;
      return p < 0.001 ? 32 : p < 0.01 ? 8 : p < 0.1 ? 2 : large;
    }
    if (flavour == kLinux2014) {
      return p < 0.01 ? 8 : p < 0.1 ? 2 : 1;
    }
    static constexpr double kBelow[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
    static constexpr double kDivisor[] = {2048, 512, 128, 32, 8, 2};
    for (int i = 0; i < 6; ++i) {
      if (p < kBelow[i]) {
        return kDivisor[i];
      }
    }
    return 1;
  }

  // backlog: bytes in the queue, which Linux looks at.
  void update(double delay, double backlog) {
    if (flavour == kDraft && burst > 0) {
      p = 0;
    } else {
      double d = (alpha * (delay - target) + beta * (delay - old)) / divisor();
      if (step_cap && p >= 0.1 && d > 0.02) {
        d = 0.02;
      }
      p += d;
      if ((flavour == kDraft && delay > 0.2) || (of_linux() && delay > 0.25)) {
        p += 0.02;
      }
      p = std::clamp(p, 0.0, most);
      if (delay == 0 && old == 0) {
        const double decay = flavour == kLinux ? 1 - 1.0 / 64 : 0.98;
        p *= of_linux() && backlog != 0 ? 1 : decay;
      }
    }
    if (!of_linux()) {
      burst = std::max(0.0, burst - t_update);
    }
    old = delay;
  }

  // Whether an arriving packet is dropped or marked; no burst allowance is left.
  bool drop_early(double queued, double uniform) {
    if ((old < target / 2 && p < 0.2) || queued < spared || (queued == spared && !of_linux())) {
      return false;
    }
    if (!derandomize) {
      return uniform < p;
    }
    accu = p == 0 ? 0 : accu + p;
    const bool drop = accu >= 0.85 && (accu >= 8.5 - 1e-12 || uniform < p);
    accu = drop ? 0 : accu;
    return drop;
  }

  Flavour flavour = kRfc;
  double target = 0.015;
  double t_update = 0.015;
  double alpha = 0.125;
  double beta = 1.25;
  double spared = 3'000;
  bool step_cap = false;
  bool derandomize = false;
  bool docsis_mode = false;  // the draft's, with its byte mode
  double most = 1;           // there p is that of a mean packet
  double p = 0;
  double old = 0;
  double burst = 0;
  double accu = 0;
};

}  // namespace docsis_vp::aqm
