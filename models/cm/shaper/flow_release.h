// Computes when bytes of a service flow are released, by the C++ model or by simulated gates.
#pragma once

#include <cstdint>
#include <memory>

#include "models/cm/shaper/release_process.h"
#include "models/queue/gates.h"

namespace docsis_vp::cm {

// See ReleaseProcess for each function.
class FlowRelease {
 public:
  // Throws ConfigError for values out of range, and if gates are requested but not available.
  explicit FlowRelease(const ShaperConfig& config)
      : model_(config), gates_(config.in_gates ? make_gates(config) : nullptr) {}

  // True for gates. They count clocks: a query must not precede an earlier one in time.
  bool is_in_gates() const { return gates_ != nullptr; }

  bool write(std::uint32_t bytes, TimePs at) {
    if (!gates_) return model_.write(bytes, at);
    gates_->write(bytes, at);
    return gates_->unreleased(at) == 0;
  }
  void take(std::uint64_t bytes) { gates_ ? gates_->take(bytes) : model_.take(bytes); }
  void drop(std::uint64_t bytes, TimePs at) {
    gates_ ? gates_->drop(bytes, at) : model_.drop(bytes, at);
  }

  std::uint64_t eligible(TimePs at) const {
    return gates_ ? gates_->eligible(at) : model_.eligible(at);
  }
  std::uint64_t unreleased(TimePs at) const {
    return gates_ ? gates_->unreleased(at) : model_.unreleased(at);
  }
  std::uint64_t released(TimePs at) const {
    return gates_ ? gates_->released(at) : model_.released(at);
  }
  std::uint64_t next_byte() const { return gates_ ? gates_->next_byte() : model_.next_byte(); }
  TimePs release_instant(std::uint64_t n) const {
    return gates_ ? gates_->release_instant(n) : model_.release_instant(n);
  }
  TimePs eligible_instant(std::uint64_t bytes) const {
    return release_instant(next_byte() - 1 + bytes);
  }
  std::uint64_t sustained_tokens(TimePs at) const {
    return gates_ ? gates_->sustained_tokens(at) : model_.sustained_tokens(at);
  }
  std::uint64_t peak_tokens(TimePs at) const {
    return gates_ ? gates_->peak_tokens(at) : model_.peak_tokens(at);
  }

 private:
  static std::unique_ptr<queue::BucketsInGates> make_gates(const ShaperConfig& config) {
    return queue::installed_gates("/shaper_engine")
        .buckets({config.max_sustained_rate_bps, config.max_burst_bytes, config.peak_rate_bps});
  }

  ReleaseProcess model_;
  std::unique_ptr<queue::BucketsInGates> gates_;  // null: the model is used
};

}  // namespace docsis_vp::cm
