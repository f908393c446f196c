// What may happen to frames of one kind on their way: to some by chance, to others by script.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "platform/base/random.h"
#include "platform/base/time.h"

namespace docsis_vp::system {

class FaultRule {
 public:
  enum class Cause : std::uint8_t { kNone, kChance, kScript };

  // stream: names its random numbers, one word for each frame if a part is affected by chance.
  FaultRule(std::uint64_t seed, const std::string& stream)
      : plan_(std::make_unique<Plan>(RandomStream(seed, stream))) {}

  // Of all frames this part, 0 to 1, each by itself.
  void affect_share(double part);
  // The first so many at or after a time that chance spares; of equal times in the order of calls.
  void affect_from(TimePs from, unsigned count);

  bool may_apply() const { return may_apply_; }
  // Decides for the next frame.
  Cause decide(TimePs at);

  // Frames so far, by either cause.
  std::uint64_t affected() const { return plan_->affected; }

 private:
  struct Entry {
    TimePs from = 0;
    unsigned count = 0;
  };

  struct Plan {
    explicit Plan(const RandomStream& stream) : random(stream) {}
    RandomStream random;
    std::uint64_t below = 0;  // of 2^32 values
    std::vector<Entry> script;
    std::uint64_t affected = 0;
  };

  void look_ahead() { may_apply_ = plan_->below > 0 || !plan_->script.empty(); }

  // Mostly nothing may happen, and each frame asks.
  bool may_apply_ = false;
  std::unique_ptr<Plan> plan_;
};

}  // namespace docsis_vp::system
