#include "system/assembly/traffic/tcp_settings.h"

#include "system/assembly/configure/units.h"
#include "system/scenario/complete/complete_flow.h"

namespace docsis_vp::system {

namespace {

template <class T, class U>
void replace(T& value, const std::optional<U>& by) {
  if (by) {
    value = static_cast<T>(*by);
  }
}

void replace_time(TimePs& value, const std::optional<double>& by_ms) {
  if (by_ms) {
    value = from_us(1000 * *by_ms);
  }
}

void replace_windows(hosts::TcpConfig& tcp, const TcpSettings& by) {
  if (by.initial_window_segments) {
    tcp.initial_window = hosts::InitialWindow::kSegments;
    tcp.initial_window_segments = *by.initial_window_segments;
  }
  if (by.max_window_segments) {
    tcp.max_window_segments = by.max_window_segments;
  }
  replace(tcp.idle_restart, by.idle_restart);
  replace(tcp.window_validation, by.window_validation);
  replace(tcp.receive_buffer_bytes, by.receive_buffer_bytes);
}

void replace_method(hosts::TcpConfig& tcp, TcpRecovery by) {
  const bool sack = by != TcpRecovery::kNewReno;
  tcp.recovery = sack ? hosts::RecoveryMethod::kSack : hosts::RecoveryMethod::kNewReno;
  tcp.proportional_rate_reduction &= sack && by != TcpRecovery::kFack;
  tcp.loss_by_time = by == TcpRecovery::kRack;
  tcp.forward_acknowledgment = by == TcpRecovery::kFack;
}

void replace_recovery(hosts::TcpConfig& tcp, const TcpSettings& by) {
  if (by.recovery) {
    replace_method(tcp, *by.recovery);
  }
  replace(tcp.dup_threshold, by.dup_threshold);
  replace(tcp.limited_transmit, by.limited_transmit);
  replace(tcp.proportional_rate_reduction, by.rate_reduction);
  replace(tcp.duplicate_sack, by.duplicate_sack);
  replace_time(tcp.initial_rto, by.initial_rto_ms);
  replace_time(tcp.min_rto, by.min_rto_ms);
  replace_time(tcp.max_rto, by.max_rto_ms);
  replace(tcp.syn_retries, by.syn_retries);
}

void replace_growth(hosts::GrowthConfig& growth, const TcpSettings& by,
                    std::uint32_t segment_bytes) {
  replace(growth.byte_counting, by.byte_counting);
  replace(growth.abc_limit, by.abc_limit_segments);
  if (by.initial_ssthresh_segments) {
    growth.initial_ssthresh_bytes = std::uint64_t{*by.initial_ssthresh_segments} * segment_bytes;
  }
}

void replace_hystart(hosts::CubicConfig& cubic, const TcpSettings& by) {
  if (!by.hystart) {
    return;
  }
  switch (*by.hystart) {
    case TcpHystart::kNone:
      cubic.hystart = std::monostate();
      break;
    case TcpHystart::kLinux:
      cubic.hystart = hosts::LinuxHystartConfig();
      break;
    case TcpHystart::kRfc9406:
      cubic.hystart = hosts::HystartConfig();
      break;
  }
}

}  // namespace

hosts::CongestionConfig congestion_config(const FlowConfig& flow) {
  const TcpSettings& by = flow.tcp;
  hosts::CongestionConfig config = *hosts::congestion_preset(name_in(kTcpPresets, by.preset));
  config.algorithm = name_in(kCongestionControls, *flow.congestion_control);
  const std::uint32_t segment_bytes = tcp_config(flow).segment_bytes();
  for (hosts::GrowthConfig* growth :
       {&config.reno, &config.cubic.growth, &config.dctcp.growth, &config.prague.growth}) {
    replace_growth(*growth, by, segment_bytes);
  }
  replace_hystart(config.cubic, by);
  replace(config.cubic.fast_convergence, by.fast_convergence);
  replace(config.cubic.reno_friendly, by.reno_friendly);
  replace_time(config.ledbat.target, by.ledbat_target_ms);
  replace(config.ledbat.gain, by.ledbat_gain);
  replace(config.prague.rtt_independence, by.rtt_independence);
  return config;
}

hosts::TcpConfig tcp_config(const FlowConfig& flow) {
  const TcpSettings& by = flow.tcp;
  hosts::TcpConfig tcp = *hosts::tcp_preset(name_in(kTcpPresets, by.preset));
  if (uses_ipv6(flow)) {
    tcp.ip_header_bytes += kMoreOfIpv6Bytes;
    tcp.mss_bytes -= kMoreOfIpv6Bytes;  // the packet keeps its size
  }
  replace(tcp.mss_bytes, by.mss_bytes);
  replace(tcp.timestamps, by.timestamps);
  replace(tcp.nagle, by.nagle);
  replace(tcp.ack_every, by.ack_every);
  replace_time(tcp.ack_delay, by.ack_delay_ms);
  replace(tcp.quick_acks, by.quick_acks);
  replace_windows(tcp, by);
  replace_recovery(tcp, by);
  switch (hosts::mark_feedback(name_in(kCongestionControls, *flow.congestion_control))) {
    case hosts::MarkFeedback::kDctcp:
      tcp.ecn = hosts::TcpEcn::kDctcp;
      break;
    case hosts::MarkFeedback::kAccurate:
      tcp.ecn = hosts::TcpEcn::kAccurate;
      break;
    case hosts::MarkFeedback::kClassic:
      break;
  }
  replace(tcp.ecn, by.ecn);
  return tcp;
}

}  // namespace docsis_vp::system
