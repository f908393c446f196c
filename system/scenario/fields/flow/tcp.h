// Declares the configuration of the transport of flows that use TCP.
#pragma once

#include <cstdint>
#include <optional>

#include "models/hosts/tcp/tcp_config.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

// Names as in models/hosts.
enum class CongestionChoice { kReno, kCubic, kLedbat, kDctcp, kPrague, kBbr };
inline constexpr Choice<CongestionChoice> kCongestionControls[] = {
    {"reno", CongestionChoice::kReno},     {"cubic", CongestionChoice::kCubic},
    {"ledbat", CongestionChoice::kLedbat}, {"dctcp", CongestionChoice::kDctcp},
    {"prague", CongestionChoice::kPrague}, {"bbr", CongestionChoice::kBbr}};

enum class TcpPreset { kLinux, kBsdSack, kNs2Sack1, kNs2LinuxCubic };
inline constexpr Choice<TcpPreset> kTcpPresets[] = {{"linux", TcpPreset::kLinux},
                                                    {"bsd-sack", TcpPreset::kBsdSack},
                                                    {"ns2-sack1", TcpPreset::kNs2Sack1},
                                                    {"ns2-linux-cubic", TcpPreset::kNs2LinuxCubic}};

enum class TcpRecovery { kNewReno, kSack, kRack, kFack };
enum class TcpHystart { kNone, kLinux, kRfc9406 };

// Absent fields take the preset's values. Both ends of a connection have the same settings.
struct TcpSettings {
  TcpPreset preset = TcpPreset::kLinux;
  std::optional<unsigned> mss_bytes;
  std::optional<bool> timestamps;
  std::optional<bool> nagle;
  std::optional<unsigned> initial_window_segments;
  std::optional<unsigned> initial_ssthresh_segments;
  std::optional<TcpRecovery> recovery;
  std::optional<unsigned> dup_threshold;
  std::optional<bool> limited_transmit;
  std::optional<bool> rate_reduction;
  std::optional<bool> duplicate_sack;
  std::optional<unsigned> ack_every;
  std::optional<double> ack_delay_ms;
  std::optional<unsigned> quick_acks;
  std::optional<double> initial_rto_ms;
  std::optional<double> min_rto_ms;
  std::optional<double> max_rto_ms;
  std::optional<unsigned> syn_retries;
  std::optional<hosts::IdleRestart> idle_restart;
  std::optional<hosts::TcpEcn> ecn;
  std::optional<std::uint64_t> receive_buffer_bytes;
  std::optional<unsigned> max_window_segments;
  std::optional<bool> byte_counting;
  std::optional<unsigned> abc_limit_segments;
  std::optional<bool> window_validation;
  std::optional<TcpHystart> hystart;
  std::optional<bool> fast_convergence;
  std::optional<bool> reno_friendly;
  std::optional<double> ledbat_target_ms;
  std::optional<double> ledbat_gain;
  std::optional<bool> rtt_independence;
};

const Table<TcpSettings>& tcp_table();

}  // namespace docsis_vp::system
