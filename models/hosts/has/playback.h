// The playing half of a streaming client: a buffer of segments, drained in real time.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <optional>

#include "models/hosts/has/has_config.h"

namespace docsis_vp::hosts {

struct PlaybackCount {
  std::uint64_t segments = 0;            // taken out of the buffer
  std::optional<double> mean_rate_mbps;  // of these
  std::uint64_t stalls = 0;
  TimePs stalled = 0;
  TimePs streamed = 0;  // from the start of playing to now or the end of the stream
  // stalled / streamed; empty while nothing was played.
  std::optional<double> rebuffer_ratio;
};

// Segments are taken whole. Playing starts with config.start_segments in the buffer. When a
// segment has been played and none is complete, playing stalls until there are
// config.resume_segments, or the rest of the stream: finish() says that it is there. A segment that
// arrives at the instant at which it is needed is in time. Nothing has to call in between: what
// happened is worked out when a segment arrives or somebody asks.
class Playback {
 public:
  explicit Playback(const HasConfig& config);

  // A segment of this bit rate is complete. Times never fall from call to call.
  void add(std::uint64_t rate_bps, TimePs now);

  // No segment comes any more: what is there is played, and the stream has ended.
  void finish(TimePs now);

  // Playing time left, the rest of the segment being played included.
  TimePs buffered(TimePs now);
  // False before the start, in a stall, and after the end.
  bool playing(TimePs now);
  std::optional<TimePs> started() const { return started_; }
  // When the last of all segments had been played, or finish() came later.
  std::optional<TimePs> ended() const { return ended_; }
  // Of what happened from config.warmup on.
  PlaybackCount count(TimePs now);

 private:
  void advance_to(TimePs now);  // up to but not including what ends at `now`
  void take_segment(TimePs at);
  void play(TimePs now);
  void end_stall(TimePs now);
  TimePs stalled_until(TimePs now) const;

  const TimePs segment_;
  const unsigned start_segments_;
  const unsigned resume_segments_;
  const TimePs warmup_;
  boost::circular_buffer<std::uint64_t> waiting_;  // rates of segments not yet taken
  bool all_arrived_ = false;
  std::optional<TimePs> started_;
  std::optional<TimePs> ended_;
  std::optional<TimePs> segment_ends_;   // while playing
  std::optional<TimePs> stalled_since_;  // while stalled
  std::uint64_t taken_ = 0;              // since the warm-up, with
  std::uint64_t taken_rate_sum_ = 0;     // bit/s
  std::uint64_t stalls_ = 0;
  TimePs stalled_ = 0;  // stalls that are over
};

}  // namespace docsis_vp::hosts
