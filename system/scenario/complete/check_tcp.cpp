#include "system/scenario/complete/check_tcp.h"

#include <algorithm>
#include <cstdint>

#include "models/hosts/tcp/tcp_config.h"
#include "platform/base/errors.h"
#include "platform/base/time.h"

namespace docsis_vp::system {

namespace {

double ms(TimePs time) {
  return static_cast<double>(time) / static_cast<double>(kPsPerMs);
}

void check_contradictions(const TcpSettings& tcp, const std::string& pointer) {
  const hosts::TcpConfig preset = *hosts::tcp_preset(name_in(kTcpPresets, tcp.preset));
  const std::uint64_t two_segments = 2 * tcp.mss_bytes.value_or(preset.mss_bytes);
  if (tcp.receive_buffer_bytes && *tcp.receive_buffer_bytes < two_segments) {
    throw ConfigError(pointer + "/receive_buffer_bytes", "expected room for two segments");
  }
  if (tcp.max_rto_ms &&
      *tcp.max_rto_ms < std::max(tcp.min_rto_ms.value_or(ms(preset.min_rto)),
                                 tcp.initial_rto_ms.value_or(ms(preset.initial_rto)))) {
    throw ConfigError(pointer + "/max_rto_ms",
                      "expected at least min_rto_ms and initial_rto_ms, given or of the preset");
  }
}

// An option, and the conditions under which it has an effect.
struct OptionUse {
  const char* key;
  bool is_given;
  bool has_effect;
  const char* needs;
};

}  // namespace

void check_tcp(const FlowConfig& flow, const std::string& pointer) {
  const TcpSettings& tcp = flow.tcp;
  check_contradictions(tcp, pointer);

  const CongestionChoice control = *flow.congestion_control;
  const bool cubic = control == CongestionChoice::kCubic;
  const bool ledbat = control == CongestionChoice::kLedbat;
  const bool prague = control == CongestionChoice::kPrague;
  const bool bbr = control == CongestionChoice::kBbr;
  const bool counts_acks = !ledbat && !bbr;
  const bool by_bytes = tcp.byte_counting.value_or(tcp.preset != TcpPreset::kNs2Sack1);
  const bool with_sack = tcp.recovery != TcpRecovery::kNewReno;
  const TcpRecovery usual =
      tcp.preset == TcpPreset::kNs2LinuxCubic ? TcpRecovery::kFack : TcpRecovery::kSack;
  const bool halves_rate = tcp.recovery.value_or(usual) == TcpRecovery::kFack;
  const bool old_cubic = cubic && tcp.preset == TcpPreset::kNs2LinuxCubic;
  const bool delays_acks = tcp.ack_every != 1U;

  if (bbr && (!with_sack || halves_rate)) {
    throw ConfigError(pointer + "/recovery", "congestion_control = bbr needs sack or rack");
  }

  const char* const kCubic = "congestion_control = cubic";
  const char* const kLedbat = "congestion_control = ledbat";
  const char* const kSlowStart =
      "a congestion_control other than ledbat and bbr, which have no slow start";
  const char* const kWindow = "a congestion_control other than bbr, which has its own rule";
  const char* const kSack = "recovery by sack or rack";
  const char* const kCounts =
      "a preset other than ns2-linux-cubic, whose CUBIC counts acknowledgments";
  const char* const kDelayed = "an ack_every of more than 1";
  for (const OptionUse& use : {
           OptionUse{"hystart", tcp.hystart.has_value(), cubic, kCubic},
           OptionUse{"hystart", tcp.hystart.has_value(), !old_cubic,
                     "a preset other than ns2-linux-cubic, whose CUBIC has none"},
           OptionUse{"byte_counting", tcp.byte_counting.has_value(), !old_cubic, kCounts},
           OptionUse{"abc_limit_segments", tcp.abc_limit_segments.has_value(), !old_cubic, kCounts},
           OptionUse{"fast_convergence", tcp.fast_convergence.has_value(), cubic, kCubic},
           OptionUse{"reno_friendly", tcp.reno_friendly.has_value(), cubic, kCubic},
           OptionUse{"ledbat_target_ms", tcp.ledbat_target_ms.has_value(), ledbat, kLedbat},
           OptionUse{"ledbat_gain", tcp.ledbat_gain.has_value(), ledbat, kLedbat},
           OptionUse{"rtt_independence", tcp.rtt_independence.has_value(), prague,
                     "congestion_control = prague"},
           OptionUse{"initial_ssthresh_segments", tcp.initial_ssthresh_segments.has_value(),
                     counts_acks, kSlowStart},
           OptionUse{"byte_counting", tcp.byte_counting.has_value(), counts_acks, kSlowStart},
           OptionUse{"abc_limit_segments", tcp.abc_limit_segments.has_value(), counts_acks,
                     kSlowStart},
           OptionUse{"abc_limit_segments", tcp.abc_limit_segments.has_value(), by_bytes,
                     "byte_counting = true"},
           OptionUse{"rate_reduction", tcp.rate_reduction.has_value(), with_sack, kSack},
           OptionUse{"rate_reduction", tcp.rate_reduction.has_value(), !bbr, kWindow},
           OptionUse{"window_validation", tcp.window_validation.has_value(), !bbr, kWindow},
           OptionUse{"idle_restart", tcp.idle_restart.has_value(), !bbr, kWindow},
           OptionUse{"rate_reduction", tcp.rate_reduction.has_value(), !halves_rate,
                     "recovery by sack or rack: that by fack halves the rate"},
           OptionUse{"duplicate_sack", tcp.duplicate_sack.has_value(), with_sack, kSack},
           OptionUse{"ack_delay_ms", tcp.ack_delay_ms.has_value(), delays_acks, kDelayed},
           OptionUse{"quick_acks", tcp.quick_acks.has_value(), delays_acks, kDelayed},
       }) {
    if (use.is_given && !use.has_effect) {
      throw ConfigError(pointer + "/" + use.key, std::string("applies only with ") + use.needs);
    }
  }
}

}  // namespace docsis_vp::system
