// A client of HTTP adaptive streaming: fetches segments, plays them, adapts their bit rate.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <optional>

#include "models/hosts/connection/connection.h"
#include "models/hosts/connection/exchange.h"
#include "models/hosts/has/has_config.h"
#include "models/hosts/has/playback.h"
#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

// Of what happened from config.warmup on.
struct HasMetrics {
  PlaybackCount playback;
  std::uint64_t segments_fetched = 0;
  std::uint64_t adaptations = 0;  // segments of another bit rate than the one before
  // Over the time from the first request to now or the end of the stream.
  std::optional<double> adaptations_per_hour;
  std::optional<double> throughput_mbps;  // TCP payload of the segments, over the same time
  std::optional<TimePs> startup_delay;    // first request to start of playing
};

// All segments come over one connection, one request at a time. The next one is requested as soon
// as the last is complete, unless the buffer has no room for it. A connection that fails is opened
// anew, and the segment that was under way fetched from its beginning.
class HasClient : public ConnectionUser {
 public:
  // Throws ConfigError. owner: of its timers, see Timer.
  HasClient(const HasConfig& config, Connection& connection, TimerQueue& timers,
            std::uint32_t owner);

  HasMetrics metrics();
  unsigned level() const { return level_; }

 private:
  struct Fetch {
    std::uint64_t rate_bps;
    TimePs time;
  };

  void on_open(Connection& connection) override;
  void on_received(Connection& connection, End at, std::uint64_t total) override;
  void on_closed(Connection& connection) override;

  void segment_complete();
  void adapt();
  double mu() const;
  // When the next segment may be requested.
  TimePs room_at();
  void request_or_wait();
  void request();
  void fetch();
  std::uint64_t segment_bytes() const;

  const HasConfig config_;
  Connection& connection_;
  TimerQueue& timers_;
  Timer timer_;  // opens the connection, then waits for room
  Exchange exchange_;
  Playback playback_;
  unsigned level_;
  unsigned last_level_;                    // of the segment before
  boost::circular_buffer<Fetch> fetches_;  // of the last segments
  bool open_ = false;
  bool fetching_ = false;
  bool over_ = false;  // nothing more is requested
  TimePs requested_ = 0;
  bool draining_ = false;          // the buffer was full and has not fallen to refill_below
  std::optional<TimePs> changed_;  // when the bit rate changed last
  std::optional<TimePs> first_request_;
  std::uint64_t segments_requested_ = 0;
  std::uint64_t segments_fetched_ = 0;  // these since the warm-up
  std::uint64_t adaptations_ = 0;
  std::uint64_t received_bytes_ = 0;
};

}  // namespace docsis_vp::hosts
