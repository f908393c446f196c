// The queue manager of one service flow: the algorithm, its state, its random numbers, its counts.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/aqm/registry.h"
#include "platform/base/packet.h"
#include "platform/base/random.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

struct FlowAqmConfig {
  std::string algorithm = "none";  // of the registry; "none": tail drop when the buffer is full
  aqm_config settings{};
  std::string random_stream;  // "aqm/<modem>/<service flow>/<queue>"
};

struct PacketTally {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;  // Ethernet, DA..CRC

  void add(std::uint32_t size_bytes) {
    ++packets;
    bytes += size_bytes;
  }
};

// What the control law is shown.
struct LawSnapshot {
  aqm_queue queue{};
  aqm_law law{};
  TimePs at = 0;
};

class FlowAqm {
 public:
  struct Counters {
    PacketTally offered;
    PacketTally accepted;  // marked ones included
    PacketTally aqm_drops;
    PacketTally aqm_marks;
    PacketTally buffer_drops;
    std::uint64_t updates = 0;
    std::uint64_t commit_conflicts = 0;
    std::uint64_t missed_updates = 0;
  };

  // Throws ConfigError at `pointer` for an unknown algorithm or values it refuses.
  FlowAqm(const FlowAqmConfig& config, std::uint64_t seed, const std::string& pointer);

  // Data path: judges and counts an arriving packet, and marks it. Takes one word of the random
  // stream, used or not.
  aqm_verdict decide(const aqm_queue& queue, Packet& packet, TimePs arrived);

  // Control law, in three steps that may lie apart in time: what it is shown, what hardware makes
  // of it, what the data path takes over. Only where has_law().
  std::uint32_t algorithm_id() const { return algorithm_->id; }
  bool has_law() const { return algorithm_->update != nullptr; }
  std::uint32_t update_interval_us() const {
    return algorithm_->update_interval_us(params_.data());
  }
  void latch(const aqm_queue& queue, TimePs at);
  const LawSnapshot& latched() const { return latched_; }
  aqm_law run_law();
  void commit(const aqm_law& law);
  void miss_update() { ++counters_.missed_updates; }

  // The words that law and data path share, as they are; zero without a law.
  aqm_law law() const;
  std::uint32_t accumulator_q28() const {
    return algorithm_->accumulator_q28 != nullptr ? algorithm_->accumulator_q28(state_.data()) : 0;
  }
  // The algorithm's prediction for a queue; 0 without a law.
  std::uint32_t queue_delay_us(const aqm_queue& queue) const;

  const Counters& counters() const { return counters_; }
  const aqm_config& settings() const { return settings_; }

 private:
  template <std::size_t N>
  struct alignas(std::uint64_t) Block : std::array<unsigned char, N> {};
  using State = Block<AQM_STATE_BYTES_MAX>;

  // The words that a state with a law begins with.
  static aqm_law& law_of(State& state) { return *reinterpret_cast<aqm_law*>(state.data()); }
  static const aqm_law& law_of(const State& state) {
    return *reinterpret_cast<const aqm_law*>(state.data());
  }

  const aqm_algorithm* algorithm_;
  aqm_config settings_;
  Block<AQM_PARAMS_BYTES_MAX> params_{};
  State state_{};      // the data path's
  State law_state_{};  // the hardware law's own; what both share is loaded from the snapshot
  RandomStream random_;
  LawSnapshot latched_;
  Counters counters_;
};

}  // namespace docsis_vp::cm
