#include "models/hosts/has/has_config.h"

#include <string>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

void require_has(bool holds, const char* pointer, const char* expectation) {
  if (!holds) {
    throw ConfigError(pointer, expectation);
  }
}

}  // namespace

HasConfig has_2014() {
  HasConfig config;
  config.rule = HasRule::kBandwidthMatch;
  config.ladder_bps = {64'000,    128'000,   500'000,   1'000'000, 1'500'000,
                       2'600'000, 3'500'000, 3'750'000, 4'200'000};
  config.segment = 12'500 * kPsPerMs;
  config.buffer = 60 * kPsPerSecond;
  return config;
}

void check(const HasConfig& config) {
  require_has(!config.ladder_bps.empty() && config.ladder_bps.front() > 0, "/ladder",
              "at least one positive rate");
  for (std::size_t i = 1; i < config.ladder_bps.size(); ++i) {
    require_has(config.ladder_bps[i - 1] < config.ladder_bps[i], "/ladder", "rates must rise");
  }
  require_has(config.first_level < config.ladder_bps.size(), "/first_level", "not on the ladder");
  require_has(config.segment > 0, "/segment", "must be positive");
  require_has(config.buffer >= 2 * config.segment, "/buffer", "must hold at least two segments");
  const TimePs most = config.buffer - config.segment;
  require_has(!config.refill_below || (*config.refill_below >= 0 && *config.refill_below <= most),
              "/refill_below", "must lie within 0 and buffer less one segment");
  const auto fits = [&config](unsigned segments) {
    return segments >= 1 && segments <= config.buffer / config.segment;
  };
  require_has(fits(config.start_segments), "/start_segments",
              "at least 1, and what the buffer holds");
  require_has(fits(config.resume_segments), "/resume_segments",
              "at least 1, and what the buffer holds");
  require_has(config.request_bytes > 0, "/request_bytes", "must be positive");
  require_has(config.mu_samples >= 1, "/mu_samples", "at least 1");
  require_has(config.mu_down >= 0 && config.mu_down <= 1, "/mu_down", "must lie within 0 and 1");
  require_has(config.least_between_changes >= 0, "/least_between_changes", "must not be negative");
  require_has(config.reservoir >= 0, "/reservoir", "must not be negative");
  require_has(config.cushion > 0, "/cushion", "must be positive");
}

}  // namespace docsis_vp::hosts
