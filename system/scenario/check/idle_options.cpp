#include "system/scenario/check/idle_options.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "system/scenario/complete/complete_aqm.h"

namespace docsis_vp::system {

namespace {

// In a law with both options, `option` has an effect only if `on` has one of the values. An empty
// value means: only if `on` is zero.
struct OptionInUse {
  std::string_view option;
  std::string_view on;
  std::string_view value;
  std::string_view other_value;  // may be empty
  const char* needs;
};

constexpr OptionInUse kConditions[] = {
    {"dq_threshold_bytes", "estimator", "departure_rate", "", "estimator = departure_rate"},
    {"rate_threshold_bytes", "predictor", "rate_meter", "", "predictor = rate_meter"},
    {"stale_ms", "predictor", "rate_tracking", "combined", "predictor = rate_tracking or combined"},
    {"max_ecnth", "ecn", "true", "", "ecn = true"},
    {"mark_forced", "ecn", "true", "", "ecn = true"},
    {"min_packets", "thresholds", "packets", "target", "thresholds = packets or target"},
    {"max_packets", "thresholds", "packets", "target", "thresholds = packets or target"},
    {"weight_rtt_ms", "weight", "", "", "weight = 0"},
};

bool is_looked_at(const AqmConfig& aqm, const OptionInUse& condition) {
  const auto found = aqm.options.find(condition.on);
  if (found == aqm.options.end()) {
    return true;  // the law lacks this option
  }
  const AqmOptionValue& value = found->second;
  if (condition.value.empty()) {
    return value.number == 0;
  }
  const std::string_view on = value.on ? "true" : "false";
  const std::string_view now = value.choice.empty() ? on : std::string_view(value.choice);
  return now == condition.value || now == condition.other_value;
}

bool is_usual(const AqmConfig& aqm, std::string_view option) {
  const std::vector<std::uint32_t> values = option_values(aqm);
  const std::vector<std::uint32_t> usual = queue::default_options(aqm.manager(), aqm.law());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (aqm.law().options[i].name == option) {
      return values[i] == usual[i];
    }
  }
  return true;
}

// RED only: its thresholds need not depend on the target.
bool has_idle_target(const AqmConfig& aqm) {
  const auto thresholds = aqm.options.find("thresholds");
  return thresholds != aqm.options.end() && thresholds->second.choice != "target" &&
         aqm.target_ms && *aqm.target_ms * 1000 != aqm.law().target_us;
}

// One law for all queues of a manager that measures by timestamps: it sees the queue that was
// served last, not the sum that it drops for.
bool measures_one_queue_of_many(const AqmConfig& aqm) {
  const queue::Manager* const manager = aqm.manager();
  const auto estimator = aqm.options.find("estimator");
  return manager != nullptr && manager->use == queue::LawUse::kScaled &&
         estimator != aqm.options.end() && estimator->second.choice == "timestamp";
}

class Notes {
 public:
  void look(const std::string& where, const AqmConfig& aqm) {
    if (aqm.custom) {
      return;
    }
    for (const OptionInUse& condition : kConditions) {
      if (!is_looked_at(aqm, condition) && !is_usual(aqm, condition.option)) {
        add(where, *aqm.algorithm, condition.option, condition.needs);
      }
    }
    if (has_idle_target(aqm)) {
      add(where, *aqm.algorithm, "target_ms", "thresholds = target");
    }
    if (measures_one_queue_of_many(aqm)) {
      add_line(where, ": estimator = timestamp of " + *aqm.algorithm +
                          " measures the queue that was served last, not all of them, and lets the "
                          "buffer fill; departure_rate measures all");
    }
  }
  std::vector<std::string> lines() && {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      lines_[i].insert(0, places_[i]);
    }
    return std::move(lines_);
  }

 private:
  void add(const std::string& where, const std::string& law, std::string_view option,
           const char* needs) {
    add_line(where, ": " + std::string(option) + " of " + law + " has no effect without " + needs);
  }
  void add_line(const std::string& where, std::string line) {
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) {
      lines_.push_back(std::move(line));
      places_.push_back(where);
    }
  }

  std::vector<std::string> lines_;
  std::vector<std::string> places_;  // its first place
};

}  // namespace

std::vector<std::string> notes_on_queue_management(const Scenario& scenario) {
  Notes notes;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    notes.look("service flow " + flow.name, flow.aqm);
  }
  if (scenario.rf.downstream_queue) {
    notes.look("rf.downstream_queue", scenario.rf.downstream_queue->aqm);
  }
  return std::move(notes).lines();
}

}  // namespace docsis_vp::system
