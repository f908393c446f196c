// Records grants that were missed, late or cut short, and the causes of the delay.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::cm {

// Causes of delay between the opening of a grant's window and its ready burst, in this order. Every
// cause but the last has a duration.
enum class MissCause : std::uint8_t {
  kMapParsing,     // the window was open when the MAP parser announced the grant
  kVerdict,        // heads waited for firmware's verdict
  kPreviousBurst,  // the builder was busy with the channel's previous burst
  kBuilder,        // cycles per segment, packet and decision
  kOtherWrites,    // the port wrote packets that had arrived before those of the burst
  kOwnWrites,      // the port wrote packets of the burst
  kOtherReads,     // the port read other bursts
  kOwnRead,        // the port read this burst
  kScripted,       // an event of the scenario; the burst itself may have been ready
};
constexpr std::size_t kMissCauses = 9;

// The key of a cause in results.
const char* name_of(MissCause cause);

using GrantWaits = std::array<TimePs, kMissCauses - 1>;

// Times from the opening of the window to `ready`. The sum of the waits is the difference.
struct BuildTimes {
  TimePs window_opens = 0;
  TimePs deadline = 0;
  TimePs ready = 0;
  GrantWaits waits{};

  TimePs& wait(MissCause cause) { return waits[static_cast<std::size_t>(cause)]; }
  TimePs wait(MissCause cause) const { return waits[static_cast<std::size_t>(cause)]; }
};

// Returns the main cause of a late burst. If the burst's own work (builder cycles and read) exceeds
// the time between window and deadline, it returns the longer of these two. Otherwise it returns
// the longest other wait.
MissCause main_cause(const BuildTimes& times);

enum class GrantFate : std::uint8_t {
  kMissed,    // nothing was sent
  kLate,      // the MAP parser announced the grant after its deadline; nothing was sent
  kCutShort,  // sent in time, but only with the heads judged so far
};
constexpr std::size_t kGrantFates = 3;
const char* name_of(GrantFate fate);

struct MissedGrant {
  GrantFate fate = GrantFate::kMissed;
  MissCause cause = MissCause::kScripted;
  unsigned channel = 0;
  unsigned flow = 0;
  std::uint32_t bytes = 0;  // granted, segment header included
  TimePs at = 0;            // time of the decision
  // `ready` is valid only if the burst has a packet.
  bool has_packets = false;
  BuildTimes times;
};

// Counts every grant, and keeps the first kKept of each outcome.
class MissedGrantLog {
 public:
  static constexpr std::size_t kKept = 100;  // of each outcome

  void add(const MissedGrant& grant);

  // In order of time.
  const std::vector<MissedGrant>& kept() const { return kept_; }
  std::uint64_t count(GrantFate fate) const { return fates_[static_cast<std::size_t>(fate)]; }
  // Number of grants with outcome kMissed that have this cause.
  std::uint64_t missed_by(MissCause cause) const {
    return causes_[static_cast<std::size_t>(cause)];
  }

 private:
  std::vector<MissedGrant> kept_;
  std::array<std::uint64_t, kGrantFates> fates_{};
  std::array<std::uint64_t, kMissCauses> causes_{};
};

}  // namespace docsis_vp::cm
