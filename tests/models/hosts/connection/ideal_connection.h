// A connection over a perfect path, for tests of applications.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

#include "models/hosts/connection/connection.h"
#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

// The handshake takes two delays. Octets leave in segments of up to 1460, serialised at the rate of
// their direction, and arrive a delay later; acknowledgments take a delay back. FIN takes no time
// to serialise; the end that hears one answers with its own after what it has to send.
class IdealConnection : public Connection {
 public:
  static constexpr std::uint64_t kSegment = 1460;
  // An octet takes this long: 1 us is 8 Mb/s. Of each direction, by sender.
  struct Config {
    TimePs delay = 0;
    TimePs client_octet = 0;
    TimePs server_octet = 0;
  };

  IdealConnection(const Config& config, TimerQueue& timers)
      : timers_(timers),
        delay_(config.delay),
        opened_(timers, 0, [this] { user_->on_open(*this); }),
        halves_{{*this, End::kClient, config.client_octet},
                {*this, End::kServer, config.server_octet}} {}

  void open(ConnectionUser& user) override {
    user_ = &user;
    is_closed_ = false;
    fins_ = 0;
    ++opened_times_;
    for (Half& half : halves_) half.reset();
    if (!refuses_) opened_.arm(timers_.now() + 2 * delay_);
  }
  void write(End from, std::uint64_t octets) override { half(from).write(octets); }
  void write_forever(End from) override { half(from).write(kForever); }
  void close(End by) override { half(by).finish(); }
  void cut(End by) override {
    half(by).discard();
    half(by).finish();
  }
  bool closed() const override { return is_closed_; }
  std::uint64_t unsent(End from) const override {
    return halves_[static_cast<std::size_t>(from)].unsent;
  }

  // Ends the connection as a reset does.
  void fail() {
    opened_.cancel();
    for (Half& half : halves_) half.reset();
    is_closed_ = true;
    user_->on_closed(*this);
  }
  // From now on, opening leads to nothing, until fail().
  void refuse(bool refuses) { refuses_ = refuses; }
  unsigned opened_times() const { return opened_times_; }

 private:
  static constexpr std::uint64_t kForever = std::uint64_t{1} << 62;

  struct Half {
    struct Flying {
      TimePs at;
      std::uint64_t total;
      bool fin;
    };

    Half(IdealConnection& owner, End from, TimePs octet_time)
        : connection(owner),
          end(from),
          octet(octet_time),
          sent(owner.timers_, 0, [this] { segment_sent(); }),
          arrival(owner.timers_, 0, [this] { arrive(); }),
          acknowledgment(owner.timers_, 0, [this] { acknowledge(); }) {}

    void reset() {
      sent.cancel();
      arrival.cancel();
      acknowledgment.cancel();
      unsent = total = segment = 0;
      finishing = finished = false;
      flying.clear();
      returning.clear();
    }
    void write(std::uint64_t octets) {
      unsent = octets == kForever ? kForever : unsent + octets;
      send_next();
    }
    void discard() { unsent = segment; }
    void finish() {
      finishing = true;
      send_next();
    }
    void send_next() {
      if (sent.armed()) return;
      if (unsent == 0) {
        if (finishing && !finished) launch(true);
        return;
      }
      segment = std::min(unsent, kSegment);
      sent.arm(now() + static_cast<TimePs>(segment) * octet);
    }
    void segment_sent() {
      unsent -= segment;
      total += segment;
      segment = 0;
      launch(false);
      send_next();
    }
    void launch(bool fin) {
      finished = finished || fin;
      flying.push_back({now() + connection.delay_, total, fin});
      if (!arrival.armed()) arrival.arm(flying.front().at);
    }
    void arrive() {
      const Flying flight = flying.front();
      flying.pop_front();
      if (!flying.empty()) arrival.arm(flying.front().at);
      if (flight.fin) {
        connection.fin_arrived(other(end));
        return;
      }
      returning.push_back({now() + connection.delay_, flight.total, false});
      if (!acknowledgment.armed()) acknowledgment.arm(returning.front().at);
      connection.user_->on_received(connection, other(end), flight.total);
    }
    void acknowledge() {
      const std::uint64_t acked = returning.front().total;
      returning.pop_front();
      if (!returning.empty()) acknowledgment.arm(returning.front().at);
      connection.user_->on_acked(connection, end, acked);
    }
    TimePs now() const { return connection.timers_.now(); }

    IdealConnection& connection;
    End end;
    TimePs octet;
    Timer sent;
    Timer arrival;
    Timer acknowledgment;
    std::uint64_t unsent = 0;
    std::uint64_t total = 0;
    std::uint64_t segment = 0;  // being serialised
    bool finishing = false;
    bool finished = false;
    std::deque<Flying> flying;
    std::deque<Flying> returning;
  };

  Half& half(End end) { return halves_[static_cast<std::size_t>(end)]; }

  void fin_arrived(End at) {
    half(at).finish();
    if (++fins_ == 2) {
      is_closed_ = true;
      user_->on_closed(*this);
    }
  }

  TimerQueue& timers_;
  const TimePs delay_;
  Timer opened_;
  Half halves_[2];
  ConnectionUser* user_ = nullptr;
  bool is_closed_ = true;
  bool refuses_ = false;
  unsigned opened_times_ = 0;
  unsigned fins_ = 0;  // arrived
};

}  // namespace docsis_vp::hosts
