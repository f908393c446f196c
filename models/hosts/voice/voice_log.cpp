#include "models/hosts/voice/voice_log.h"

#include <algorithm>

#include "models/hosts/voice/e_model.h"
#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

constexpr TimePs kUnit = 100 * kPsPerNs;
constexpr TimePs kLongest = 400 * kPsPerSecond;

std::uint32_t in_units(TimePs time) {
  return static_cast<std::uint32_t>((std::min(time, kLongest) + kUnit - 1) / kUnit);
}

}  // namespace

VoiceLog::VoiceLog(const VoiceConfig& config)
    : config_(config),
      late_after_(from_us(1000 * config.late_ms)),
      added_delay_(from_us(1000 * config.added_latency_ms)) {
  if (late_after_ <= 0) throw ConfigError("/late_ms", "must be positive");
  if (added_delay_ < 0) throw ConfigError("/added_latency_ms", "must not be negative");
  if (config.interval <= 0) throw ConfigError("/interval", "must be positive");
}

void VoiceLog::add(std::uint64_t sequence, TimePs created, TimePs arrived) {
  if (sequence >= next_sequence_) {
    next_sequence_ = sequence + 1;
    last_created_ = created;
  }
  const Delay delay = in_units(arrived - created);
  least_ = std::min(least_, delay);
  if (created >= config_.warmup) {
    delays_.push_back(delay);
  }
}

VoiceQuality VoiceLog::quality(std::uint64_t sent, std::uint64_t sent_in_warmup, TimePs now) const {
  const std::uint64_t latest = std::uint64_t{least_} + in_units(late_after_);
  VoiceQuality quality;
  std::uint64_t sum = 0;
  for (const Delay delay : delays_) {
    const bool is_late = delay > latest;
    quality.late += is_late ? 1 : 0;
    sum += is_late ? 0 : delay;
  }
  const std::uint64_t judged = std::max(first_not_due(sent, now), sent_in_warmup) - sent_in_warmup;
  quality.lost = judged - delays_.size();
  quality.packets = delays_.size() + quality.lost;
  const std::uint64_t in_time = delays_.size() - quality.late;
  if (quality.packets > 0) {
    quality.loss =
        static_cast<double>(quality.lost + quality.late) / static_cast<double>(quality.packets);
  }
  if (in_time > 0) {
    const double mean_units = static_cast<double>(sum) / static_cast<double>(in_time);
    quality.mean_delay_ms = mean_units * to_ms(kUnit) + to_ms(added_delay_);
  }
  if (in_time > 0 || quality.packets > may_be_under_way()) {
    quality.r_value = r_value(quality.mean_delay_ms.value_or(0), quality.loss);
    quality.mos = mean_opinion_score(*quality.r_value);
  }
  return quality;
}

// If nothing has arrived: returns how many packets would not be late yet.
std::uint64_t VoiceLog::may_be_under_way() const {
  return static_cast<std::uint64_t>(late_after_ / config_.interval) + 1;
}

std::uint64_t VoiceLog::first_not_due(std::uint64_t sent, TimePs now) const {
  if (delays_.empty()) {
    return sent;
  }
  const TimePs due_before = now - TimePs{least_} * kUnit - late_after_;
  const TimePs due = std::max<TimePs>(0, (due_before - last_created_) / config_.interval);
  return std::min(sent, next_sequence_ + static_cast<std::uint64_t>(due));
}

}  // namespace docsis_vp::hosts
