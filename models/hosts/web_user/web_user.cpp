#include "models/hosts/web_user/web_user.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

Pareto pareto_of(const ParetoConfig& config, const char* pointer) {
  if (!(config.mean > 0)) throw ConfigError(std::string(pointer) + "/mean", "must be positive");
  if (!(config.shape > 1)) throw ConfigError(std::string(pointer) + "/shape", "must exceed 1");
  return Pareto::with_mean(config.mean, config.shape);
}

const WebUserConfig& checked(const WebUserConfig& config, const WebUser::Servers& servers) {
  if (servers.empty()) throw ConfigError("/servers", "at least one");
  for (const auto& connections : servers) {
    if (connections.empty()) throw ConfigError("/connections", "at least one");
  }
  if (config.request_bytes == 0) throw ConfigError("/request_bytes", "must be positive");
  if (!(config.most > 1)) throw ConfigError("/most", "must exceed 1");
  return config;
}

}  // namespace

WebUser::WebUser(const WebUserConfig& config, const Servers& servers, RandomStream random,
                 TimerQueue& timers, std::uint32_t owner)
    : config_(checked(config, servers)),
      page_gap_(pareto_of(config.page_gap_s, "/page_gap_s")),
      objects_per_page_(pareto_of(config.objects_per_page, "/objects_per_page")),
      object_gap_(pareto_of(config.object_gap_s, "/object_gap_s")),
      object_bytes_(pareto_of(config.object_bytes, "/object_bytes")),
      random_(random),
      timers_(timers),
      timer_(timers, owner, [this] { to_request_ == 0 ? begin_page() : next_object(); }) {
  for (const auto& connections : servers) {
    Server& server = servers_.emplace_back();
    for (Connection* connection : connections) {
      server.slots.emplace_back(*this, server, *connection);
    }
  }
  timer_.arm(config_.start);
}

TimePs WebUser::draw_gap(const Pareto& gap, double mean) {
  const double seconds = std::min(gap.draw(random_), mean * config_.most);
  return static_cast<TimePs>(std::floor(seconds * kPsPerSecond));
}

std::uint64_t WebUser::draw_whole(const Pareto& value, double mean) {
  return static_cast<std::uint64_t>(std::ceil(std::min(value.draw(random_), mean * config_.most)));
}

void WebUser::begin_page() {
  if (stopped()) {
    return;
  }
  to_request_ = draw_whole(objects_per_page_, config_.objects_per_page.mean);
  to_complete_ = to_request_;
  next_object();
}

void WebUser::next_object() {
  if (stopped()) {
    return;
  }
  Server& server = servers_[static_cast<std::size_t>(random_.below(servers_.size()))];
  server.waiting.push_back(draw_whole(object_bytes_, config_.object_bytes.mean));
  --to_request_;
  if (to_request_ > 0) {
    timer_.arm(timers_.now() + draw_gap(object_gap_, config_.object_gap_s.mean));
  }
  serve(server);
}

void WebUser::serve(Server& server) {
  for (Slot& slot : server.slots) {
    if (server.waiting.empty()) {
      return;
    }
    if (slot.free()) {
      const std::uint64_t bytes = server.waiting.front();
      server.waiting.pop_front();
      slot.fetch(bytes);
    }
  }
}

void WebUser::object_complete(std::uint64_t bytes) {
  const bool counts = timers_.now() >= config_.warmup;
  if (counts) {
    ++objects_;
    bytes_ += bytes;
  }
  --to_complete_;
  if (to_complete_ == 0) {
    pages_ += counts ? 1 : 0;
    timer_.arm(timers_.now() + draw_gap(page_gap_, config_.page_gap_s.mean));
  }
}

void WebUser::Slot::fetch(std::uint64_t bytes) {
  active_ = true;
  bytes_ = bytes;
  connection_.open(*this);
}

void WebUser::Slot::on_open(Connection& connection) {
  exchange_.restart();
  exchange_.request(connection, user_.config_.request_bytes, bytes_);
}

void WebUser::Slot::on_received(Connection& connection, End at, std::uint64_t total) {
  if (exchange_.received(connection, at, total)) {
    active_ = false;
    connection.close(End::kClient);
    user_.object_complete(bytes_);
  }
}

void WebUser::Slot::on_closed(Connection& connection) {
  if (!active_) {
    user_.serve(server_);
  } else if (!user_.stopped()) {
    connection.open(*this);  // the connection failed
  }
}

}  // namespace docsis_vp::hosts
