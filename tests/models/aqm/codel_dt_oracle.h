// CoDel-DT in real numbers, from the description of CableLabs' ns-2 model. Microseconds, bytes.
#pragma once

#include <algorithm>
#include <cmath>

namespace docsis_vp::aqm {

class CodelDtOracle {
 public:
  CodelDtOracle(double target_us, double interval_us) : target(target_us), interval(interval_us) {}

  // Whether the packet is dropped. `root(n)` is 1/sqrt(n).
  template <class Root>
  bool enqueue(double now, double delay, double queued, double size, const Root& root) {
    const bool stale = last_drop < 0 || now - last_drop >= 8 * interval;
    bool drop = false;
    if (delay < target || queued <= maxpacket) {
      dropping = false;
      drop_time = -1;
    } else if (drop_time < 0) {
      drop_time = now + root(stale || count <= 1 ? 1.0 : count);
    } else if (now >= drop_time) {
      drop = true;
      if (dropping) {
        ++count;
        drop_time += root(count);
      } else {
        dropping = true;
        count = count <= 2 || stale ? 1 : count <= 128 ? count - 2 : std::floor(0.9844 * count);
        drop_time = now + root(count);
      }
      last_drop = now;
    }
    maxpacket = std::max(maxpacket, size);
    return drop;
  }

  double target;
  double interval;
  bool dropping = false;
  double drop_time = -1;
  double count = 0;
  double last_drop = -1;
  double maxpacket = 256;
};

// The departure-rate meter of the 2013 PIE, bytes per second.
class RateMeterOracle {
 public:
  RateMeterOracle(double threshold_bytes, double newest)
      : threshold(threshold_bytes), weight(newest) {}

  void departed(double now_us, double size, double left) {
    if (!measuring && left >= threshold) {
      measuring = true;
      since = now_us;
      bytes = 0;
    }
    if (!measuring) {
      return;
    }
    bytes += size;
    if (bytes >= threshold && now_us > since) {
      const double rate = bytes * 1e6 / (now_us - since);
      average = average == 0 ? rate : (1 - weight) * average + weight * rate;
      measuring = left >= threshold;
      since = now_us;
      bytes = 0;
    }
  }

  double threshold;
  double weight;
  double average = 0;
  bool measuring = false;
  double since = 0;
  double bytes = 0;
};

}  // namespace docsis_vp::aqm
