// Rates a voice or gaming flow by the delays of its packets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

struct VoiceConfig {
  // A scenario's `voip`.
  // A packet counts as late, which equals lost, if its one-way delay exceeds the flow's least delay
  // by more than this; > 0. White and Padden 2012 sec. 4.2: "jitter of more than 60 ms", without a
  // reference.
  double late_ms = 60;
  // Delay outside the simulated path, added before the E-model; >= 0. 20 ms in White and Padden
  // 2012, 0 in Hong, Martin and Westall 2015.
  double added_latency_ms = 20;

  // Set by the owner.
  TimePs interval = 20 * kPsPerMs;  // of the source; > 0
  TimePs warmup = 0;                // packets created earlier do not count
};

struct VoiceQuality {
  std::uint64_t packets = 0;  // lost, late or in time; excludes those not yet due
  std::uint64_t lost = 0;
  std::uint64_t late = 0;
  double loss = 0;                      // (lost + late) / packets; 0 without packets
  std::optional<double> mean_delay_ms;  // packets in time, including added_latency_ms
  // If all packets are lost, the rating follows from the loss alone. Empty while nothing counts, or
  // while all packets may still be in transit.
  std::optional<double> r_value;
  std::optional<double> mos;
};

// Records one flow whose packets are numbered from 0 without gaps. The least delay may come late in
// a run and change which packets were late before. To be exact the log keeps every delay, 4 octets
// each, 720 kB per hour at 50 packets/s.
class VoiceLog {
 public:
  // Throws ConfigError for values out of range.
  explicit VoiceLog(const VoiceConfig& config);

  // Delays are stored in 0.1 us, rounded up; delays above 400 s count as 400 s.
  void add(std::uint64_t sequence, TimePs created, TimePs arrived);

  // sent: packets of the whole flow so far, including the first sent_in_warmup. After the last
  // arrival, lost packets and packets in transit look alike. A packet counts as lost there if it
  // would be late by now; a younger one is not yet due. If nothing ever arrived, everything is
  // lost.
  VoiceQuality quality(std::uint64_t sent, std::uint64_t sent_in_warmup, TimePs now) const;

 private:
  // Unit: 0.1 us.
  using Delay = std::uint32_t;

  std::uint64_t may_be_under_way() const;
  // Returns the first packet after the last arrival that is not lost by now, or `sent`.
  std::uint64_t first_not_due(std::uint64_t sent, TimePs now) const;

  const VoiceConfig config_;
  const TimePs late_after_;
  const TimePs added_delay_;
  std::vector<Delay> delays_;
  Delay least_ = UINT32_MAX;
  std::uint64_t next_sequence_ = 0;  // one past the highest arrived
  TimePs last_created_ = 0;          // its time of creation
};

}  // namespace docsis_vp::hosts
