#include "system/scenario/derive/capacity_trace.h"

#include <optional>
#include <sstream>

#include "platform/base/errors.h"
#include "platform/base/read_file.h"

namespace docsis_vp::system {

namespace {

constexpr double kLongestS = 86'400;
constexpr double kHighestMbps = 100'000;

std::optional<CapacityStep> step_of(const std::string& line) {
  std::istringstream words(line);
  CapacityStep step;
  std::string more;
  const bool whole = words >> step.time_s >> step.rate_mbps && !(words >> more);
  const bool in_range = step.time_s >= 0 && step.time_s <= kLongestS && step.rate_mbps >= 0 &&
                        step.rate_mbps <= kHighestMbps;
  return whole && in_range ? std::optional(step) : std::nullopt;
}

}  // namespace

std::vector<CapacityStep> read_capacity_trace(const std::string& path) {
  std::istringstream file(read_file(path));
  std::vector<CapacityStep> steps;
  std::string line;
  for (unsigned number = 1; std::getline(file, line); ++number) {
    const std::string content = line.substr(0, line.find('#'));
    if (content.find_first_not_of(" \t\r") == std::string::npos) {
      continue;
    }
    const auto refuse = [&](const std::string& expected) {
      std::string message = path;
      message.append(":").append(std::to_string(number)).append(": expected ").append(expected);
      message.append(", got \"").append(content, 0, content.find_last_not_of(" \t\r") + 1);
      throw InputError(message.append("\""));
    };
    const std::optional<CapacityStep> step = step_of(content);
    if (!step) {
      refuse("a time from 0 to 86400 s and a rate from 0 to 100000 Mbit/s");
    }
    if (!steps.empty() && step->time_s <= steps.back().time_s) {
      refuse("a later time than in the line before");
    }
    steps.push_back(*step);
  }
  if (steps.empty()) {
    throw InputError(path + ": expected lines of a time in s and a rate in Mbit/s");
  }
  return steps;
}

}  // namespace docsis_vp::system
