#include "system/assembly/traffic/tcp_settings.h"

#include "system/assembly/units.h"

namespace docsis_vp::system {

namespace {

const char* preset_name(TcpPreset preset) {
  switch (preset) {
    case TcpPreset::kBsdSack:
      return "bsd-sack";
    case TcpPreset::kNs2Sack1:
      return "ns2-sack1";
    case TcpPreset::kLinux:
      break;
  }
  return "linux";
}

const char* algorithm_name(CongestionChoice choice) {
  switch (choice) {
    case CongestionChoice::kReno:
      return "reno";
    case CongestionChoice::kLedbat:
      return "ledbat";
    case CongestionChoice::kDctcp:
      return "dctcp";
    case CongestionChoice::kPrague:
      return "prague";
    case CongestionChoice::kCubic:
      break;
  }
  return "cubic";
}

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

hosts::TcpEcn ecn_of(TcpEcnChoice choice) {
  switch (choice) {
    case TcpEcnChoice::kClassic:
      return hosts::TcpEcn::kClassic;
    case TcpEcnChoice::kDctcp:
      return hosts::TcpEcn::kDctcp;
    case TcpEcnChoice::kAccurate:
      return hosts::TcpEcn::kAccurate;
    case TcpEcnChoice::kOff:
      break;
  }
  return hosts::TcpEcn::kOff;
}

hosts::IdleRestart idle_restart_of(TcpIdleRestart choice) {
  switch (choice) {
    case TcpIdleRestart::kRfc5681:
      return hosts::IdleRestart::kRfc5681;
    case TcpIdleRestart::kRfc2861:
      return hosts::IdleRestart::kRfc2861;
    case TcpIdleRestart::kOff:
      break;
  }
  return hosts::IdleRestart::kOff;
}

void replace_windows(hosts::TcpConfig& tcp, const TcpSettings& by) {
  if (by.initial_window_segments) {
    tcp.initial_window = hosts::InitialWindow::kSegments;
    tcp.initial_window_segments = *by.initial_window_segments;
  }
  if (by.max_window_segments) {
    tcp.max_window_segments = by.max_window_segments;
  }
  if (by.idle_restart) {
    tcp.idle_restart = idle_restart_of(*by.idle_restart);
  }
  replace(tcp.receive_buffer_bytes, by.receive_buffer_bytes);
}

void replace_recovery(hosts::TcpConfig& tcp, const TcpSettings& by) {
  if (by.recovery) {
    tcp.recovery = *by.recovery == TcpRecovery::kSack ? hosts::RecoveryMethod::kSack
                                                      : hosts::RecoveryMethod::kNewReno;
    tcp.proportional_rate_reduction &= *by.recovery == TcpRecovery::kSack;
  }
  replace(tcp.limited_transmit, by.limited_transmit);
  replace_time(tcp.initial_rto, by.initial_rto_ms);
  replace_time(tcp.min_rto, by.min_rto_ms);
}

}  // namespace

hosts::CongestionConfig congestion_config(const FlowConfig& flow) {
  hosts::CongestionConfig config;
  config.algorithm = algorithm_name(*flow.congestion_control);
  // Linux takes what an acknowledgment covers for what it is; ns-2 counts acknowledgments.
  hosts::GrowthConfig growth;
  if (flow.tcp.preset == TcpPreset::kLinux) {
    growth.abc_limit = hosts::GrowthConfig::kNoAbcLimit;
  }
  growth.byte_counting = flow.tcp.byte_counting.value_or(flow.tcp.preset != TcpPreset::kNs2Sack1);
  if (flow.tcp.initial_ssthresh_segments) {
    growth.initial_ssthresh_bytes =
        std::uint64_t{*flow.tcp.initial_ssthresh_segments} * tcp_config(flow).segment_bytes();
  }
  config.reno = growth;
  config.cubic.growth = growth;
  config.dctcp.growth = growth;
  config.prague.growth = growth;
  if (flow.tcp.hystart.value_or(false)) {
    config.cubic.hystart.emplace();
  }
  return config;
}

hosts::TcpConfig tcp_config(const FlowConfig& flow) {
  const TcpSettings& by = flow.tcp;
  hosts::TcpConfig tcp = *hosts::tcp_preset(preset_name(by.preset));
  replace(tcp.mss_bytes, by.mss_bytes);
  replace(tcp.timestamps, by.timestamps);
  replace(tcp.ack_every, by.ack_every);
  replace_time(tcp.ack_delay, by.ack_delay_ms);
  replace_windows(tcp, by);
  replace_recovery(tcp, by);
  switch (hosts::mark_feedback(algorithm_name(*flow.congestion_control))) {
    case hosts::MarkFeedback::kDctcp:
      tcp.ecn = hosts::TcpEcn::kDctcp;
      break;
    case hosts::MarkFeedback::kAccurate:
      tcp.ecn = hosts::TcpEcn::kAccurate;
      break;
    case hosts::MarkFeedback::kClassic:
      break;
  }
  if (by.ecn) {
    tcp.ecn = ecn_of(*by.ecn);
  }
  return tcp;
}

}  // namespace docsis_vp::system
