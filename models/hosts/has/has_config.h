// Declares the configuration of an HTTP adaptive streaming client.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

enum class HasRule : std::uint8_t {
  kCapacity,        // Hong, Martin and Westall 2015 sec. 4.2: ratio of segment time to fetch time
  kBandwidthMatch,  // Martin, Hong and Westall 2014: fetch rate against the ladder
  kMaxAlways,       // always the highest rate
  kBufferBased,     // BBA-0, Huang et al., SIGCOMM 2014, sec. 4: by the buffer's level
};

// Defaults are those of Hong, Martin and Westall 2015, sec. 4.2.
struct HasConfig {
  HasRule rule = HasRule::kCapacity;
  // Available bit rates, bit/s, strictly ascending, at least one.
  std::vector<std::uint64_t> ladder_bps = {500'000,   1'000'000, 2'000'000,
                                           3'000'000, 4'000'000, 5'000'000};
  unsigned first_level = 0;            // level of the first segment
  TimePs segment = 4 * kPsPerSecond;   // playing time of a segment, > 0
  TimePs buffer = 240 * kPsPerSecond;  // capacity in playing time, at least two segments
  // After the buffer was full, nothing is requested until it has fallen to this level; none: until
  // the next segment fits. At most buffer - segment.
  std::optional<TimePs> refill_below;
  unsigned start_segments = 2;        // segments before playing starts, 1..buffer / segment
  unsigned resume_segments = 2;       // segments before playing resumes after a stall, same range
  std::uint32_t request_bytes = 300;  // GET request, TCP payload, > 0; the study gives no value
  // Segments in the stream; none: endless.
  std::optional<std::uint64_t> segments;

  // kCapacity and kBandwidthMatch: number of fetches in the average mu, >= 1. mu is their octets
  // per fetch time, divided by the bit rate of the last one. With 1 it is playing time / fetch
  // time.
  unsigned mu_samples = 1;
  double mu_down = 0.67;  // kCapacity: the rate falls below this ratio, 0..1
  // Least time between two changes of rate, >= 0. The 100 s of Martin, Hong and Westall 2014 are no
  // such minimum: their text says that the time "cannot exceed" them. With the same model their
  // 2015 study prints up to 216 changes an hour (table 13), where 36 would be the maximum.
  TimePs least_between_changes = 0;

  // kBufferBased: the lowest rate below the reservoir, the highest above reservoir + cushion,
  // linear between. Sec. 4 of the source: 90 s and 126 s of a buffer of 240 s.
  TimePs reservoir = 90 * kPsPerSecond;
  TimePs cushion = 126 * kPsPerSecond;

  TimePs start = 0;      // opening of the connection
  TimePs stop = kNever;  // from this time on no segment is requested
  TimePs warmup = 0;     // events before this time do not count
};

// Settings of Martin, Hong and Westall 2014: nine rates up to 4.2 Mb/s, segments of 12.5 s, 60 s of
// buffer.
HasConfig has_2014();

// Throws ConfigError for values out of range.
void check(const HasConfig& config);

}  // namespace docsis_vp::hosts
