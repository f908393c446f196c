// What a listener would make of a voice or gaming flow.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

struct VoiceConfig {
  // A packet is late, and then as good as lost, if its one-way delay exceeds the least one of the
  // flow by more than this; > 0. White and Padden 2012 sec. 4.2: "jitter of more than 60 ms"; they
  // do not say against what.
  TimePs late_after = 60 * kPsPerMs;
  // Delay outside the simulated path, added before the E-model; >= 0. 20 ms in White and Padden
  // 2012, 0 in Hong, Martin and Westall 2015.
  TimePs added_delay = 0;
  TimePs interval = 20 * kPsPerMs;  // of the source; > 0
  TimePs warmup = 0;                // packets created before this time do not count
};

struct VoiceQuality {
  std::uint64_t packets = 0;  // lost, late or in time; not yet due ones are none of these
  std::uint64_t lost = 0;
  std::uint64_t late = 0;
  double loss = 0;                      // (lost + late) / packets; 0 of none
  std::optional<double> mean_delay_ms;  // of the packets in time, added_delay included
  // Of a call that is all lost, that of its loss alone. Empty while nothing counts, or all of it
  // may still be under way.
  std::optional<double> r_value;
  std::optional<double> mos;
};

// Expects the packets of one flow, numbered from 0 without gaps. Exact: the least delay may come
// late in a run and changes who was late before, so the delay of every packet is kept, 4 octets
// each, 720 kB per hour at 50 packets/s.
class VoiceLog {
 public:
  // Throws ConfigError for values out of range.
  explicit VoiceLog(const VoiceConfig& config);

  // Delays are kept to 0.1 us, rounded up; of more than 400 s as 400 s.
  void add(std::uint64_t sequence, TimePs created, TimePs arrived);

  // sent: packets of the whole flow so far, those of the warm-up included, which are the first
  // sent_in_warmup. Behind the last arrival nothing tells a lost packet from one under way: one
  // that would be late by now is lost, a younger one is not yet due. If nothing ever arrived,
  // everything is lost.
  VoiceQuality quality(std::uint64_t sent, std::uint64_t sent_in_warmup, TimePs now) const;

 private:
  // In units of 0.1 us.
  using Delay = std::uint32_t;

  std::uint64_t may_be_under_way() const;
  // The first packet that is not lost by now, behind the last arrival; or all that were sent.
  std::uint64_t first_not_due(std::uint64_t sent, TimePs now) const;

  const VoiceConfig config_;
  std::vector<Delay> delays_;
  Delay least_ = UINT32_MAX;
  std::uint64_t next_sequence_ = 0;  // after the highest that arrived,
  TimePs last_created_ = 0;          // which was created then
};

}  // namespace docsis_vp::hosts
