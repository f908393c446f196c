#include "models/hosts/web_page/server_fetcher.h"

#include <utility>

namespace docsis_vp::hosts {

ServerFetcher::ServerFetcher(const Config& config, const std::vector<Connection*>& connections,
                             TimerQueue& timers, std::function<void()> complete)
    : config_(config), timers_(timers), complete_(std::move(complete)) {
  for (Connection* connection : connections) {
    slots_.emplace_back(*this, *connection);
  }
}

void ServerFetcher::fetch(const std::vector<std::uint64_t>& sizes) {
  sizes_ = &sizes;
  next_ = 0;
  completed_ = 0;
  open_more();
}

void ServerFetcher::open_more() {
  if (sizes_ == nullptr) {
    return;
  }
  for (Slot& slot : slots_) {
    if (active_ >= config_.parallel || next_ >= sizes_->size()) {
      return;
    }
    if (slot.free()) {
      ++active_;
      slot.open_for(next_++);
    }
  }
}

void ServerFetcher::object_complete(Slot& slot) {
  ++completed_;
  if (config_.persistent && next_ < sizes_->size()) {
    slot.go_on_with(next_++);
    return;
  }
  --active_;
  slot.release();
  if (completed_ == sizes_->size()) {
    sizes_ = nullptr;
    complete_();
  } else {
    open_more();
  }
}

void ServerFetcher::Slot::open_for(std::size_t object) {
  active_ = true;
  object_ = object;
  connection_.open(*this);
}

void ServerFetcher::Slot::go_on_with(std::size_t object) {
  object_ = object;
  exchange_.request(connection_, fetcher_.config_.request_bytes, (*fetcher_.sizes_)[object]);
}

void ServerFetcher::Slot::release() {
  active_ = false;
  connection_.close(End::kClient);
}

void ServerFetcher::Slot::on_open(Connection&) {
  exchange_.restart();
  go_on_with(object_);
}

void ServerFetcher::Slot::on_received(Connection& connection, End at, std::uint64_t total) {
  if (exchange_.received(connection, at, total)) {
    fetcher_.object_complete(*this);
  }
}

void ServerFetcher::Slot::on_closed(Connection& connection) {
  if (!active_) {
    fetcher_.open_more();
  } else if (fetcher_.timers_.now() < fetcher_.config_.stop) {
    connection.open(*this);  // the connection failed
  }
}

}  // namespace docsis_vp::hosts
