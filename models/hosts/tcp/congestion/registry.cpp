#include "models/hosts/tcp/congestion/registry.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {
namespace {

// Checks values; errors name their JSON pointer.
class Rules {
 public:
  explicit Rules(std::string pointer) : pointer_(std::move(pointer)) {}

  void require(bool holds, const char* field, const char* expectation) const {
    if (!holds) throw ConfigError(pointer_ + "/" + field, expectation);
  }

 private:
  const std::string pointer_;
};

void check(const GrowthConfig& config, const Rules& rules) {
  rules.require(config.abc_limit >= 1 && config.abc_limit <= GrowthConfig::kNoAbcLimit, "abc_limit",
                "must be 1..1000000 segments");
  rules.require(!config.initial_ssthresh_bytes || *config.initial_ssthresh_bytes >= 1000,
                "initial_ssthresh_bytes", "must be at least 1000");
}

void check_gain(double gain, const Rules& rules) {
  rules.require(gain > 0 && gain <= 1, "gain", "must be above 0 and at most 1");
}

void check(const HystartConfig& config, const Rules& rules) {
  rules.require(
      config.min_rtt_threshold > 0 && config.min_rtt_threshold <= config.max_rtt_threshold,
      "hystart", "thresholds must be above 0, the lower not above the upper");
  rules.require(config.min_rtt_divisor >= 1 && config.samples_per_round >= 1 &&
                    config.css_growth_divisor >= 1 && config.css_rounds >= 1 &&
                    config.limit_segments >= 1,
                "hystart", "divisors and counts must be at least 1");
}

void check(const LinuxHystartConfig& config, const Rules& rules) {
  rules.require(
      config.min_delay_threshold > 0 && config.min_delay_threshold <= config.max_delay_threshold,
      "hystart", "thresholds must be above 0, the lower not above the upper");
  rules.require(config.delay_divisor >= 1, "hystart", "the divisor must be at least 1");
}

void check(const CubicConfig& config, const Rules& rules) {
  check(config.growth, rules);
  rules.require(config.beta > 0 && config.beta < 1, "beta", "must be above 0 and below 1");
  rules.require(config.c > 0 && config.c <= 100, "c",
                "must be above 0 and at most 100 segments/s^3");
  rules.require(config.version == CubicVersion::kRfc9438 ||
                    std::holds_alternative<std::monostate>(config.hystart),
                "hystart", "must be absent: CUBIC of Linux 2.6.22 has none");
  if (const auto* rfc = std::get_if<HystartConfig>(&config.hystart)) check(*rfc, rules);
  if (const auto* as_linux = std::get_if<LinuxHystartConfig>(&config.hystart)) {
    check(*as_linux, rules);
  }
}

void check(const BbrConfig& config, const Rules& rules) {
  rules.require(config.bandwidth_rounds >= 1, "bandwidth_rounds", "must be at least 1");
  rules.require(config.min_rtt_window > 0 && config.probe_rtt_duration > 0, "min_rtt_window",
                "must be above 0, as probe_rtt_duration");
  rules.require(config.high_gain > 1 && config.cwnd_gain >= 1 && config.full_bandwidth_growth > 1,
                "high_gain", "must be above 1, as full_bandwidth_growth; cwnd_gain at least 1");
  rules.require(config.pacing_margin >= 0 && config.pacing_margin < 1, "pacing_margin",
                "must be at least 0 and below 1");
}

void check(const DctcpConfig& config, const Rules& rules) {
  check(config.growth, rules);
  check_gain(config.gain, rules);
  rules.require(config.initial_alpha >= 0 && config.initial_alpha <= 1, "initial_alpha",
                "must be 0..1");
}

void check(const LedbatConfig& config, const Rules& rules) {
  rules.require(config.target > 0 && config.target <= 100 * kPsPerMs, "target_ms",
                "must be above 0 and at most 100 (RFC 6817 sec. 2.5)");
  check_gain(config.gain, rules);
  rules.require(config.initial_window_segments >= 1 && config.initial_window_segments <= 100,
                "initial_window_segments", "must be 1..100");
  rules.require(config.min_window_segments >= 1 && config.min_window_segments <= 100,
                "min_window_segments", "must be 1..100");
  rules.require(
      config.base_history_minutes >= 1 && config.base_history_minutes <= BaseDelay::kMaxMinutes,
      "base_history_minutes", "must be 1..60");
  rules.require(config.current_filter >= 1 && config.current_filter <= CurrentDelay::kMaxSamples,
                "current_filter", "must be 1..64 samples");
}

void check(const PragueConfig& config, const Rules& rules) {
  check(config.growth, rules);
  check_gain(config.gain, rules);
  rules.require(config.reference_rtt > 0, "reference_rtt_ms", "must be above 0");
}

template <auto Field>
void check_field(const CongestionConfig& config, const Rules& rules) {
  check(config.*Field, rules);
}

template <typename Control, auto Field>
std::unique_ptr<CongestionControl> make(const CongestionConfig& config,
                                        const RandomStream& random) {
  if constexpr (std::is_constructible_v<Control, decltype(config.*Field), const RandomStream&>) {
    return std::make_unique<Control>(config.*Field, random);
  } else {
    return std::make_unique<Control>(config.*Field);
  }
}

// Chooses the class by the configured version.
template <>
std::unique_ptr<CongestionControl> make<Cubic, &CongestionConfig::cubic>(
    const CongestionConfig& config, const RandomStream&) {
  if (config.cubic.version == CubicVersion::kLinux2622) {
    return std::make_unique<CubicV21>(config.cubic);
  }
  return std::make_unique<Cubic>(config.cubic);
}

struct Algorithm {
  const char* name;
  MarkFeedback marks;
  void (*check)(const CongestionConfig&, const Rules&);
  std::unique_ptr<CongestionControl> (*make)(const CongestionConfig&, const RandomStream&);
};

template <typename Control, auto Field>
constexpr Algorithm algorithm(const char* name, MarkFeedback marks) {
  return {name, marks, &check_field<Field>, &make<Control, Field>};
}

constexpr std::array kAlgorithms = {
    algorithm<Bbr, &CongestionConfig::bbr>("bbr", MarkFeedback::kClassic),
    algorithm<Cubic, &CongestionConfig::cubic>("cubic", MarkFeedback::kClassic),
    algorithm<Dctcp, &CongestionConfig::dctcp>("dctcp", MarkFeedback::kDctcp),
    algorithm<Ledbat, &CongestionConfig::ledbat>("ledbat", MarkFeedback::kClassic),
    algorithm<Prague, &CongestionConfig::prague>("prague", MarkFeedback::kAccurate),
    algorithm<Reno, &CongestionConfig::reno>("reno", MarkFeedback::kClassic),
};

const Algorithm& find(const std::string& name, const std::string& pointer) {
  const auto* const found =
      std::find_if(kAlgorithms.begin(), kAlgorithms.end(),
                   [&name](const Algorithm& algorithm) { return name == algorithm.name; });
  if (found != kAlgorithms.end()) return *found;
  std::string message = "\"" + name + "\" is none of";
  for (const std::string& known : congestion_control_names()) message += " " + known;
  throw ConfigError(pointer + "/congestion_control", message);
}

CongestionConfig with_growth(const GrowthConfig& growth) {
  CongestionConfig config;
  config.reno = growth;
  config.cubic.growth = config.dctcp.growth = config.prague.growth = growth;
  return config;
}

}  // namespace

