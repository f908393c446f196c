// What a client of HTTP adaptive streaming is told.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

enum class HasRule : std::uint8_t {
  kCapacity,        // Hong, Martin and Westall 2015 sec. 4.2: ratio of segment time to fetch time
  kBandwidthMatch,  // Martin, Hong and Westall 2014: rate of the fetch against the ladder
  kMaxAlways,       // always the highest rate
  kBufferBased,     // BBA-0, Huang et al., SIGCOMM 2014, sec. 4: buffer level decides
};

// Defaults are those of Hong, Martin and Westall 2015, sec. 4.2.
struct HasConfig {
  HasRule rule = HasRule::kCapacity;
  // Bit rates on offer, bit/s, strictly rising, at least one.
  std::vector<std::uint64_t> ladder_bps = {500'000,   1'000'000, 2'000'000,
                                           3'000'000, 4'000'000, 5'000'000};
  unsigned first_level = 0;            // position in the ladder of the first segment
  TimePs segment = 4 * kPsPerSecond;   // playing time of one, > 0
  TimePs buffer = 240 * kPsPerSecond;  // playing time that fits, at least two segments
  // After the buffer was full, nothing is requested until it has fallen to this; none: until the
  // next segment fits. At most buffer - segment.
  std::optional<TimePs> refill_below;
  unsigned start_segments = 2;        // that playing starts with, 1..buffer / segment
  unsigned resume_segments = 2;       // that it goes on with after a stall, likewise
  std::uint32_t request_bytes = 300;  // of a GET, TCP payload, > 0; the study does not say
  // Segments in the stream; none: it does not end.
  std::optional<std::uint64_t> segments;

  // kCapacity and kBandwidthMatch: fetches that mu is taken over, >= 1: what they carried in the
  // time they took, divided by the bit rate of the last. 1: its playing time divided by its fetch
  // time.
  unsigned mu_samples = 1;
  double mu_down = 0.67;  // kCapacity: below this ratio the rate falls, 0..1
  // From one change of rate to the next, >= 0. The 100 s of Martin, Hong and Westall 2014 are none:
  // their text says that the time "cannot exceed" them, and with the same model their study of 2015
  // prints up to 216 changes an hour (table 13), where 36 would be the most.
  TimePs least_between_changes = 0;

  // kBufferBased: below the reservoir the lowest rate, above reservoir + cushion the highest, a
  // straight line between. Sec. 4 of the source: 90 s and 126 s of a buffer of 240 s.
  TimePs reservoir = 90 * kPsPerSecond;
  TimePs cushion = 126 * kPsPerSecond;

  TimePs start = 0;      // when the connection is opened
  TimePs stop = kNever;  // from this time on no segment is requested
  TimePs warmup = 0;     // what happens before this time does not count
};

// Of Martin, Hong and Westall 2014: nine rates up to 4.2 Mb/s, segments of 12.5 s, 60 s of buffer.
HasConfig has_2014();

// Throws ConfigError for values out of range.
void check(const HasConfig& config);

}  // namespace docsis_vp::hosts
