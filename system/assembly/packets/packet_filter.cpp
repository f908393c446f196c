#include "system/assembly/packets/packet_filter.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

constexpr double kLatestS = 1e6;

std::string_view name_of_direction(Direction direction) {
  return direction == Direction::kUpstream ? "upstream" : "downstream";
}

[[noreturn]] void refuse_name(const std::string& what, const std::string& value,
                              const std::vector<std::string_view>& known) {
  throw InputError("there is no " + what + " \"" + value + "\"" + suggestion(value, known));
}

// Seconds; empty: as given.
std::optional<TimePs> time_of(const std::string& text, TimePs if_missing) {
  if (text.empty()) {
    return if_missing;
  }
  std::size_t used = 0;
  double seconds = -1;
  try {
    seconds = std::stod(text, &used);
  } catch (const std::exception&) {
    return {};
  }
  if (used != text.size() || !(seconds >= 0 && seconds <= kLatestS)) {
    return {};
  }
  return from_seconds(seconds);
}

}  // namespace

bool is_below(const std::string& name, const std::string& traffic) {
  return name.compare(0, traffic.size(), traffic) == 0 &&
         (name.size() == traffic.size() || name[traffic.size()] == '/');
}

PacketFilter::PacketFilter(const std::vector<std::string>& conditions, const Scenario& scenario,
                           const std::string& option) {
  for (const std::string& condition : conditions) {
    try {
      const std::size_t equals = condition.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == condition.size()) {
        throw InputError("expected KEY=VALUE, such as flow=upload");
      }
      add(condition.substr(0, equals), condition.substr(equals + 1), scenario);
    } catch (const InputError& error) {
      throw InputError(
          std::string(option).append(" ").append(condition).append(": ").append(error.what()));
    }
  }
}

void PacketFilter::add(const std::string& key, const std::string& value, const Scenario& scenario) {
  if (key == "modem") {
    add_modem(value, scenario);
  } else if (key == "service_flow") {
    add_service_flow(value, scenario);
  } else if (key == "flow") {
    add_flow(value, scenario);
  } else if (key == "time") {
    add_window(value);
  } else if (key == "direction") {
    std::vector<std::string_view> known;
    for (const Direction direction : {Direction::kUpstream, Direction::kDownstream}) {
      known.push_back(name_of_direction(direction));
      directions_ |= value == known.back() ? 1U << static_cast<unsigned>(direction) : 0;
    }
    if (std::find(known.begin(), known.end(), value) == known.end()) {
      refuse_name("direction", value, known);
    }
  } else if (key == "outcome") {
    std::vector<std::string_view> known;
    for (const PacketOutcome outcome :
         {PacketOutcome::kDelivered, PacketOutcome::kDropped, PacketOutcome::kInFlight}) {
      known.emplace_back(system::name_of(outcome));
      outcomes_ |= value == known.back() ? 1U << static_cast<unsigned>(outcome) : 0;
    }
    if (std::find(known.begin(), known.end(), value) == known.end()) {
      refuse_name("outcome", value, known);
    }
  } else {
    refuse_name("key", key, {"modem", "service_flow", "flow", "direction", "outcome", "time"});
  }
}

// An entry that stands for several modems chooses each of them.
void PacketFilter::add_modem(const std::string& value, const Scenario& scenario) {
  modems_.resize(scenario.modems.size());
  bool found = false;
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < scenario.modems.size(); ++i) {
    const ModemConfig& modem = scenario.modems[i];
    known.emplace_back(modem.name);
    if (modem.name == value || modem.family == value) {
      modems_[i] = found = true;
    }
  }
  if (!found) {
    refuse_name("modem", value, known);
  }
}

void PacketFilter::add_service_flow(const std::string& value, const Scenario& scenario) {
  const ModemIndex index(scenario);
  service_flows_.resize(2 * scenario.modems.size());
  std::vector<std::size_t> next(service_flows_.size());
  bool found = false;
  std::vector<std::string_view> known;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    const std::size_t place = 2 * index.of(flow.modem) + static_cast<std::size_t>(flow.direction);
    std::vector<bool>& chosen = service_flows_[place];
    const std::size_t number = next[place]++;
    chosen.resize(std::max(chosen.size(), number + 1));
    if (std::find(known.begin(), known.end(), flow.name) == known.end()) {
      known.emplace_back(flow.name);
    }
    if (flow.name == value) {
      chosen[number] = found = true;
    }
  }
  if (!found) {
    refuse_name("service flow", value, known);
  }
  has_service_flows_ = true;
}

// A flow, one of several that an entry stands for, or all of a group.
void PacketFilter::add_flow(const std::string& value, const Scenario& scenario) {
  std::vector<std::string_view> known;
  const std::size_t before = flow_names_.size();
  for (const FlowConfig& flow : scenario.flows) {
    known.emplace_back(flow.name);
    for (const FlowInstance& instance : instances_of(flow)) {
      if (instance.name == value || flow.name == value ||
          (!instance.group.empty() && instance.group == value)) {
        flow_names_.push_back(instance.name);
      }
    }
  }
  if (flow_names_.size() == before) {
    refuse_name("flow", value, known);
  }
}

void PacketFilter::add_window(const std::string& value) {
  const std::size_t colon = value.find(':');
  std::optional<TimePs> from;
  std::optional<TimePs> to;
  if (colon != std::string::npos) {
    from = time_of(value.substr(0, colon), 0);
    to = time_of(value.substr(colon + 1), kNever);
  }
  if (!from || !to || *from >= *to) {
    throw InputError("expected FROM:TO in seconds of simulated time, such as time=1.5:1.6");
  }
  windows_.emplace_back(*from, *to);
}

bool PacketFilter::is_of_flow(FlowId flow, const FlowTable& flows) {
  if (flow >= flows_.size()) {
    flows_.resize(flow + 1, Fit::kUnknown);
  }
  if (flows_[flow] == Fit::kUnknown) {
    const std::string& name = flows.name(flow);
    const bool fits = std::any_of(flow_names_.begin(), flow_names_.end(),
                                  [&](const std::string& own) { return is_below(name, own); });
    flows_[flow] = fits ? Fit::kYes : Fit::kNo;
  }
  return flows_[flow] == Fit::kYes;
}

bool PacketFilter::is_in_time(TimePs at) const {
  return windows_.empty() ||
         std::any_of(windows_.begin(), windows_.end(),
                     [at](const auto& window) { return at >= window.first && at < window.second; });
}

bool PacketFilter::passes(const PacketRecord& record, const FlowTable& flows) {
  const auto has_bit = [](std::uint32_t mask, auto value) {
    return mask == 0 || (mask >> static_cast<unsigned>(value) & 1) != 0;
  };
  if (!has_bit(outcomes_, record.outcome) || !has_bit(directions_, record.direction)) {
    return false;
  }
  if (!modems_.empty() && (record.modem >= modems_.size() || !modems_[record.modem])) {
    return false;
  }
  if (has_service_flows_) {
    if (record.service_flow == PacketRecord::kUnknown) {
      return false;
    }
    const std::vector<bool>& chosen =
        service_flows_[2 * record.modem + static_cast<std::size_t>(record.direction)];
    if (record.service_flow >= chosen.size() || !chosen[record.service_flow]) {
      return false;
    }
  }
  return is_in_time(record.at(Station::kCreated)) &&
         (flow_names_.empty() || is_of_flow(record.flow, flows));
}

}  // namespace docsis_vp::system
