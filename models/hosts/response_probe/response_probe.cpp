#include "models/hosts/response_probe/response_probe.h"

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

const ResponseProbeConfig& checked(const ResponseProbeConfig& config, std::size_t connections) {
  if (connections == 0) throw ConfigError("/connections", "at least one");
  if (config.object_bytes == 0) throw ConfigError("/object_bytes", "must be positive");
  if (config.request_bytes == 0) throw ConfigError("/request_bytes", "must be positive");
  if (config.think_s < 0) throw ConfigError("/think_s", "must not be negative");
  return config;
}

}  // namespace

ResponseProbe::ResponseProbe(const ResponseProbeConfig& config,
                             const std::vector<Connection*>& connections, TimerQueue& timers,
                             std::uint32_t owner)
    : config_(checked(config, connections.size())),
      think_(from_seconds(config.think_s)),
      connections_(connections),
      timers_(timers),
      timer_(timers, owner, [this] { fetch(); }),
      current_(connections.size() - 1) {
  timer_.arm(config_.start);
}

void ResponseProbe::fetch() {
  if (timers_.now() >= config_.stop) {
    if (open_) {
      connections_[current_]->close(End::kClient);
    }
    return;
  }
  if (open_) {
    request();
    return;
  }
  if (!waiting_) {
    current_ = (current_ + 1) % connections_.size();
  }
  waiting_ = !connections_[current_]->closed();
  if (!waiting_) {
    fetching_ = true;
    connections_[current_]->open(*this);
  }
}

void ResponseProbe::request() {
  fetching_ = true;
  requested_ = timers_.now();
  exchange_.request(*connections_[current_], config_.request_bytes, config_.object_bytes);
}

void ResponseProbe::on_open(Connection&) {
  open_ = true;
  exchange_.restart();
  request();
}

void ResponseProbe::on_received(Connection& connection, End at, std::uint64_t total) {
  if (connections_[current_] != &connection || !exchange_.received(connection, at, total)) {
    return;
  }
  const TimePs now = timers_.now();
  fetching_ = false;
  if (requested_ >= config_.warmup) {
    response_times_.add(now - requested_);
  }
  if (!config_.persistent) {
    open_ = false;
    connection.close(End::kClient);
  }
  timer_.arm(now + think_);
}

void ResponseProbe::on_closed(Connection& connection) {
  if (connections_[current_] != &connection) {
    return;  // belongs to an earlier fetch
  }
  open_ = false;
  if (fetching_) {
    if (timers_.now() < config_.stop) connection.open(*this);  // the connection failed
  } else if (waiting_) {
    fetch();
  }
}

}  // namespace docsis_vp::hosts
