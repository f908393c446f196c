#include "system/scenario/complete/complete_aqm.h"

#include <cmath>

#include "platform/base/errors.h"
#include "system/json/writer.h"
#include "system/scenario/complete/complete_custom.h"

namespace docsis_vp::system {

namespace {

constexpr unsigned kStagedFrameBytes = 2'000;  // that the modem's transmit FIFO has room for

const aqm_option* find_option(const aqm_algorithm& law, std::string_view name) {
  for (const aqm_option* option = law.options; option->name != nullptr; ++option) {
    if (option->name == name) {
      return option;
    }
  }
  return nullptr;
}

[[noreturn]] void refuse(const AqmConfig& aqm, const std::string& pointer, std::string_view key) {
  throw ConfigError(pointer + "/" + std::string(key),
                    "the algorithm " + *aqm.algorithm + " has no such parameter");
}

void fill_options(AqmConfig& aqm) {
  const std::vector<std::uint32_t> usual = queue::default_options(aqm.manager(), aqm.law());
  for (std::size_t i = 0; i < usual.size(); ++i) {
    const aqm_option& option = aqm.law().options[i];
    const auto [entry, is_new] = aqm.options.try_emplace(option.name);
    if (is_new) {
      entry->second.number = usual[i] / scale_of(option);
      entry->second.on = usual[i] != 0;
      entry->second.choice = option.kind == AQM_CHOICE ? option.choices[usual[i]] : "";
    }
  }
}

std::uint32_t choice_value(const aqm_option& option, const std::string& choice) {
  std::uint32_t value = 0;
  while (option.choices[value] != nullptr && choice != option.choices[value]) {
    ++value;
  }
  return value;
}

void check_number(const aqm_option& option, double number, const std::string& pointer) {
  const double scaled = number * scale_of(option);
  const double low = option.low / scale_of(option);
  const double high = option.high / scale_of(option);
  if (scaled < option.low || scaled > option.high) {
    throw ConfigError(pointer, "expected " + json_number(low) + " to " + json_number(high) +
                                   " for this algorithm, got " + json_number(number));
  }
}

void check_options(const AqmConfig& aqm, const std::string& pointer) {
  for (const auto& [name, value] : aqm.options) {
    if (name == "engine") {
      continue;  // an option of all algorithms
    }
    const aqm_option* option = find_option(aqm.law(), name);
    const std::string at = pointer + "/" + std::string(name);
    if (option == nullptr) {
      refuse(aqm, pointer, name);
    }
    if (option->kind == AQM_NUMBER) {
      check_number(*option, value.number, at);
    } else if (option->kind == AQM_CHOICE &&
               option->choices[choice_value(*option, value.choice)] == nullptr) {
      throw ConfigError(at, "the algorithm " + *aqm.algorithm + " knows no " + value.choice);
    }
  }
}

void check_place(const AqmConfig& aqm, QueuePlace place, const std::string& pointer) {
  if (place == QueuePlace::kModem && (aqm.law().places & AQM_IN_HARDWARE) == 0) {
    throw ConfigError(pointer + "/algorithm",
                      *aqm.algorithm + " runs at the CMTS only, downstream");
  }
  if (place == QueuePlace::kCmts && (aqm.law().places & AQM_AT_CMTS) == 0) {
    throw ConfigError(pointer + "/algorithm", *aqm.algorithm + " runs in a modem only, upstream");
  }
}

// Checks that the predictor has its inputs: nobody knows the grants or the arrivals of the future,
// and downstream there are no grants.
void check_predictor(const AqmConfig& aqm, QueuePlace place, const std::string& pointer) {
  const auto found = aqm.options.find("predictor");
  if (found == aqm.options.end()) {
    return;
  }
  const std::string& choice = found->second.choice;
  if (choice == "omniscient" && place == QueuePlace::kModem) {
    throw ConfigError(pointer + "/predictor",
                      "omniscient would have to know future grants; it is for codel_dt downstream");
  }
  if (choice == "omniscient" && *aqm.algorithm != "codel_dt") {
    throw ConfigError(pointer + "/predictor",
                      "omniscient would have to know future arrivals, for the packets behind the "
                      "one that leaves; it is for codel_dt downstream");
  }
  if (place == QueuePlace::kCmts && (choice == "rate_tracking" || choice == "combined")) {
    throw ConfigError(pointer + "/predictor",
                      choice + " follows the grants of a modem's service flow, upstream");
  }
}

void fill_manager(AqmConfig& aqm, QueuePlace place, const std::string& pointer) {
  const queue::Manager* manager = aqm.manager();
  const auto settle = [&](std::optional<unsigned>& value, std::uint32_t usual, const char* key) {
    if (manager == nullptr && value) {
      refuse(aqm, pointer, key);
    }
    if (manager != nullptr && !value) {
      value = usual;
    }
  };
  settle(aqm.queues, manager != nullptr ? manager->queues : 0, "queues");
  settle(aqm.quantum_bytes, manager != nullptr ? manager->quantum_bytes : 0, "quantum_bytes");
  settle(aqm.queue_share, manager != nullptr ? manager->queue_share : 0, "queue_share");
  if (manager == nullptr && aqm.perturbation) {
    refuse(aqm, pointer, "perturbation");
  }
  if (manager == nullptr && aqm.hash) {
    refuse(aqm, pointer, "hash");
  }
  if (manager == nullptr && aqm.stage_bytes) {
    refuse(aqm, pointer, "stage_bytes");
  }
  if (place == QueuePlace::kCmts && aqm.stage_bytes) {
    throw ConfigError(pointer + "/stage_bytes", "is about a modem's grants, upstream");
  }
  const unsigned stage = aqm.stage_bytes.value_or(0);
  if (stage != 0 && stage < kStagedFrameBytes) {
    throw ConfigError(pointer + "/stage_bytes",
                      "expected 0, or 2000 and more, to have room for any packet");
  }
  if (manager != nullptr && place == QueuePlace::kModem) {
    aqm.stage_bytes = stage;
  }
}

}  // namespace

void complete_aqm(AqmConfig& aqm, QueuePlace place, const Extensions& extensions,
                  const std::string& pointer) {
  if (!aqm.algorithm) {
    aqm.algorithm = place == QueuePlace::kModem ? "docsis_pie" : "none";
  }
  find_custom_law(aqm, extensions, pointer);
  check_place(aqm, place, pointer);
  const queue::Manager* manager = aqm.manager();
  const std::uint32_t usual_us =
      manager != nullptr && manager->target_us != 0 ? manager->target_us : aqm.law().target_us;
  if (usual_us == 0 && aqm.target_ms) {
    refuse(aqm, pointer, "target_ms");
  }
  if (usual_us != 0 && !aqm.target_ms) {
    aqm.target_ms = usual_us / 1000.0;
  }
  if (aqm.custom) {
    complete_custom_aqm(aqm, pointer);
  } else {
    if (aqm.parameters) {
      throw ConfigError(pointer + "/parameters", "applies only with custom:NAME");
    }
    check_options(aqm, pointer);
    check_predictor(aqm, place, pointer);
    fill_options(aqm);
  }
  fill_manager(aqm, place, pointer);
}

std::vector<std::uint32_t> option_values(const AqmConfig& aqm) {
  if (aqm.custom) {
    return custom_option_values(aqm);
  }
  std::vector<std::uint32_t> values;
  for (const aqm_option* option = aqm.law().options; option->name != nullptr; ++option) {
    const AqmOptionValue& value = aqm.options.at(option->name);
    switch (option->kind) {
      case AQM_SWITCH:
        values.push_back(value.on ? 1 : 0);
        break;
      case AQM_CHOICE:
        values.push_back(choice_value(*option, value.choice));
        break;
      case AQM_NUMBER:
        values.push_back(
            static_cast<std::uint32_t>(std::llround(value.number * scale_of(*option))));
        break;
    }
  }
  return values;
}

}  // namespace docsis_vp::system
