// One direction of a path; the test decides the fate of each packet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/packet.h"
#include "platform/base/random.h"

namespace docsis_vp::hosts {

class TestPath : public PacketSink {
 public:
  // Fate of a packet.
  struct Fate {
    bool lost = false;
    bool doubled = false;
    bool marked = false;  // CE, if it is capable of ECN
    TimePs later = 0;     // beyond the path's delay: reorders
  };
  using Decide = std::function<Fate(const Packet&)>;

  TestPath(TimerQueue& timers, TimePs delay)
      : timers_(timers), delay_(delay), timer_(timers, 0, [this] { deliver(); }) {}

  void connect(PacketSink& to) { to_ = &to; }
  void decide(Decide decide) { decide_ = std::move(decide); }
  void doubles_from(PacketPool& pool) { pool_ = &pool; }

  void push(PacketHandle packet) override {
    ++packets;
    octets += packet->size_bytes;
    const Fate fate = decide_ ? decide_(*packet) : Fate{};
    if (fate.lost) {
      ++lost;
      return;
    }
    if (fate.marked && packet->ecn != Ecn::kNotEct) packet->ecn = Ecn::kCe;
    const TimePs at = timers_.now() + delay_ + fate.later;
    if (fate.doubled) {
      PacketHandle copy = pool_->take();
      const std::uint64_t id = copy->id;
      *copy = *packet;
      copy->id = id;
      passing_.emplace(at + 1, std::move(copy));
    }
    passing_.emplace(at, std::move(packet));
    timer_.arm(passing_.begin()->first);
  }

  std::uint64_t packets = 0;
  std::uint64_t octets = 0;  // Ethernet
  std::uint64_t lost = 0;

 private:
  void deliver() {
    while (!passing_.empty() && passing_.begin()->first <= timers_.now()) {
      PacketHandle packet = std::move(passing_.begin()->second);
      passing_.erase(passing_.begin());
      to_->push(std::move(packet));
    }
    if (!passing_.empty()) timer_.arm(passing_.begin()->first);
  }

  TimerQueue& timers_;
  const TimePs delay_;
  PacketSink* to_ = nullptr;
  PacketPool* pool_ = nullptr;
  Decide decide_;
  std::multimap<TimePs, PacketHandle> passing_;
  Timer timer_;
};

}  // namespace docsis_vp::hosts
