#include "models/hosts/has/has_client.h"

#include <algorithm>

#include "models/hosts/has/adaptation.h"

namespace docsis_vp::hosts {

namespace {

const HasConfig& checked(const HasConfig& config) {
  check(config);
  return config;
}

}  // namespace

HasClient::HasClient(const HasConfig& config, Connection& connection, TimerQueue& timers,
                     std::uint32_t owner)
    : config_(checked(config)),
      connection_(connection),
      timers_(timers),
      timer_(timers, owner, [this] { open_ ? request_or_wait() : connection_.open(*this); }),
      playback_(config),
      level_(config.rule == HasRule::kMaxAlways
                 ? static_cast<unsigned>(config.ladder_bps.size() - 1)
                 : config.first_level),
      last_level_(level_),
      fetches_(config.mu_samples) {
  if (config_.start < config_.stop) {
    timer_.arm(config_.start);
  }
}

void HasClient::on_open(Connection&) {
  open_ = true;
  exchange_.restart();
  if (fetching_ && timers_.now() < config_.stop) {
    fetch();
  } else {
    request_or_wait();
  }
}

void HasClient::on_closed(Connection& connection) {
  open_ = false;
  if (over_) {
    return;
  }
  timer_.cancel();
  if (timers_.now() < config_.stop) {
    connection.open(*this);  // the connection failed
  } else {
    over_ = true;
    playback_.finish(timers_.now());
  }
}

void HasClient::request_or_wait() {
  const TimePs now = timers_.now();
  const bool is_over = config_.segments && segments_requested_ >= *config_.segments;
  if (is_over || now >= config_.stop) {
    over_ = true;
    playback_.finish(now);
    connection_.close(End::kClient);
    return;
  }
  const TimePs at = room_at();
  if (at > now) {
    timer_.arm(std::min(at, config_.stop));
  } else {
    request();
  }
}

TimePs HasClient::room_at() {
  const TimePs now = timers_.now();
  const TimePs buffered = playback_.buffered(now);
  const TimePs most = config_.buffer - config_.segment;  // limit with room for one more segment
  draining_ =
      config_.refill_below && (buffered > most || (draining_ && buffered > *config_.refill_below));
  const TimePs limit = draining_ ? *config_.refill_below : most;
  // A full buffer always plays, because it holds the segments that playing starts with.
  return now + std::max<TimePs>(0, buffered - limit);
}

void HasClient::request() {
  const TimePs now = timers_.now();
  if (segments_requested_ > 0 && level_ != last_level_ && now >= config_.warmup) {
    ++adaptations_;
  }
  last_level_ = level_;
  ++segments_requested_;
  requested_ = now;
  first_request_ = first_request_.value_or(now);
  fetch();
}

void HasClient::fetch() {
  fetching_ = true;
  exchange_.request(connection_, config_.request_bytes, segment_bytes());
}

// Rounds up to octets; the product may need more than 64 bits.
std::uint64_t HasClient::segment_bytes() const {
  __extension__ using Wide = unsigned __int128;
  const Wide scaled =
      Wide{config_.ladder_bps[level_]} * static_cast<std::uint64_t>(config_.segment);
  constexpr std::uint64_t kPerByte = 8 * static_cast<std::uint64_t>(kPsPerSecond);
  return static_cast<std::uint64_t>((scaled + kPerByte - 1) / kPerByte);
}

void HasClient::on_received(Connection& connection, End at, std::uint64_t total) {
  if (exchange_.received(connection, at, total)) {
    segment_complete();
  }
}

void HasClient::segment_complete() {
  const TimePs now = timers_.now();
  fetching_ = false;
  fetches_.push_back({config_.ladder_bps[level_], now - requested_});
  playback_.add(config_.ladder_bps[level_], now);
  if (now >= config_.warmup) {
    ++segments_fetched_;
    received_bytes_ += segment_bytes();
  }
  adapt();
  request_or_wait();
}

void HasClient::adapt() {
  const TimePs now = timers_.now();
  if (changed_ && now - *changed_ < config_.least_between_changes) {
    return;
  }
  const unsigned next = next_level(config_, {level_, mu(), playback_.buffered(now)});
  if (next != level_) {
    level_ = next;
    changed_ = now;
  }
}

double HasClient::mu() const {
  TimePs fetching = 0;
  double segments = 0;  // number of segments of this level with the same octets
  for (const Fetch& fetch : fetches_) {
    fetching += fetch.time;
    segments +=
        static_cast<double>(fetch.rate_bps) / static_cast<double>(config_.ladder_bps[level_]);
  }
  return static_cast<double>(config_.segment) * segments /
         static_cast<double>(std::max<TimePs>(fetching, 1));
}

HasMetrics HasClient::metrics() {
  const TimePs now = timers_.now();
  HasMetrics metrics;
  metrics.playback = playback_.count(now);
  metrics.segments_fetched = segments_fetched_;
  metrics.adaptations = adaptations_;
  if (first_request_ && playback_.started()) {
    metrics.startup_delay = *playback_.started() - *first_request_;
  }
  const TimePs since = std::max(first_request_.value_or(now), config_.warmup);
  const TimePs until = playback_.ended().value_or(now);
  if (until > since) {
    const double seconds = to_seconds(until - since);
    metrics.adaptations_per_hour = 3600 * static_cast<double>(adaptations_) / seconds;
    metrics.throughput_mbps = 8e-6 * static_cast<double>(received_bytes_) / seconds;
  }
  return metrics;
}

}  // namespace docsis_vp::hosts
