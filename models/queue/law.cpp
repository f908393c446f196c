#include "models/queue/law.h"

#include "platform/base/errors.h"

namespace docsis_vp::queue {

namespace {

const aqm_algorithm* find_algorithm(const std::string& wanted, const std::string& pointer) {
  const aqm_algorithm* algorithm = aqm_find(wanted == "none" ? "tail_drop" : wanted.c_str());
  if (algorithm == nullptr) {
    std::string known = "none";
    for (const aqm_algorithm* const* a = aqm_algorithms; *a != nullptr; ++a) {
      known += std::string(", ") + (*a)->name;
    }
    throw ConfigError(pointer + "/algorithm",
                      "unknown algorithm \"" + wanted + "\", expected one of " + known);
  }
  return algorithm;
}

}  // namespace

Law::Law(const LawConfig& config, const std::string& pointer)
    : algorithm_(find_algorithm(config.algorithm, pointer)) {
  const std::uint32_t* options = nullptr;
  if (!config.options.empty()) {
    options = config.options.data();
    if (config.options.size() != aqm_count_options(algorithm_->options)) {
      throw ConfigError(pointer, "expected as many options as the algorithm has");
    }
    if (const aqm_option* bad = aqm_check_options(algorithm_->options, options)) {
      throw ConfigError(pointer + "/" + bad->name, "out of range");
    }
  }
  if (const char* refused = algorithm_->params_init(params_.data(), &config.settings, options)) {
    throw ConfigError(pointer, refused);
  }
}

LawState Law::initial_state() const {
  LawState state{};
  algorithm_->state_init(state.data());
  return state;
}

}  // namespace docsis_vp::queue
