#include "models/hosts/tcp/tcp_config.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {
namespace {

// Defaults of a current Linux kernel, as far as they are visible on the wire.
TcpConfig linux_preset() {
  TcpConfig config;
  config.min_rto = 200 * kPsPerMs;
  config.min_rto_on_variance = true;
  config.max_rto = 120 * kPsPerSecond;
  config.proportional_rate_reduction = true;
  config.loss_by_time = true;
  config.keep_sack_on_timeout = true;
  config.idle_restart = IdleRestart::kRfc2861;
  config.ack_delay = 40 * kPsPerMs;
  config.quick_acks = 16;
  config.duplicate_sack = true;
  return config;
}

// Web clients and servers of the 2012 study: BSD with SACK, before the initial window of ten.
TcpConfig bsd_sack_preset() {
  TcpConfig config;
  config.timestamps = false;
  config.initial_rto = 3 * kPsPerSecond;  // RFC 2988
  config.syn_retries = 20;
  config.initial_window = InitialWindow::kRfc5681;
  config.receive_buffer_bytes = 1024 * 1024;
  return config;
}

// Agent/TCP/Sack1 with a delayed-ACK sink.
TcpConfig ns2_sack1_preset() {
  TcpConfig config;
  config.timestamps = false;
  config.initial_rto = 3 * kPsPerSecond;
  config.min_rto = 200 * kPsPerMs;
  config.clock_granularity = 10 * kPsPerMs;
  config.slow_rto_after_syn_loss = false;
  config.small_window_after_syn_loss = false;
  config.initial_window = InitialWindow::kSegments;
  config.initial_window_segments = 2;
  config.window_validation = false;
  config.idle_restart = IdleRestart::kOff;
  config.max_window_segments = 10'000;
  config.receive_buffer_bytes = 64 * 1024 * 1024;
  return config;
}

// Agent/TCP/Linux of ns-2.35 with a sink that acknowledges every segment: tcp-linux.cc,
// scoreboard1.cc and its defaults, with the timestamps that the module's author recommends.
TcpConfig ns2_linux_cubic_preset() {
  TcpConfig config;
  config.initial_rto = 3 * kPsPerSecond;
  config.min_rto = 200 * kPsPerMs;
  config.max_rto = 120 * kPsPerSecond;
  config.syn_retries = 20;
  config.slow_rto_after_syn_loss = false;
  config.small_window_after_syn_loss = false;
  config.initial_window = InitialWindow::kSegments;
  config.initial_window_segments = 2;
  config.forward_acknowledgment = true;
  config.keep_sack_on_timeout = true;
  config.ack_every = 1;
  config.receive_buffer_bytes = 64 * 1024 * 1024;
  return config;
}

void require(bool holds, const std::string& pointer, const char* field, const char* expected) {
  if (!holds) {
    throw ConfigError(pointer + "/" + field, expected);
  }
}

}  // namespace

std::uint64_t TcpConfig::initial_window_bytes(std::uint32_t segment_bytes) const {
  const std::uint64_t segment = segment_bytes;
  switch (initial_window) {
    case InitialWindow::kRfc6928:
      return std::min(10 * segment, std::max<std::uint64_t>(2 * segment, 14'600));
    case InitialWindow::kRfc5681:
      return segment * (segment <= 1095 ? 4 : segment <= 2190 ? 3 : 2);
    case InitialWindow::kSegments:
      break;
  }
  return segment * initial_window_segments;
}

std::optional<TcpConfig> tcp_preset(const std::string& name) {
  if (name == "linux") return linux_preset();
  if (name == "bsd-sack") return bsd_sack_preset();
  if (name == "ns2-sack1") return ns2_sack1_preset();
  if (name == "ns2-linux-cubic") return ns2_linux_cubic_preset();
  return std::nullopt;
}

void check_tcp_config(const TcpConfig& config, const std::string& pointer) {
  const auto is = [&pointer](bool holds, const char* field, const char* expected) {
    require(holds, pointer, field, expected);
  };
  is(config.mss_bytes >= 100 && config.mss_bytes <= 8960, "mss_bytes", "expected 100 to 8960");
  is(config.initial_rto > 0, "initial_rto", "expected more than 0");
  is(config.min_rto > 0, "min_rto", "expected more than 0");
  is(config.max_rto >= config.min_rto && config.max_rto >= config.initial_rto, "max_rto",
     "expected at least min_rto and initial_rto");
  is(config.clock_granularity >= 0, "clock_granularity", "expected 0 or more");
  is(config.syn_retries <= 127, "syn_retries", "expected at most 127");
  is(config.initial_window_segments >= 1 && config.initial_window_segments <= 100,
     "initial_window_segments", "expected 1 to 100");
  is(config.dup_threshold >= 1 && config.dup_threshold <= 255, "dup_threshold",
     "expected 1 to 255");
  is(!config.forward_acknowledgment || !(config.loss_by_time || config.proportional_rate_reduction),
     "forward_acknowledgment", "excludes loss_by_time and proportional_rate_reduction");
  is(!config.max_window_segments || *config.max_window_segments >= 1, "max_window_segments",
     "expected at least 1");
  is(config.receive_buffer_bytes >= 2 * std::uint64_t{config.mss_bytes} &&
         config.receive_buffer_bytes <= std::uint64_t{1} << 30,
     "receive_buffer_bytes", "expected two segments to 1 GiB");
  is(config.ack_every >= 1 && config.ack_every <= 100, "ack_every", "expected 1 to 100");
  is(config.ack_delay >= 0 && config.ack_delay <= 500 * kPsPerMs, "ack_delay",
     "expected 0 to 500 ms (RFC 5681 sec. 4.2)");
}

}  // namespace docsis_vp::hosts
