// The downstream path: one FIFO per modem, one channel for all, MAPs first.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "models/cmts/config.h"
#include "models/docsis/rf.h"
#include "platform/base/packet.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cmts {

// Management frames go before packets, at packet boundaries; then the modems in turn, each held to
// its rate. What is sent leaves the CMTS after serialisation and the interleaver.
class Downstream : public sc_core::sc_module {
 public:
  struct ModemCounters {
    std::uint64_t offered_packets = 0;
    std::uint64_t offered_bytes = 0;
    std::uint64_t sent_packets = 0;
    std::uint64_t sent_bytes = 0;
    std::uint64_t dropped_packets = 0;  // FIFO full
    std::uint64_t dropped_bytes = 0;
  };

  // latency_ps: interleaver and pipelines, added to every serialisation.
  Downstream(const sc_core::sc_module_name& name, const DownstreamConfig& config, TimePs latency_ps,
             platform::InstantSequencer& sequencer, docsis::DownstreamTransmitter& plant);

  // A whole MAC frame that may be sent from `ready` on. Frames go out in the order of this call.
  void send_management(docsis::ManagementOctets frame, TimePs ready);
  // Where packets for a modem arrive from the wide-area side.
  PacketSink& port(unsigned modem) { return *ports_[modem]; }

  const ModemCounters& counters(unsigned modem) const { return ports_[modem]->counters; }
  std::uint64_t queued_bytes(unsigned modem) const { return ports_[modem]->queued_bytes; }
  std::size_t queued_packets(unsigned modem) const { return ports_[modem]->fifo.size(); }

 private:
  struct Port : PacketSink {
    void push(PacketHandle packet) override;

    Downstream* owner = nullptr;
    DownstreamModemConfig config;
    platform::InstantSequencer::TaskId task = 0;
    std::vector<PacketHandle> inbox;
    std::deque<PacketHandle> fifo;
    std::uint64_t queued_bytes = 0;
    TimePs next_start = 0;  // by the modem's rate
    ModemCounters counters;
  };
  struct Management {
    docsis::ManagementOctets frame;
    TimePs ready = 0;
  };

  void enqueue(Port& port);
  void serve();
  bool serve_management(TimePs now);
  bool serve_packet(TimePs now);
  void schedule(TimePs now);
  TimePs serialisation(std::uint64_t bytes, std::uint64_t rate_bps) const;

  DownstreamConfig config_;
  TimePs latency_;
  platform::InstantSequencer& sequencer_;
  docsis::DownstreamTransmitter& plant_;
  platform::InstantSequencer::TaskId serve_task_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::deque<Management> management_;
  TimePs free_at_ = 0;  // when the channel has sent what it is sending
  unsigned turn_ = 0;   // the modem to look at first
};

}  // namespace docsis_vp::cmts
