// Reports packets to observers, and passes them on.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "platform/base/packet.h"

namespace docsis_vp::system {

class ObservedSink : public PacketSink {
 public:
  explicit ObservedSink(PacketSink& inner) : inner_(inner) {}
  void push(PacketHandle packet) override {
    for (const auto& observer : observers_) {
      observer(*packet);
    }
    inner_.push(std::move(packet));
  }
  void observe(std::function<void(const Packet&)> observer) {
    observers_.push_back(std::move(observer));
  }

 private:
  PacketSink& inner_;
  std::vector<std::function<void(const Packet&)>> observers_;
};

}  // namespace docsis_vp::system
