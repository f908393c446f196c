// Models a file-sharing client: many connections under one rate limit.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "models/hosts/torrent/rate_cap.h"
#include "platform/base/random.h"

namespace docsis_vp::hosts {

// White and Rice 2014, load 9: 100 LEDBAT connections upstream, together at most half of the
// modem's sustained rate. The congestion control is configured per connection.
struct TorrentConfig {
  End sender = End::kClient;
  // Limit of all connections together, TCP payload, bit/s, > 0; none: no limit.
  std::optional<std::uint64_t> cap_bps;
  // Octets per block, TCP payload, > 0: a request of BitTorrent (BEP 3).
  std::uint32_t block_bytes = 16 * 1024;
  // Allowed lead of the connections over the limit, as time at its rate, >= 0.
  TimePs burst = 10 * kPsPerMs;
  TimePs start = 0;
  // Connections open within this time, uniformly distributed, >= 0.
  TimePs start_spread = kPsPerSecond;
  TimePs stop = kNever;  // all connections close then
};

// A connection with less than a block to send queues for the next block. Blocks are handed out in
// the order of the queue, as the limit permits. A connection limited by its own window does not
// queue, so the limit is shared by the others.
class Torrent {
 public:
  // connections: at least one. random: a separate stream; one word per connection. Throws
  // ConfigError.
  Torrent(const TorrentConfig& config, const std::vector<Connection*>& connections,
          RandomStream random, TimerQueue& timers, std::uint32_t owner);

  std::uint64_t blocks() const { return blocks_; }  // handed out

 private:
  class Slot : public ConnectionUser {
   public:
    Slot(Torrent& torrent, Connection& connection, TimePs start, std::uint32_t owner);
    void give_block();
    void stop();

   private:
    void on_open(Connection& connection) override;
    void on_acked(Connection& connection, End from, std::uint64_t total) override;
    void on_closed(Connection& connection) override;
    void queue_if_writable();

    Torrent& torrent_;
    Connection& connection_;
    Timer start_;
    bool open_ = false;
    bool queued_ = false;
  };

  bool stopped() const { return timers_.now() >= config_.stop; }
  void hand_out();

  const TorrentConfig config_;
  TimerQueue& timers_;
  std::optional<RateCap> cap_;
  Timer cap_allows_;
  Timer stop_;
  std::deque<Slot> slots_;
  boost::circular_buffer<Slot*> writable_;  // have room for a block, in order of time
  bool handing_out_ = false;
  std::uint64_t blocks_ = 0;
};

}  // namespace docsis_vp::hosts
