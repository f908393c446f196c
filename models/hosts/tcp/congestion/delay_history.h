// Keeps LEDBAT's history of one-way delays (RFC 6817 sec. 2.4.2).
#pragma once

#include <array>
#include <cstddef>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Minima of the last minutes: the delay of the path without queues.
class BaseDelay {
 public:
  static constexpr std::size_t kMaxMinutes = 60;

  // minutes: BASE_HISTORY, 1..kMaxMinutes
  explicit BaseDelay(std::size_t minutes) : minutes_(minutes) { clear(); }

  void clear();
  void add(TimePs now, TimePs delay);
  TimePs value() const;  // kNever before the first sample

 private:
  const std::size_t minutes_;
  std::array<TimePs, kMaxMinutes> minima_;  // a ring; kNever: no sample in that minute
  std::size_t newest_ = 0;
  TimePs minute_ = 0;  // minute number of newest_
};

// Minimum of the newest samples: the current delay, without noise of single packets.
class CurrentDelay {
 public:
  static constexpr std::size_t kMaxSamples = 64;

  // samples: CURRENT_FILTER, 1..kMaxSamples
  explicit CurrentDelay(std::size_t samples) : samples_(samples) { clear(); }

  void clear();
  void add(TimePs now, TimePs delay);
  // Returns the minimum of the samples taken since `since`, and of the newest one in any case;
  // kNever before the first.
  TimePs value(TimePs since) const;

 private:
  struct Sample {
    TimePs taken;
    TimePs delay;
  };

  const std::size_t samples_;
  std::array<Sample, kMaxSamples> ring_;
  std::size_t newest_ = 0;
};

}  // namespace docsis_vp::hosts
