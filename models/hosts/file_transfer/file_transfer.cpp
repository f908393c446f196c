#include "models/hosts/file_transfer/file_transfer.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

const FileTransferConfig& checked(const FileTransferConfig& config, std::size_t connections) {
  if (connections == 0) throw ConfigError("/connections", "at least one");
  if (config.file_bytes == std::uint64_t{0}) throw ConfigError("/file_bytes", "must be positive");
  if (config.pause_s < 0) throw ConfigError("/pause_s", "must not be negative");
  return config;
}

}  // namespace

FileTransfer::FileTransfer(const FileTransferConfig& config,
                           const std::vector<Connection*>& connections, TimerQueue& timers,
                           std::uint32_t owner)
    : config_(checked(config, connections.size())),
      pause_(from_seconds(config.pause_s)),
      timers_(timers),
      next_(timers, owner, [this] { begin_file(); }),
      stop_(timers, owner, [this] { slots_[slot_].stop(); }) {
  for (Connection* connection : connections) {
    slots_.emplace_back(*this, *connection);
  }
  slot_ = slots_.size() - 1;
  next_.arm(config_.start);
  if (config_.stop != kNever && (!config_.file_bytes || config_.persistent)) {
    stop_.arm(config_.stop);
  }
}

void FileTransfer::begin_file() {
  if (stopped() || is_over()) {
    return;
  }
  if (config_.persistent && begun_ > 0) {
    ++begun_;
    begun_at_ = timers_.now();
    slots_[slot_].go_on();
    return;
  }
  const std::size_t next = (slot_ + 1) % slots_.size();
  waiting_ = !slots_[next].closed();
  if (waiting_) {
    return;
  }
  slot_ = next;
  ++begun_;
  begun_at_ = timers_.now();
  slots_[slot_].begin();
}

void FileTransfer::file_complete() {
  const TimePs now = timers_.now();
  if (begun_at_ >= config_.warmup) {
    durations_.add(now - begun_at_);
  }
  const TimePs from = config_.pause_from == PauseFrom::kStart ? begun_at_ : now;
  const TimePs at = from + pause_;
  if (at <= now) {
    begin_file();
  } else {
    next_.arm(at);
  }
}

void FileTransfer::connection_closed() {
  if (waiting_) {
    begin_file();
  }
}

// Returns whether the file after the current one may be written already.
bool FileTransfer::writes_ahead() const {
  return pause_ == 0 && !is_over() && !stopped();
}

void FileTransfer::Slot::begin() {
  active_ = true;
  written_ = complete_ = 0;
  connection_.open(*this);
}

void FileTransfer::Slot::stop() {
  if (active_) {
    active_ = false;
    connection_.cut(transfer_.config_.sender);
  }
}

void FileTransfer::Slot::on_open(Connection& connection) {
  const FileTransferConfig& config = transfer_.config_;
  if (!active_) {
    return;  // stopped in the meantime
  }
  if (config.file_bytes && config.persistent) {
    write_files();
  } else if (config.file_bytes) {
    connection.write(config.sender, *config.file_bytes);
    connection.close(config.sender);
  } else {
    connection.write_forever(config.sender);
  }
}

void FileTransfer::Slot::go_on() {
  if (connection_.closed()) {  // the connection failed during the pause
    begin();
  } else {
    write_files();
  }
}

// Writes the current file, and one more if writes_ahead().
void FileTransfer::Slot::write_files() {
  const FileTransferConfig& config = transfer_.config_;
  const std::uint64_t wanted = complete_ + 1 + (transfer_.writes_ahead() ? 1 : 0);
  for (; written_ < wanted; ++written_) {
    connection_.write(config.sender, *config.file_bytes);
  }
  if (transfer_.is_over()) {
    connection_.close(config.sender);
  }
}

void FileTransfer::Slot::on_received(Connection&, End at, std::uint64_t total) {
  const FileTransferConfig& config = transfer_.config_;
  if (config.persistent && config.file_bytes) {
    while (active_ && at == other(config.sender) && total >= (complete_ + 1) * *config.file_bytes) {
      ++complete_;
      active_ = !transfer_.is_over();
      transfer_.file_complete();
    }
    return;
  }
  if (active_ && at == other(config.sender) && config.file_bytes && total >= *config.file_bytes) {
    active_ = false;
    transfer_.file_complete();
  }
}

void FileTransfer::Slot::on_closed(Connection&) {
  if (!active_) {
    transfer_.connection_closed();
  } else if (!transfer_.stopped() && !transfer_.pauses()) {
    begin();  // the connection failed
  }
}

}  // namespace docsis_vp::hosts
