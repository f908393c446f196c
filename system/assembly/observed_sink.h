// Shows packets to whoever looks, and passes them on.
#pragma once

#include <functional>
#include <utility>

#include "platform/base/packet.h"

namespace docsis_vp::system {

class ObservedSink : public PacketSink {
 public:
  explicit ObservedSink(PacketSink& inner) : inner_(inner) {}
  void push(PacketHandle packet) override {
    if (observer_) {
      observer_(*packet);
    }
    inner_.push(std::move(packet));
  }
  void observe(std::function<void(const Packet&)> observer) { observer_ = std::move(observer); }

 private:
  PacketSink& inner_;
  std::function<void(const Packet&)> observer_;
};

}  // namespace docsis_vp::system
