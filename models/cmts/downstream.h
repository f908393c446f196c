// The downstream path: a queue per service flow, or one for all, under any queue management; one
// channel, MAPs first.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <systemc>
#include <utility>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/lane_set.h"
#include "models/docsis/packet_classifier.h"
#include "models/docsis/rf.h"
#include "models/queue/discipline.h"
#include "models/queue/packet_tally.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cmts {

// Management frames go before packets, at packet boundaries; then the service flows in turn, each
// held to its rate. With a shared queue that alone decides. What is sent leaves the CMTS after
// serialisation and the interleaver.
class Downstream : public sc_core::sc_module, private queue::DisciplineListener {
 public:
  struct FlowCounters {
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

  // Of a modem's service flow.
  const FlowCounters& counters(unsigned modem, unsigned flow = 0) const {
    return flows_[ports_[modem]->first_flow + flow].counters;
  }
  // Of the queue that its packets wait in.
  queue::LawGlance law(unsigned modem, unsigned flow) const {
    return lanes_[flows_[ports_[modem]->first_flow + flow].lane].discipline->glance();
  }
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
    unsigned lane = 0;
    FlowCounters counters;
  };
  // What takes its turn on the channel: the queue of a service flow, or that of all.
  struct Lane {
    std::unique_ptr<queue::Discipline> discipline;
    std::uint64_t rate_bps = 0;
    TimePs next_start = 0;  // by its rate
    bool waits = false;     // in waiting_
  };
  struct Management {
    docsis::ManagementOctets frame;
    TimePs ready = 0;
  };

  // DisciplineListener.
  void dropped(const Packet& packet, aqm_verdict verdict) override;
  void marked(const Packet& packet) override;

  void add_port(unsigned modem);
  unsigned add_lane(const queue::DisciplineConfig& config, std::uint64_t rate_bps);
  Flow& flow_of(const Packet& packet) { return flows_[flow_of_packets_[packet.flow]]; }
  void enqueue(Port& port);
  void serve();
  bool serve_management(TimePs now);
  bool serve_packet(TimePs now);
  bool serve_lanes(unsigned from, unsigned until, TimePs now);
  void send_next(unsigned index, queue::QueuedPacket next, TimePs now);
  void list(unsigned lane, TimePs now);
  void wake_lanes(TimePs now);
  void schedule(TimePs now);
  TimePs serialisation(std::uint64_t bytes, std::uint64_t rate_bps) const;

  DownstreamConfig config_;
  TimePs latency_;
  platform::InstantSequencer& sequencer_;
  docsis::DownstreamTransmitter& plant_;
  platform::InstantSequencer::TaskId serve_task_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::vector<Flow> flows_;  // modem by modem
  std::vector<Lane> lanes_;
  std::vector<unsigned> flow_of_packets_;  // by FlowId
  TimePs stats_from_ = 0;
  std::deque<Management> management_;
  TimePs free_at_ = 0;  // when the channel has sent what it is sending
  unsigned turn_ = 0;   // the lane to look at first

  // Lanes with packets: those that may send, and those that their rate holds back, by when.
  LaneSet ready_;
  using Waiting = std::pair<TimePs, unsigned>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

}  // namespace docsis_vp::cmts
