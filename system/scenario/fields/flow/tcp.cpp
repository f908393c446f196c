#include "system/scenario/fields/flow/tcp.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr std::string_view kOfPreset = "the preset's";

void add_segments(Table<TcpSettings>& t) {
  t.integer("mss_bytes", &TcpSettings::mss_bytes, 100, 8'960)
      .unit("bytes")
      .default_is(kOfPreset)
      .source("RFC 9293 sec. 3.7.1")
      .says(
          "Maximum segment size; timestamps take 12 bytes of it. The presets' 1460 bytes "
          "become 1440 over IPv6.");
  t.boolean("timestamps", &TcpSettings::timestamps)
      .default_is(kOfPreset)
      .source("RFC 7323")
      .says("Sends timestamps in every segment.");
  t.boolean("nagle", &TcpSettings::nagle)
      .default_is(kOfPreset)
      .source("RFC 9293 sec. 3.7.4")
      .says("Delays a short segment while others are in flight.");
  t.integer("ack_every", &TcpSettings::ack_every, 1, 100)
      .unit("segments")
      .default_is(kOfPreset)
      .source("RFC 9293 sec. 3.8.6.3")
      .says("Full segments per acknowledgment; 1: no acknowledgment is delayed.");
  t.number("ack_delay_ms", &TcpSettings::ack_delay_ms, 0, 500)
      .unit("ms")
      .default_is(kOfPreset)
      .source("RFC 9293 sec. 3.8.6.3")
      .says("Longest delay of an acknowledgment.");
  t.integer("quick_acks", &TcpSettings::quick_acks, 0, 1'000)
      .unit("segments")
      .default_is(kOfPreset)
      .source("Linux")
      .says("Number of first segments of a connection that are acknowledged at once.");
  t.integer("receive_buffer_bytes", &TcpSettings::receive_buffer_bytes, 1'000, 1ULL << 30)
      .unit("bytes")
      .default_is(kOfPreset)
      .source("RFC 7323 sec. 2")
      .says("Receive buffer, which limits the announced window.");
}

void add_windows(Table<TcpSettings>& t) {
  t.integer("initial_window_segments", &TcpSettings::initial_window_segments, 1, 100)
      .unit("segments")
      .default_is(kOfPreset)
      .source("RFC 6928; RFC 5681 sec. 3.1")
      .says("Congestion window of a new connection.");
  t.integer("initial_ssthresh_segments", &TcpSettings::initial_ssthresh_segments, 2, 1'000'000)
      .unit("segments")
      .default_is("unlimited")
      .source("RFC 5681 sec. 3.1")
      .says("Window at which the first slow start ends at the latest.");
  t.integer("max_window_segments", &TcpSettings::max_window_segments, 1, 1'000'000)
      .unit("segments")
      .default_is(kOfPreset)
      .source("`window_` of ns-2")
      .says("Largest number of segments in flight.");
  t.boolean("byte_counting", &TcpSettings::byte_counting)
      .default_is(kOfPreset)
      .source("RFC 3465")
      .says("true: the window grows by acknowledged octets. false: it grows by acknowledgments.");
  t.integer("abc_limit_segments", &TcpSettings::abc_limit_segments, 1, 1'000'000)
      .unit("segments")
      .default_is(kOfPreset)
      .source("L of RFC 3465")
      .says("With `byte_counting`: largest growth per acknowledgment in slow start.");
  t.boolean("window_validation", &TcpSettings::window_validation)
      .default_is(kOfPreset)
      .source("RFC 7661")
      .says("Lets the window grow only while it limits the sender.");
  t.choice<hosts::IdleRestart>("idle_restart", &TcpSettings::idle_restart,
                               {{"off", hosts::IdleRestart::kOff},
                                {"rfc5681", hosts::IdleRestart::kRfc5681},
                                {"rfc2861", hosts::IdleRestart::kRfc2861}})
      .default_is(kOfPreset)
      .source("RFC 5681 sec. 4.1; RFC 2861")
      .says(
          "Effect of a pause on the window: `off`: none; `rfc5681`: back to the initial "
          "window; `rfc2861`: halved per elapsed timeout.");
}

// Options of a single congestion control.
void add_algorithms(Table<TcpSettings>& t) {
  t.choice<TcpHystart>("hystart", &TcpSettings::hystart,
                       {{"none", TcpHystart::kNone},
                        {"linux", TcpHystart::kLinux},
                        {"rfc9406", TcpHystart::kRfc9406}})
      .default_is(kOfPreset)
      .source("Linux tcp_cubic.c; RFC 9406")
      .says(
          "CUBIC: end of slow start before a loss. `linux`: HyStart, by a train of "
          "acknowledgments as long as half a round trip or by a rise of the round-trip time. "
          "`rfc9406`: HyStart++, by the rise only, and more slowly.");
  t.boolean("fast_convergence", &TcpSettings::fast_convergence)
      .default_is("true")
      .source("RFC 9438 sec. 4.7")
      .says(
          "CUBIC: reduces a window that shrinks from loss to loss further, to make room for "
          "new flows.");
  t.boolean("reno_friendly", &TcpSettings::reno_friendly)
      .default_is("true")
      .source("RFC 9438 sec. 4.3")
      .says("CUBIC: keeps the window at least at Reno's.");
  t.number("ledbat_target_ms", &TcpSettings::ledbat_target_ms, 1, 100)
      .unit("ms")
      .default_is("100")
      .source("RFC 6817 sec. 2.5")
      .says("LEDBAT: target of the queueing delay.");
  t.number("ledbat_gain", &TcpSettings::ledbat_gain, 0.001, 1)
      .default_is("1")
      .source("RFC 6817 sec. 2.5")
      .says("LEDBAT: growth relative to Reno's.");
  t.boolean("rtt_independence", &TcpSettings::rtt_independence)
      .default_is("true")
      .source("Linux tcp_prague.c")
      .says("Prague: windows of round trips below 25 ms grow no faster than that of 25 ms.");
}

void add_recovery(Table<TcpSettings>& t) {
  t.choice<TcpRecovery>("recovery", &TcpSettings::recovery,
                        {{"newreno", TcpRecovery::kNewReno},
                         {"sack", TcpRecovery::kSack},
                         {"rack", TcpRecovery::kRack},
                         {"fack", TcpRecovery::kFack}})
      .default_is(kOfPreset)
      .source("RFC 6582; RFC 6675; RFC 8985; tcp-linux.cc of ns-2.35")
      .says(
          "Loss detection and recovery. `newreno`: without selective acknowledgments. `sack`: "
          "counts selectively acknowledged segments. `rack`: compares their send times. "
          "`fack`: uses the highest acknowledged segment, with rate halving.");
  t.integer("dup_threshold", &TcpSettings::dup_threshold, 1, 255)
      .default_is(kOfPreset)
      .source("RFC 5681 sec. 3.2")
      .says("Number of duplicate acknowledgments that indicate a loss.");
  t.boolean("rate_reduction", &TcpSettings::rate_reduction)
      .default_is(kOfPreset)
      .source("RFC 6937")
      .says(
          "Lets recovery with selective acknowledgments send in proportion to delivered bytes, "
          "instead of pausing first.");
  t.boolean("duplicate_sack", &TcpSettings::duplicate_sack)
      .default_is(kOfPreset)
      .source("RFC 2883; oslo-2013")
      .says("Lets the receiver report duplicate segments (D-SACK).");
  t.boolean("limited_transmit", &TcpSettings::limited_transmit)
      .default_is(kOfPreset)
      .source("RFC 3042")
      .says("Sends a new segment on each of the first two duplicate acknowledgments.");
  t.number("initial_rto_ms", &TcpSettings::initial_rto_ms, 1, 60'000)
      .unit("ms")
      .default_is(kOfPreset)
      .source("RFC 6298 sec. 2.1")
      .says("Retransmission timeout before the first measurement.");
  t.number("min_rto_ms", &TcpSettings::min_rto_ms, 1, 60'000)
      .unit("ms")
      .default_is(kOfPreset)
      .source("RFC 6298 sec. 2.4; 200 ms in Linux")
      .says("Least retransmission timeout.");
  t.number("max_rto_ms", &TcpSettings::max_rto_ms, 1'000, 3'600'000)
      .unit("ms")
      .default_is(kOfPreset)
      .source("RFC 6298 sec. 2.5; cablelabs-2012: 60 s")
      .says("Largest retransmission timeout, after doubling too.");
  t.integer("syn_retries", &TcpSettings::syn_retries, 0, 127)
      .default_is(kOfPreset)
      .source("cablelabs-2012")
      .says("Number of retries of an unanswered SYN, each after twice the timeout.");
  t.choice<hosts::TcpEcn>("ecn", &TcpSettings::ecn,
                          {{"off", hosts::TcpEcn::kOff},
                           {"classic", hosts::TcpEcn::kClassic},
                           {"dctcp", hosts::TcpEcn::kDctcp},
                           {"accurate", hosts::TcpEcn::kAccurate}})
      .default_is("the congestion control's requirement, or else the preset's")
      .source("RFC 3168; RFC 8257")
      .says("Explicit congestion notification.");
}

}  // namespace

const Table<TcpSettings>& tcp_table() {
  static const Table<TcpSettings> table = [] {
    Table<TcpSettings> t("tcp", "TCP settings, the same at both ends of a connection.");
    t.set_shorthand("preset");
    t.choice<TcpPreset>("preset", &TcpSettings::preset, kTcpPresets)
        .says(
            "Source of the defaults below: `linux`: Linux. `bsd-sack`: the web hosts of "
            "cablelabs-2012. `ns2-sack1`: ns-2's Sack1 as in clemson-2015. `ns2-linux-cubic`: "
            "ns-2's TCP/Linux with `cubic` of Linux 2.6.22 and a sink that acknowledges every "
            "segment.");
    add_segments(t);
    add_windows(t);
    add_recovery(t);
    add_algorithms(t);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
