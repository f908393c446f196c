// Configures an algorithm of the AQM registry and runs it on one or more queue states.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/aqm/registry.h"
#include "platform/base/language.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::queue {

// AQM_CLAMP_INTERVAL_US and AQM_AGE_MAX_US of models/aqm.
constexpr TimePs kClampInterval = AQM_CLAMP_INTERVAL_US * kPsPerUs;
constexpr TimePs kOldestPacket = AQM_AGE_MAX_US * kPsPerUs;

struct LawConfig {
  // name in the registry; "none": tail drop when the buffer is full
  std::string algorithm = "none";
  aqm_config settings{};
  // in the order of the algorithm's options; empty: all defaults
  std::vector<std::uint32_t> options;
  // Overrides `algorithm`; must outlive the law.
  const aqm_algorithm* custom = nullptr;
  bool in_gates = false;  // the Verilog makes the decisions for which it exists
};

// Throws ConfigError at `pointer` for an unknown algorithm.
const aqm_algorithm& algorithm_of(const LawConfig& config, const std::string& pointer);
bool judges_arrivals(const aqm_algorithm& algorithm);

// A memory block for the state or parameters of the registry's functions.
template <std::size_t N>
struct alignas(std::uint64_t) LawBlock : std::array<unsigned char, N> {};

// State of one queue. A state with a table is allocated separately, so that the others stay small.
class LawState {
 public:
  explicit LawState(std::size_t bytes)
      : large_(bytes > sizeof small_ ? (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t)
                                     : 0) {}

  unsigned char* data() {
    return large_.empty() ? small_.data() : reinterpret_cast<unsigned char*>(large_.data());
  }
  const unsigned char* data() const { return const_cast<LawState*>(this)->data(); }

 private:
  LawBlock<AQM_REGISTER_BYTES_MAX> small_{};
  std::vector<std::uint64_t> large_;
};

// One configuration for any number of queues, each with its own LawState. Calls go through the
// registry's function table.
class Law {
 public:
  // Throws ConfigError at `pointer` for an unknown algorithm or rejected values.
  Law(const LawConfig& config, const std::string& pointer);

  const aqm_algorithm& algorithm() const { return *algorithm_; }
  // Values of the options, including defaults.
  const std::vector<std::uint32_t>& options() const { return options_; }
  LawState initial_state() const;

  aqm_verdict enqueue(LawState& state, const aqm_queue& queue, const aqm_packet& packet,
                      std::uint32_t random) const {
    return algorithm_->enqueue(state.data(), params_.data(), &queue, &packet, random);
  }
  // True if enqueue() may do more than drop when the buffer is full.
  bool judges_arrivals() const { return queue::judges_arrivals(*algorithm_); }
  bool judges_head() const { return algorithm_->dequeue != nullptr; }
  aqm_verdict dequeue(LawState& state, const aqm_queue& queue, const aqm_packet& packet,
                      std::uint32_t now_us) const {
    return algorithm_->dequeue(state.data(), params_.data(), &queue, &packet, now_us);
  }
  bool reads_flow_hash() const { return algorithm_->reads_flow_hash != 0; }
  bool watches_departures() const { return algorithm_->departed != nullptr; }
  void departed(LawState& state, const aqm_queue& queue, const aqm_packet& packet,
                std::uint32_t now_us) const {
    algorithm_->departed(state.data(), params_.data(), &queue, &packet, now_us);
  }
  // Call it when the queue's owner has dropped this number of its packets to make room.
  void overflowed(LawState& state, std::uint32_t packets) const {
    if (algorithm_->overflowed != nullptr) {
      algorithm_->overflowed(state.data(), packets);
    }
  }

  // Must be called at least once in each kClampInterval.
  void clamp_times(LawState& state, TimePs now) const {
    if (algorithm_->clamp_times != nullptr) {
      algorithm_->clamp_times(state.data(), params_.data(), to_us32(now));
    }
  }

  // The periodic law; the functions below require is_periodic().
  bool is_periodic() const { return algorithm_->update != nullptr; }
  // 0: not periodic.
  TimePs interval() const {
    return is_periodic()
               ? static_cast<TimePs>(algorithm_->update_interval_us(params_.data())) * kPsPerUs
               : 0;
  }
  // True if the update may read the CMTS's grants and acknowledgements (see
  // aqm_algorithm::ignores_answers).
  bool may_read_grants() const {
    const auto ignores_answers = algorithm_->ignores_answers;
    return is_periodic() && (ignores_answers == nullptr || ignores_answers(params_.data()) == 0);
  }
  void update(LawState& state, const aqm_queue& queue, std::uint32_t now_us) const {
    algorithm_->update(state.data(), params_.data(), &queue, now_us);
  }
  std::uint32_t queue_delay_us(const LawState& state, const aqm_queue& queue) const {
    return algorithm_->queue_delay_us(state.data(), params_.data(), &queue);
  }
  // The departure rate that the algorithm measures or tracks, in bytes per second. 0: it measures
  // none or has no value yet.
  std::uint32_t departure_rate(const LawState& state, const LawState& law_state) const {
    const auto rate_of = algorithm_->departure_rate;
    return rate_of != nullptr ? rate_of(state.data(), law_state.data(), params_.data()) : 0;
  }
  // Returns the words at the start of the state.
  static aqm_law& words(LawState& state) { return *reinterpret_cast<aqm_law*>(state.data()); }
  static const aqm_law& words(const LawState& state) {
    return *reinterpret_cast<const aqm_law*>(state.data());
  }

 private:
  const aqm_algorithm* algorithm_;
  LawBlock<AQM_PARAMS_BYTES_MAX> params_{};
  std::vector<std::uint32_t> options_;
};

// Converts an enqueue time to the law's time stamp; ages above AQM_AGE_MAX_US become
// AQM_AGE_MAX_US.
inline std::uint32_t stamp_us32(TimePs enqueued, TimePs now) {
  return now - enqueued <= kOldestPacket ? to_us32(enqueued) : to_us32(now) - AQM_AGE_MAX_US;
}

// Describes a packet for a law; at its arrival `enqueued` equals `now`.
inline aqm_packet as_judged(const Packet& packet, TimePs enqueued, TimePs now,
                            std::uint32_t flow_hash = 0) {
  return {packet.size_bytes, stamp_us32(enqueued, now), static_cast<std::uint8_t>(packet.ecn),
          flow_hash};
}

}  // namespace docsis_vp::queue
