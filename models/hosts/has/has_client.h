// Models a client of HTTP adaptive streaming: fetches segments, plays them and adapts their bit
// rate.
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

// Metrics from config.warmup on.
struct HasMetrics {
  PlaybackCount playback;
  std::uint64_t segments_fetched = 0;
  std::uint64_t adaptations = 0;  // segments with another bit rate than the previous one
  // From the first request to now or the end of the stream.
  std::optional<double> adaptations_per_hour;
  std::optional<double> throughput_mbps;  // TCP payload of the segments over that time
  std::optional<TimePs> startup_delay;    // first request to start of playing
};

// All segments use one connection, one request at a time. The next segment is requested as soon as
// the previous one is complete, unless the buffer is full. A failed connection is opened again, and
// its segment is fetched from the beginning.
class HasClient : public ConnectionUser {
 public:
  // Throws ConfigError. owner: see Timer.
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
  // Returns the earliest time for the next request.
  TimePs room_at();
  void request_or_wait();
  void request();
  void fetch();
  std::uint64_t segment_bytes() const;

  const HasConfig config_;
  Connection& connection_;
  TimerQueue& timers_;
  Timer timer_;  // opens the connection, then waits for room in the buffer
  Exchange exchange_;
  Playback playback_;
  unsigned level_;
  unsigned last_level_;                    // level of the previous segment
  boost::circular_buffer<Fetch> fetches_;  // most recent segments
  bool open_ = false;
  bool fetching_ = false;
  bool over_ = false;  // no further requests
  TimePs requested_ = 0;
  bool draining_ = false;          // the buffer was full and is still above refill_below
  std::optional<TimePs> changed_;  // time of the last change of bit rate
  std::optional<TimePs> first_request_;
  std::uint64_t segments_requested_ = 0;
  std::uint64_t segments_fetched_ = 0;  // this and the next ones count since the warm-up
  std::uint64_t adaptations_ = 0;
  std::uint64_t received_bytes_ = 0;
};

}  // namespace docsis_vp::hosts
