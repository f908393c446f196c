#include "models/hosts/speed_test/speed_test.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

const SpeedTestConfig& checked(const SpeedTestConfig& config, std::size_t connections) {
  if (connections == 0) throw ConfigError("/connections", "at least one");
  if (config.duration <= 0) throw ConfigError("/duration", "must be positive");
  if (config.interval <= 0) throw ConfigError("/interval", "must be positive");
  return config;
}

}  // namespace

SpeedTest::SpeedTest(const SpeedTestConfig& config, const std::vector<Connection*>& connections,
                     TimerQueue& timers, std::uint32_t owner)
    : config_(checked(config, connections.size())),
      timers_(timers),
      timer_(timers, owner, [this] { begin_or_end(); }),
      octets_(static_cast<std::size_t>((config.duration + config.interval - 1) / config.interval)) {
  for (Connection* connection : connections) {
    slots_.emplace_back(*this, *connection);
  }
  timer_.arm(config_.start);
}

void SpeedTest::begin_or_end() {
  const bool begins = timers_.now() == config_.start;
  for (Slot& slot : slots_) {
    begins ? slot.begin() : slot.end();
  }
  if (begins) {
    timer_.arm(config_.start + config_.duration);
  }
}

bool SpeedTest::running() const {
  return timers_.now() < config_.start + config_.duration;
}

void SpeedTest::count(std::uint64_t octets) {
  const TimePs since_start = timers_.now() - config_.start;
  if (since_start < config_.duration) {
    octets_[static_cast<std::size_t>(since_start / config_.interval)] += octets;
  }
}

std::vector<double> SpeedTest::averages_mbps() const {
  const TimePs elapsed = std::min(timers_.now() - config_.start, config_.duration);
  std::vector<double> averages;
  for (std::size_t i = 0; i < octets_.size(); ++i) {
    const TimePs from = config_.interval * static_cast<TimePs>(i);
    const TimePs to = std::min(from + config_.interval, config_.duration);
    if (elapsed >= to) {
      averages.push_back(8e-6 * static_cast<double>(octets_[i]) / to_seconds(to - from));
    }
  }
  return averages;
}

void SpeedTest::Slot::on_open(Connection& connection) {
  counted_ = 0;
  if (test_.running()) {
    connection.write_forever(test_.config_.sender);
  }
}

void SpeedTest::Slot::on_received(Connection&, End at, std::uint64_t total) {
  if (at == other(test_.config_.sender)) {
    test_.count(total - counted_);
    counted_ = total;
  }
}

void SpeedTest::Slot::on_closed(Connection& connection) {
  if (test_.running()) {
    connection.open(*this);  // it failed
  }
}

}  // namespace docsis_vp::hosts
