// Selects the frames of one kind that a fault affects: some by chance, others by script.
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

  // stream: name of the random stream; each frame draws one word if affect_share() is above 0.
  FaultRule(std::uint64_t seed, const std::string& stream)
      : plan_(std::make_unique<Plan>(RandomStream(seed, stream))) {}

  // Affects each frame independently with probability `part`, 0 to 1.
  void affect_share(double part);
  // Affects the first `count` frames at or after `from` that chance does not affect. Entries of
  // equal times count in the order of calls.
  void affect_from(TimePs from, unsigned count);

  bool may_apply() const { return may_apply_; }
  // Decides about the next frame.
  Cause decide(TimePs at);

  // Frames affected so far, by either cause.
  std::uint64_t affected() const { return plan_->affected; }

 private:
  struct Entry {
    TimePs from = 0;
    unsigned count = 0;
  };

  struct Plan {
    explicit Plan(const RandomStream& stream) : random(stream) {}
    RandomStream random;
    std::uint64_t below = 0;  // threshold among 2^32 values
    std::vector<Entry> script;
    std::uint64_t affected = 0;
  };

  void look_ahead() { may_apply_ = plan_->below > 0 || !plan_->script.empty(); }

  // Cached because each frame asks, and mostly no fault is possible.
  bool may_apply_ = false;
  std::unique_ptr<Plan> plan_;
};

}  // namespace docsis_vp::system
