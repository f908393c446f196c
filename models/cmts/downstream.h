// The downstream path: a queue per service flow, or one for all, under any queue management; one
// channel or several that are bonded, MAPs first.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/downstream_scheduler.h"
#include "models/cmts/regulator.h"
#include "models/docsis/packet_classifier.h"
#include "models/docsis/rf.h"
#include "models/queue/discipline.h"
#include "models/queue/packet_tally.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/kernel/instant_sequencer.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

// Sees what becomes of packets, for traces and tests. flow: the modem's number of it.
class DownstreamObserver {
 public:
  virtual ~DownstreamObserver() = default;
  virtual void enqueued(unsigned modem, unsigned flow, const Packet& packet) = 0;
  virtual void dropped(unsigned modem, unsigned flow, const Packet& packet,
                       aqm_verdict verdict) = 0;
  virtual void marked(unsigned modem, unsigned flow, const Packet& packet) = 0;
  virtual void departed(unsigned modem, unsigned flow, const Packet& packet) = 0;
};

// Management frames go before packets, at packet boundaries, on the primary channel; then service
// flows as DownstreamScheduler says, each packet on the lowest channel that is free. What is sent
// leaves the CMTS after serialisation and the interleaver. On bonded channels packets overtake each
// other; their headers then carry the number that the modem puts them in order by.
class Downstream : public sc_core::sc_module, private queue::DisciplineListener {
 public:
  struct FlowCounters {
    queue::PacketTally offered;
    queue::PacketTally sent;
    queue::PacketTally aqm_drops;
    queue::PacketTally aqm_marks;
    queue::PacketTally buffer_drops;
    queue::PacketTally packet_limit_drops;  // part of buffer_drops
    queue::PacketTally queued;
    std::uint64_t shaper_delays = 0;  // packets that have waited for tokens
    TimePs last_queue_delay = 0;
    Histogram queue_delay_ps;  // of packets sent: until they begin to be
  };
  struct ChannelCounters {
    queue::PacketTally packets;  // Ethernet bytes
    std::uint64_t management_frames = 0;
    std::uint64_t octets = 0;  // of all MAC frames
  };

  // latency_ps: interleaver and pipelines, added to every serialisation. Throws InputError and
  // ConfigError.
  Downstream(const sc_core::sc_module_name& name, const DownstreamConfig& config, TimePs latency_ps,
             platform::InstantSequencer& sequencer, docsis::DownstreamTransmitter& plant);

  // A whole MAC frame that may be sent from `ready` on. Frames go out in the order of this call.
  void send_management(docsis::ManagementOctets frame, TimePs ready);
  // Where packets for a modem arrive from the wide-area side.
  PacketSink& port(unsigned modem) { return *ports_[modem]; }

  // Packets of a flow that nothing classifies: from now on they take that service flow.
  void assign(unsigned modem, FlowId packets, unsigned service_flow);
  void observe(DownstreamObserver& observer) { observer_ = &observer; }

  // Of a modem's service flow.
  const FlowCounters& counters(unsigned modem, unsigned flow = 0) {
    release_until(platform::now_ps());
    return flows_[ports_[modem]->first_flow + flow].counters;
  }
  // Of the queue that its packets wait in.
  queue::LawSample law(unsigned modem, unsigned flow) {
    release_until(platform::now_ps());
    return slots_.sample(flows_[ports_[modem]->first_flow + flow].slot, platform::now_ps());
  }
  const ChannelCounters& channel_counters(unsigned channel) const {
    return channels_[channel].counters;
  }
  // Whoever acts at an instant after all queues have been served sees what regulators let go at it.
  void catch_up() { release_until(platform::now_ps() + 1); }
  // Distributions leave out what happened before.
  void measure_from(TimePs time) { stats_from_ = time; }

 private:
  struct Port : PacketSink {
    void push(PacketHandle packet) override;

    Downstream* owner = nullptr;
    unsigned modem = 0;
    unsigned first_flow = 0;                             // in flows_
    std::optional<docsis::PacketClassifier> classifier;  // none: there is but one flow
    platform::InstantSequencer::TaskId task = 0;
    std::vector<PacketHandle> inbox;
  };
  // A service flow of a modem.
  struct Flow {
    unsigned modem = 0;
    unsigned number = 0;  // among the modem's
    unsigned slot = 0;
    std::uint8_t priority = 0;
    bool sequenced = false;  // may come on several channels
    TosOverwrite tos;
    std::uint16_t next_sequence = 0;
    std::unique_ptr<Regulator> regulator;  // before the queue for all; none: it has no rate
    FlowCounters counters;
  };
  struct Channel {
    std::uint64_t rate_bps = 0;
    TimePs latency = 0;
    TimePs free_at = 0;  // when it has sent what it is sending
    ChannelCounters counters;
  };
  struct Management {
    docsis::ManagementOctets frame;
    TimePs ready = 0;
  };

  // DisciplineListener.
  void dropped(const Packet& packet, aqm_verdict verdict, queue::Shortage shortage) override;
  void marked(const Packet& packet) override;
  std::uint64_t admitted(const Packet& packet) override;

  void add_port(unsigned modem);
  std::uint64_t channels_of(const DownstreamModemConfig& modem) const;
  unsigned add_slot(const queue::DisciplineConfig& queue, const QueueSlotConfig& slot);
  Flow& flow_of(const Packet& packet) {
    const auto own = spread_.empty() ? spread_.end() : spread_.find(&packet);
    return flows_[own != spread_.end() ? own->second : flow_of_packets_[packet.flow]];
  }
  void forget_own(const Packet& packet) {
    if (!spread_.empty()) spread_.erase(&packet);
  }
  void enqueue(Port& port);
  void regulate(unsigned index, PacketHandle packet, TimePs now);
  void let_go(Flow& flow, TimePs now);
  void release_held(TimePs now);
  void release_until(TimePs end);
  void serve();
  bool serve_management(TimePs now);
  void serve_packet(unsigned channel, TimePs now);
  TimePs occupy(Channel& channel, std::uint64_t octets, TimePs now);
  void write_header(docsis::DownstreamFrame& frame, Flow& flow);
  void schedule(TimePs now);

  DownstreamConfig config_;
  platform::InstantSequencer& sequencer_;
  docsis::DownstreamTransmitter& plant_;
  DownstreamObserver* observer_ = nullptr;
  platform::InstantSequencer::TaskId serve_task_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::vector<Flow> flows_;                // modem by modem
  std::vector<unsigned> held_;             // of them, those whose regulator holds packets; sorted
  TimePs next_let_go_ = kNever;            // when the first of those may go on
  std::vector<unsigned> flow_of_packets_;  // by FlowId
  // Those waiting whose classifiers look at ECN, which a law may change: packets of one FlowId then
  // take several service flows.
  std::unordered_map<const Packet*, unsigned> spread_;
  DownstreamScheduler slots_;
  std::vector<Channel> channels_;
  std::deque<Management> management_;
  std::vector<std::uint8_t> header_;  // the one being written
  TimePs stats_from_ = 0;
};

}  // namespace docsis_vp::cmts
