// Packets of one size at a constant mean rate.
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>

#include "platform/base/packet.h"
#include "platform/base/random.h"
#include "platform/base/time.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::hosts {

struct UdpSourceConfig {
  std::uint32_t packet_bytes = 1500;  // Ethernet, DA..CRC
  TimePs interval = 0;                // mean time from one packet to the next; at least 1
  double jitter_percent = 0;          // each interval is drawn evenly from so much below to above
  TimePs start = 0;                   // sends nothing before this time,
  TimePs stop = kNever;               // nor from this time on
  std::optional<std::uint64_t> packets;  // sends so many at most
  // From start to the first packet; drawn from 0 up to an interval if not given, so that sources
  // of equal intervals do not run in step.
  std::optional<TimePs> phase;
  // Bursts: from `start` on, sends for `on`, is silent for `off`, and so on. In silence no packet
  // leaves; the first one of a burst leaves at its beginning, later by the phase modulo `on`.
  // on > 0, off >= 0.
  TimePs on = kNever;
  TimePs off = 0;
  Ecn ecn = Ecn::kNotEct;
};

class UdpSource : public sc_core::sc_module {
 public:
  // random: a stream of its own; it draws the phase, then one word per interval with jitter. Throws
  // ConfigError.
  UdpSource(const sc_core::sc_module_name& name, const UdpSourceConfig& config, FlowId flow,
            RandomStream random, PacketPool& pool, PacketSink& sink);

  FlowId flow() const { return flow_; }
  std::uint64_t sent_packets() const { return sent_packets_; }
  std::uint64_t sent_bytes() const { return sent_packets_ * config_.packet_bytes; }

 private:
  void start_of_simulation() override;
  void send();
  void schedule(TimePs at);
  // Then, or when the burst after that silence begins.
  TimePs within_burst(TimePs at) const;

  const UdpSourceConfig config_;
  const FlowId flow_;
  const TimePs jitter_;  // largest deviation from the interval
  TimePs phase_ = 0;
  RandomStream random_;
  PacketPool& pool_;
  PacketSink& sink_;
  std::uint64_t sent_packets_ = 0;
  platform::Alarm next_;
};

}  // namespace docsis_vp::hosts
