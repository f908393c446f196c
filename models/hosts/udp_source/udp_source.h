// Sends packets of one size, or of sizes around a mean, at a constant mean rate.
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
  std::uint32_t packet_bytes = 1500;     // mean size: Ethernet, DA..CRC
  std::uint32_t size_jitter_bytes = 0;   // uniform variation of each size, up or down by this
  TimePs interval = 0;                   // mean time between packets; at least 1
  double jitter_percent = 0;             // uniform variation of each interval, up or down by this
  TimePs start = 0;                      // sends nothing before this time
  TimePs stop = kNever;                  // sends nothing from this time on
  std::optional<std::uint64_t> packets;  // maximum number of packets
  // Time from start to the first packet. By default it is drawn from 0 to one interval, so that
  // sources with equal intervals are not synchronised.
  std::optional<TimePs> phase;
  // Bursts: from `start` on, the source alternates between `on` with packets and `off` without. The
  // first packet of a burst leaves at the burst's beginning plus the phase modulo `on`. on > 0, off
  // >= 0.
  TimePs on = kNever;
  TimePs off = 0;
  Ecn ecn = Ecn::kNotEct;
};

class UdpSource : public sc_core::sc_module {
 public:
  // random: a separate stream; draws the phase, then for each packet its size and its
  // interval, one word each where they vary. Throws
  // ConfigError.
  UdpSource(const sc_core::sc_module_name& name, const UdpSourceConfig& config, FlowId flow,
            RandomStream random, PacketPool& pool, PacketSink& sink);

  FlowId flow() const { return flow_; }
  std::uint64_t sent_packets() const { return sent_packets_; }
  std::uint64_t sent_bytes() const { return sent_bytes_; }

 private:
  void start_of_simulation() override;
  void send();
  std::uint32_t next_size();
  void schedule(TimePs at);
  // Returns `at`, or the beginning of the next burst if `at` is in a silent period.
  TimePs within_burst(TimePs at) const;

  const UdpSourceConfig config_;
  const FlowId flow_;
  const TimePs jitter_;  // largest deviation from the interval
  TimePs phase_ = 0;
  RandomStream random_;
  PacketPool& pool_;
  PacketSink& sink_;
  std::uint64_t sent_packets_ = 0;
  std::uint64_t sent_bytes_ = 0;
  platform::Alarm next_;
};

}  // namespace docsis_vp::hosts
