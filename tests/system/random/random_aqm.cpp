#include "tests/system/random/random_aqm.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "models/aqm/registry.h"
#include "models/queue/managers.h"

namespace docsis_vp::system {

namespace {

struct LawAtQueue {
  std::string name;
  const aqm_algorithm* law = nullptr;  // null: none
  bool has_target = false;
  bool is_manager = false;
};

bool can_run(const aqm_algorithm& law, QueueAt place) {
  switch (place) {
    case QueueAt::kGates:
    case QueueAt::kFirmware:
      return (law.places & AQM_IN_HARDWARE) != 0;
    case QueueAt::kFirmwareWithDrops:
      return (law.places & AQM_DROP_IN_FIRMWARE) != 0;
    case QueueAt::kCmts:
      break;
  }
  return (law.places & AQM_AT_CMTS) != 0;
}

// Firmware knows one queue per service flow.
bool takes_managers(QueueAt place) {
  return place == QueueAt::kGates || place == QueueAt::kCmts;
}

std::vector<LawAtQueue> choices(QueueAt place, bool periodic) {
  std::vector<LawAtQueue> list;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    if (can_run(**law, place) && (!periodic || (*law)->update != nullptr)) {
      list.push_back({(*law)->name, *law, (*law)->target_us != 0, false});
    }
  }
  if (periodic) return list;
  list.push_back({"none", nullptr, false, false});
  for (const queue::Manager& manager : queue::managers()) {
    const aqm_algorithm* const law = aqm_find(std::string(manager.law).c_str());
    if (takes_managers(place) && can_run(*law, place)) {
      list.push_back(
          {std::string(manager.name), law, manager.target_us != 0 || law->target_us != 0, true});
    }
  }
  return list;
}

// Downstream a prediction has no grants to follow, few scenarios know the future, and one bucket
// serves all queues of a manager.
bool is_for_a_scenario(std::string_view predictor, QueueAt place, bool in_manager) {
  return predictor != "omniscient" && (!in_manager || predictor != "token_bucket") &&
         (place != QueueAt::kCmts || (predictor != "rate_tracking" && predictor != "combined"));
}

boost::json::value random_choice(const aqm_option& option, QueueAt place, bool in_manager,
                                 Draw& draw) {
  std::vector<std::string> names;
  for (const char* const* name = option.choices; *name != nullptr; ++name) {
    if (is_for_a_scenario(*name, place, in_manager)) names.emplace_back(*name);
  }
  return boost::json::value(draw.one_of(names));
}

// Half to twice the usual number.
boost::json::value random_number(const aqm_option& option, Draw& draw) {
  const auto scaled =
      static_cast<std::uint32_t>(std::uint64_t{option.initial} * draw.number(50, 200) / 100);
  return std::clamp(scaled, option.low, option.high) / std::pow(10.0, option.decimals);
}

boost::json::value random_option(const aqm_option& option, QueueAt place, bool in_manager,
                                 Draw& draw) {
  switch (option.kind) {
    case AQM_SWITCH:
      return draw.one_in(2);
    case AQM_CHOICE:
      return random_choice(option, place, in_manager, draw);
    case AQM_NUMBER:
      break;
  }
  return random_number(option, draw);
}

// The PIE of 2014 has one estimator and never sleeps.
bool is_free(const aqm_algorithm& law, std::string_view option) {
  return std::string_view(law.name) != "pie_linux_2014" ||
         (option != "estimator" && option != "active_at_third");
}

}  // namespace

Object random_aqm(QueueAt place, Draw& draw, bool periodic) {
  const LawAtQueue choice = draw.one_of(choices(place, periodic));
  Object aqm{{"algorithm", choice.name}};
  if (choice.has_target && draw.one_in(2)) aqm["target_ms"] = draw.number(7, 60);
  if (choice.is_manager) {
    if (draw.one_in(2)) aqm["queues"] = draw.one_of({1, 4, 32, 100});
    if (draw.one_in(2)) aqm["quantum_bytes"] = draw.number(300, 3'000);
    if (place == QueueAt::kGates && draw.one_in(2)) {
      aqm["stage_bytes"] = draw.number(2'000, 20'000);
    }
  }
  if (choice.law == nullptr || !draw.one_in(2)) return aqm;
  for (const aqm_option* option = choice.law->options; option->name != nullptr; ++option) {
    if (draw.one_in(4) && is_free(*choice.law, option->name)) {
      aqm[option->name] = random_option(*option, place, choice.is_manager, draw);
    }
  }
  return aqm;
}

}  // namespace docsis_vp::system
