#include "models/queue/law.h"

#include "models/queue/gates.h"
#include "platform/base/errors.h"

namespace docsis_vp::queue {

namespace {

const aqm_algorithm& find_gates(const std::string& wanted, const std::string& pointer) {
  const std::string key = pointer + "/engine";
  const aqm_algorithm* algorithm = installed_gates(key).law(wanted.c_str());
  if (algorithm == nullptr) {
    throw ConfigError(key, "expected model: " + wanted + " has nothing in gates");
  }
  return *algorithm;
}

}  // namespace

const aqm_algorithm& algorithm_of(const LawConfig& config, const std::string& pointer) {
  if (config.custom != nullptr) {
    return *config.custom;
  }
  const std::string& wanted = config.algorithm;
  if (config.in_gates) {
    return find_gates(wanted, pointer);
  }
  const aqm_algorithm* algorithm = aqm_find(wanted == "none" ? "tail_drop" : wanted.c_str());
  if (algorithm == nullptr) {
    std::string known = "none";
    for (const aqm_algorithm* const* a = aqm_algorithms; *a != nullptr; ++a) {
      known += std::string(", ") + (*a)->name;
    }
    throw ConfigError(pointer + "/algorithm",
                      "unknown algorithm \"" + wanted + "\", expected one of " + known);
  }
  return *algorithm;
}

// Laws that draw at arrival and judge the head do both.
bool judges_arrivals(const aqm_algorithm& algorithm) {
  return algorithm.limits_only == 0 &&
         (algorithm.dequeue == nullptr || algorithm.cost.enqueue.random_words != 0);
}

Law::Law(const LawConfig& config, const std::string& pointer)
    : algorithm_(&algorithm_of(config, pointer)), options_(config.options) {
  const std::uint32_t count = aqm_count_options(algorithm_->options);
  if (options_.empty()) {
    options_.resize(count);
    aqm_initial_options(algorithm_->options, options_.data());
  }
  if (options_.size() != count) {
    throw ConfigError(pointer, "expected as many options as the algorithm has");
  }
  if (const aqm_option* bad = aqm_check_options(algorithm_->options, options_.data())) {
    throw ConfigError(pointer + "/" + bad->name, "out of range");
  }
  if (const char* refused =
          algorithm_->params_init(params_.data(), &config.settings, options_.data())) {
    throw ConfigError(pointer, refused);
  }
}

LawState Law::initial_state() const {
  LawState state(algorithm_->state_bytes);
  algorithm_->state_init(state.data());
  return state;
}

}  // namespace docsis_vp::queue
