// Declares the configuration of the queue management of a service flow.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/aqm/registry.h"
#include "models/queue/hashed_headers.h"
#include "models/queue/managers.h"
#include "system/scenario/schema/parameters.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

// Value of one of the algorithm's own parameters: a number, a switch or a named choice.
struct AqmOptionValue {
  double number = 0;
  bool on = false;
  std::string choice;
};

struct AqmConfig {
  // "none", a law, a manager of several queues, or "custom:" and a custom law's name.
  std::optional<std::string> algorithm;
  std::optional<double> target_ms;
  std::optional<unsigned> queues;
  std::optional<unsigned> quantum_bytes;
  std::optional<unsigned> queue_share;
  std::optional<unsigned> perturbation;
  std::optional<queue::HashedHeaders> hash;
  std::optional<unsigned> stage_bytes;
  std::map<std::string_view, AqmOptionValue> options;  // of the law, by name
  std::optional<Parameters> parameters;                // of a custom law

  // In a complete scenario: the custom law; null: a law of the registry.
  std::shared_ptr<const aqm_algorithm> custom;

  const queue::Manager* manager() const { return queue::find_manager(*algorithm); }
  // True if the Verilog model decides, as far as it exists.
  bool in_gates() const {
    const auto engine = options.find("engine");
    return engine != options.end() && engine->second.choice == "rtl";
  }
  // Returns the law in use; with several queues, the law of each.
  const aqm_algorithm& law() const;
};

// Returns the factor between the written number and the value of the option.
double scale_of(const aqm_option& option);

// The parameters of every algorithm are keys; names, ranges and texts come from the registry.
const Table<AqmConfig>& aqm_table();

}  // namespace docsis_vp::system