std::optional<CongestionConfig> congestion_preset(const std::string& name) {
  GrowthConfig growth;
  if (name == "linux") {
    growth.abc_limit = GrowthConfig::kNoAbcLimit;
    growth.whole_segments = true;
    CongestionConfig config = with_growth(growth);
    // tcp_cubic.c: beta, bic_scale, bictcp_update().
    config.cubic.beta = 717.0 / 1024;
    config.cubic.c = 410.0 / 1024;
    config.cubic.friendly_pace_rises = false;
    config.cubic.search_growth = 0.05;
    config.cubic.hystart = LinuxHystartConfig();
    return config;
  }
  if (name == "bsd-sack") return with_growth(growth);  // FreeBSD's net.inet.tcp.abc_l_var: 2
  if (name == "ns2-sack1") {
    growth.byte_counting = false;
    CongestionConfig config = with_growth(growth);
    config.algorithm = "reno";
    return config;
  }
  if (name == "ns2-linux-cubic") {
    // ns-linux-param.c sets sysctl_tcp_abc to 1: one segment per acknowledgment.
    growth.abc_limit = 1;
    growth.whole_segments = true;
    CongestionConfig config = with_growth(growth);
    config.cubic.version = CubicVersion::kLinux2622;
    config.cubic.beta = 819.0 / 1024;
    config.cubic.c = 410.0 / 1024;
    config.cubic.search_growth = 1.0 / 50;
    return config;
  }
  return std::nullopt;
}

std::vector<std::string> congestion_control_names() {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : kAlgorithms) names.emplace_back(algorithm.name);
  return names;
}

MarkFeedback mark_feedback(const std::string& algorithm) {
  return find(algorithm, "").marks;
}

void check_congestion_config(const CongestionConfig& config, const std::string& pointer) {
  find(config.algorithm, pointer).check(config, Rules(pointer));
}

std::unique_ptr<CongestionControl> make_congestion_control(const CongestionConfig& config,
                                                           const RandomStream& random) {
  return find(config.algorithm, "").make(config, random);
}

}  // namespace docsis_vp::hosts
