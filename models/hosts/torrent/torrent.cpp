#include "models/hosts/torrent/torrent.h"

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

const TorrentConfig& checked(const TorrentConfig& config, std::size_t connections) {
  if (connections == 0) throw ConfigError("/connections", "at least one");
  if (config.cap_bps == std::uint64_t{0}) throw ConfigError("/cap", "must be positive");
  if (config.block_bytes == 0) throw ConfigError("/block_bytes", "must be positive");
  if (config.burst < 0) throw ConfigError("/burst", "must not be negative");
  if (config.start_spread < 0) throw ConfigError("/start_spread", "must not be negative");
  return config;
}

}  // namespace

Torrent::Torrent(const TorrentConfig& config, const std::vector<Connection*>& connections,
                 RandomStream random, TimerQueue& timers, std::uint32_t owner)
    : config_(checked(config, connections.size())),
      timers_(timers),
      cap_allows_(timers, owner, [this] { hand_out(); }),
      stop_(timers, owner,
            [this] {
              for (Slot& slot : slots_) slot.stop();
            }),
      writable_(connections.size()) {
  if (config_.cap_bps) {
    cap_.emplace(*config_.cap_bps, config_.burst);
  }
  for (Connection* connection : connections) {
    slots_.emplace_back(*this, *connection, config_.start + random.between(0, config_.start_spread),
                        owner);
  }
  if (config_.stop != kNever) {
    stop_.arm(config_.stop);
  }
}

void Torrent::hand_out() {
  if (handing_out_) {
    return;  // a connection that got a block needs the next one
  }
  handing_out_ = true;
  while (!writable_.empty()) {
    const TimePs now = timers_.now();
    if (cap_ && cap_->ready_at() > now) {
      cap_allows_.arm(cap_->ready_at());
      break;
    }
    Slot& slot = *writable_.front();
    writable_.pop_front();
    slot.give_block();
  }
  handing_out_ = false;
}

Torrent::Slot::Slot(Torrent& torrent, Connection& connection, TimePs start, std::uint32_t owner)
    : torrent_(torrent), connection_(connection), start_(torrent.timers_, owner, [this] {
        if (!torrent_.stopped()) connection_.open(*this);
      }) {
  start_.arm(start);
}

void Torrent::Slot::on_open(Connection&) {
  open_ = !torrent_.stopped();
  queue_if_writable();
}

void Torrent::Slot::on_acked(Connection&, End, std::uint64_t) {
  queue_if_writable();
}

void Torrent::Slot::queue_if_writable() {
  const TorrentConfig& config = torrent_.config_;
  if (open_ && !queued_ && connection_.unsent(config.sender) < config.block_bytes) {
    queued_ = true;
    torrent_.writable_.push_back(this);
    torrent_.hand_out();
  }
}

void Torrent::Slot::give_block() {
  const TorrentConfig& config = torrent_.config_;
  queued_ = false;
  if (!open_) {
    return;
  }
  if (torrent_.cap_) {
    torrent_.cap_->take(config.block_bytes, torrent_.timers_.now());
  }
  ++torrent_.blocks_;
  connection_.write(config.sender, config.block_bytes);
  queue_if_writable();
}

void Torrent::Slot::stop() {
  if (!connection_.closed()) {
    open_ = false;
    connection_.cut(torrent_.config_.sender);
  }
}

void Torrent::Slot::on_closed(Connection& connection) {
  open_ = false;
  if (!torrent_.stopped()) {
    connection.open(*this);  // the connection failed
  }
}

}  // namespace docsis_vp::hosts
