// Registers RTL blocks that may replace models. A program with RTL installs them; the models query
// them here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "models/aqm/registry.h"
#include "platform/base/flow.h"
#include "platform/base/time.h"

namespace docsis_vp::queue {

// RTL of DeficitRoundRobin with ServiceOrder::kInOrder.
class TurnsInGates {
 public:
  static constexpr std::uint32_t kQueues = 32;

  virtual ~TurnsInGates() = default;
  virtual void arrived(std::uint32_t queue) = 0;
  virtual std::uint32_t next(const std::function<std::uint32_t(std::uint32_t)>& bytes_of_head) = 0;
  // Refers to the queue that next() returned.
  virtual void sent(std::uint32_t bytes) = 0;
  virtual void found_empty() = 0;
};

// Settings of the dual token bucket of a service flow. Rates are in bit/s, 0 = not limited; the
// peak bucket holds 1522 bytes.
struct BucketRates {
  std::uint64_t sustained_bps = 0;
  std::uint64_t burst_bytes = 0;
  std::uint64_t peak_bps = 0;
};

// RTL of the dual token bucket; ReleaseProcess of models/cm documents each function.
class BucketsInGates {
 public:
  virtual ~BucketsInGates() = default;
  virtual void write(std::uint32_t bytes, TimePs at) = 0;
  virtual void take(std::uint64_t bytes) = 0;
  virtual void drop(std::uint64_t bytes, TimePs at) = 0;
  virtual std::uint64_t released(TimePs at) = 0;
  virtual std::uint64_t eligible(TimePs at) = 0;
  virtual std::uint64_t unreleased(TimePs at) = 0;
  virtual std::uint64_t next_byte() = 0;
  virtual TimePs release_instant(std::uint64_t n) = 0;
  virtual std::uint64_t sustained_tokens(TimePs at) = 0;
  virtual std::uint64_t peak_tokens(TimePs at) = 0;
};

struct GateBlocks {
  // Returns the algorithm with its data path in RTL if there is one; null: no RTL.
  const aqm_algorithm* (*law)(const char* name);
  std::unique_ptr<TurnsInGates> (*turns)(std::uint32_t quantum_bytes);
  std::uint32_t (*flow_hash)(const FlowKey& key, std::uint32_t perturbation,
                             std::uint32_t connection);
  std::unique_ptr<BucketsInGates> (*buckets)(const BucketRates& rates);
};

void install(const GateBlocks& gates);
// Returns the blocks for the setting at `pointer`. Throws ConfigError if none are installed.
const GateBlocks& installed_gates(const std::string& pointer);

}  // namespace docsis_vp::queue
