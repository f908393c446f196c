// The downstream path: a queue per modem, or one for all, under any queue management; one channel,
// MAPs first.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "models/cmts/config.h"
#include "models/docsis/rf.h"
#include "models/queue/discipline.h"
#include "models/queue/packet_tally.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cmts {

// Management frames go before packets, at packet boundaries; then the modems in turn, each held to
// its rate. With a shared queue that alone decides. What is sent leaves the CMTS after
// serialisation and the interleaver.
class Downstream : public sc_core::sc_module, private queue::DisciplineListener {
 public:
  struct ModemCounters {
    queue::PacketTally offered;
    queue::PacketTally sent;
    queue::PacketTally aqm_drops;
    queue::PacketTally aqm_marks;
    queue::PacketTally buffer_drops;
    queue::PacketTally queued;
    Histogram queue_delay_ps;  // of packets sent: until they begin to be
    TimePs last_queue_delay = 0;
  };

  // latency_ps: interleaver and pipelines, added to every serialisation.
  Downstream(const sc_core::sc_module_name& name, const DownstreamConfig& config, TimePs latency_ps,
             platform::InstantSequencer& sequencer, docsis::DownstreamTransmitter& plant);

  // A whole MAC frame that may be sent from `ready` on. Frames go out in the order of this call.
  void send_management(docsis::ManagementOctets frame, TimePs ready);
  // Where packets for a modem arrive from the wide-area side.
  PacketSink& port(unsigned modem) { return *ports_[modem]; }

  const ModemCounters& counters(unsigned modem) const { return ports_[modem]->counters; }
  // Of the queue that a modem's packets wait in.
  queue::LawGlance law(unsigned modem) const {
    return lanes_[ports_[modem]->lane].discipline->glance();
  }
  // Distributions leave out what happened before.
  void measure_from(TimePs time) { stats_from_ = time; }

 private:
  struct Port : PacketSink {
    void push(PacketHandle packet) override;

    Downstream* owner = nullptr;
    unsigned modem = 0;
    platform::InstantSequencer::TaskId task = 0;
    std::vector<PacketHandle> inbox;
    unsigned lane = 0;
    ModemCounters counters;
  };
  // What takes its turn on the channel: a modem's queue, or that of all.
  struct Lane {
    std::unique_ptr<queue::Discipline> discipline;
    std::uint64_t rate_bps = 0;
    TimePs next_start = 0;  // by its rate
  };
  struct Management {
    docsis::ManagementOctets frame;
    TimePs ready = 0;
  };

  // DisciplineListener.
  void dropped(const Packet& packet, aqm_verdict verdict) override;
  void marked(const Packet& packet) override;

  void add_lane(const queue::DisciplineConfig& config, std::uint64_t rate_bps);
  Port& port_of(const Packet& packet) { return *ports_[modem_of_flow_[packet.flow]]; }
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
  std::vector<Lane> lanes_;
  std::vector<unsigned> modem_of_flow_;
  TimePs stats_from_ = 0;
  std::deque<Management> management_;
  TimePs free_at_ = 0;  // when the channel has sent what it is sending
  unsigned turn_ = 0;   // the lane to look at first
};

}  // namespace docsis_vp::cmts
