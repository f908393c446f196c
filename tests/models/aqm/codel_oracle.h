// CoDel as RFC 8289 sec. 5.5 prints it: a queue whose dequeue loops over packets. Times are real
// numbers of microseconds. The control law may be replaced, so that comparisons of drop times do
// not depend on the last digit of a square root.
#pragma once

#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace docsis_vp::aqm {

class CodelOracle {
 public:
  struct Packet {
    std::uint64_t number;
    double size;
    double enqueued;
    bool ect = false;
    bool ce = false;
  };
  struct Settings {
    double target = 5'000;
    double interval = 100'000;
    double maxpacket = 1518;
    bool rule_of_2012 = false;
    bool ecn = false;
  };
  // t + interval / sqrt(count)
  using ControlLaw = std::function<double(double t, std::uint32_t count)>;

  explicit CodelOracle(const Settings& s) : settings(s) {
    control_law = [this](double t, std::uint32_t n) {
      return t + settings.interval / std::sqrt(static_cast<double>(n));
    };
  }

  void enqueue(const Packet& packet) {
    queue.push_back(packet);
    bytes += packet.size;
  }

  // The packet that is sent, if any; drops on the way go to `dropped`.
  bool dequeue(double now, Packet& sent) {
    Taken r = take(now);
    if (dropping) {
      if (!r.ok_to_drop) {
        dropping = false;
      }
      while (dropping && now >= drop_next) {
        ++count;
        if (signal(r.packet)) {
          drop_next = control_law(drop_next, count);
          break;
        }
        r = take(now);
        if (!r.ok_to_drop) {
          dropping = false;
        } else {
          drop_next = control_law(drop_next, count);
        }
      }
    } else if (r.ok_to_drop) {
      const bool is_marked = signal(r.packet);
      if (!is_marked) {
        r = take(now);
      }
      dropping = true;
      restart(now);
    }
    sent = r.packet;
    return r.any;
  }

  Settings settings;
  ControlLaw control_law;
  std::deque<Packet> queue;
  double bytes = 0;
  std::vector<std::uint64_t> dropped;
  std::vector<std::uint64_t> marked;
  double first_above_time = 0;
  double drop_next = 0;
  std::uint32_t count = 0;
  std::uint32_t lastcount = 0;
  bool dropping = false;

 private:
  struct Taken {
    Packet packet{};
    bool any = false;
    bool ok_to_drop = false;
  };

  Taken take(double now) {
    Taken r;
    if (queue.empty()) {
      first_above_time = 0;
      return r;
    }
    r.any = true;
    r.packet = queue.front();
    queue.pop_front();
    bytes -= r.packet.size;
    if (now - r.packet.enqueued < settings.target || bytes <= settings.maxpacket) {
      first_above_time = 0;
    } else if (first_above_time == 0) {
      first_above_time = now + settings.interval;
    } else {
      r.ok_to_drop = now >= first_above_time;
    }
    return r;
  }

  // True if a mark stands for the drop.
  bool signal(Packet& packet) {
    if (settings.ecn && (packet.ect || packet.ce)) {
      packet.ce = true;
      marked.push_back(packet.number);
      return true;
    }
    dropped.push_back(packet.number);
    return false;
  }

  void restart(double now) {
    if (settings.rule_of_2012) {
      count = count > 2 && now - drop_next < 8 * settings.interval ? count - 2 : 1;
    } else {
      const std::uint32_t delta = count - lastcount;
      count = delta > 1 && now - drop_next < 16 * settings.interval ? delta : 1;
      lastcount = count;
    }
    drop_next = control_law(now, count);
  }
};

}  // namespace docsis_vp::aqm
