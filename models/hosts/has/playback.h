// Models the playback of a streaming client: a buffer of segments, drained in real time.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <optional>

#include "models/hosts/has/has_config.h"

namespace docsis_vp::hosts {

struct PlaybackCount {
  std::uint64_t segments = 0;            // segments that began to play
  std::optional<double> mean_rate_mbps;  // of those segments
  std::uint64_t stalls = 0;
  TimePs stalled = 0;
  TimePs streamed = 0;  // from the start of playing to now or the end of the stream
  // stalled / streamed; empty before playing starts.
  std::optional<double> rebuffer_ratio;
};

// Playing starts with config.start_segments in the buffer. If no segment is complete when the
// current one ends, playing stalls until config.resume_segments are there, or the rest of the
// stream after finish(). A segment that arrives at the very instant of need is in time. No timer is
// needed: the state is computed when a segment arrives or a query comes.
class Playback {
 public:
  explicit Playback(const HasConfig& config);

  // Adds a complete segment of this bit rate. `now` never decreases between calls.
  void add(std::uint64_t rate_bps, TimePs now);

  // Ends the stream: no segment follows, and the remaining ones are played.
  void finish(TimePs now);

  // Playing time left, including the rest of the current segment.
  TimePs buffered(TimePs now);
  // False before the start, during a stall and after the end.
  bool playing(TimePs now);
  std::optional<TimePs> started() const { return started_; }
  // Time when the last segment ended, or of finish() if that was later.
  std::optional<TimePs> ended() const { return ended_; }
  // Counts from config.warmup on.
  PlaybackCount count(TimePs now);

 private:
  void advance_to(TimePs now);  // excludes events at `now`
  void take_segment(TimePs at);
  void play(TimePs now);
  void end_stall(TimePs now);
  TimePs stalled_until(TimePs now) const;

  const TimePs segment_;
  const unsigned start_segments_;
  const unsigned resume_segments_;
  const TimePs warmup_;
  boost::circular_buffer<std::uint64_t> waiting_;  // rates of segments that wait to be played
  bool all_arrived_ = false;
  std::optional<TimePs> started_;
  std::optional<TimePs> ended_;
  std::optional<TimePs> segment_ends_;   // while playing
  std::optional<TimePs> stalled_since_;  // while stalled
  std::uint64_t taken_ = 0;              // since the warm-up, like the next one
  std::uint64_t taken_rate_sum_ = 0;     // bit/s
  std::uint64_t stalls_ = 0;
  TimePs stalled_ = 0;  // ended stalls only
};

}  // namespace docsis_vp::hosts
