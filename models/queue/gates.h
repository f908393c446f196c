// Blocks in gates that may stand in for models. Who has them installs them; the models ask here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "models/aqm/registry.h"
#include "platform/base/flow.h"

namespace docsis_vp::queue {

// Behind the name of an algorithm or a manager: what it has in gates runs in them.
constexpr std::string_view kInGates = "/rtl";

bool is_in_gates(std::string_view algorithm);
// The name alone.
std::string_view without_gates(std::string_view algorithm);

// DeficitRoundRobin with Turn::kInOrder.
class TurnsInGates {
 public:
  static constexpr std::uint32_t kQueues = 32;

  virtual ~TurnsInGates() = default;
  virtual void arrived(std::uint32_t queue) = 0;
  virtual std::uint32_t next(const std::function<std::uint32_t(std::uint32_t)>& bytes_of_head) = 0;
  // Of the queue that next() named.
  virtual void sent(std::uint32_t bytes) = 0;
  virtual void found_empty() = 0;
};

struct Gates {
  // The algorithm with what it has of its data path in gates; null: it has nothing there.
  const aqm_algorithm* (*law)(const char* name);
  std::unique_ptr<TurnsInGates> (*turns)(std::uint32_t quantum_bytes);
  std::uint32_t (*flow_hash)(const FlowKey& key, std::uint32_t perturbation,
                             std::uint32_t connection);
};

void install(const Gates& gates);
// Of a queue whose settings stand at `pointer`. Throws ConfigError where there are none.
const Gates& installed_gates(const std::string& pointer);

}  // namespace docsis_vp::queue
