// Models the downstream path: a queue per service flow, or one for all, with any queue management;
// one channel or several bonded ones, with MAPs first.
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
#include "models/queue/latency_record.h"
#include "models/queue/packet_tally.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/kernel/instant_sequencer.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

class DownstreamAggregate;

// Observes the fate of packets, for traces and tests. flow: index among the modem's flows.
class DownstreamObserver {
 public:
  virtual ~DownstreamObserver() = default;
  // The packet came from the wide-area side; its service flow is known.
  virtual void arrived(unsigned /*modem*/, unsigned /*flow*/, const Packet&) {}
  virtual void enqueued(unsigned modem, unsigned flow, const Packet& packet) = 0;
  virtual void dropped(unsigned modem, unsigned flow, const Packet& packet,
                       aqm_verdict verdict) = 0;
  virtual void marked(unsigned modem, unsigned flow, const Packet& packet) = 0;
  virtual void departed(unsigned modem, unsigned flow, const Packet& packet) = 0;
  // Queue protection moved the packet from the low-latency to the Classic service flow of its
  // aggregate. The verdict of the Classic flow follows.
  virtual void redirected(unsigned /*modem*/, unsigned /*from*/, unsigned /*to*/, const Packet&) {}
};

// Management frames precede packets, at packet boundaries, on the primary channel. Then service
// flows send in the order of DownstreamScheduler, each packet on the free channel with the lowest
// index. A frame leaves the CMTS after serialisation and the interleaver. On bonded channels
// packets overtake each other; a sequence number in their headers lets the modem restore the order.
class Downstream : public sc_core::sc_module, private queue::DisciplineListener {
 public:
  struct FlowCounters {
    queue::PacketTally offered;
    queue::PacketTally sent;
    queue::PacketTally aqm_drops;
    queue::PacketTally aqm_marks;
    queue::PacketTally buffer_drops;
    queue::PacketTally packet_limit_drops;  // part of buffer_drops
    queue::PacketTally redirects;           // to the Classic service flow
    queue::PacketTally queued;
    std::uint64_t shaper_delays = 0;  // packets that waited for tokens
    TimePs last_queue_delay = 0;
    Histogram queue_delay_ps;      // of sent packets: until their transmission begins
    queue::LatencyRecord latency;  // same, over the whole run
  };
  struct ChannelCounters {
    queue::PacketTally packets;  // Ethernet bytes
    std::uint64_t management_frames = 0;
    std::uint64_t octets = 0;  // all MAC frames
  };

  // latency_ps: of interleaver and pipelines, added to every serialisation. Throws InputError and
  // ConfigError.
  Downstream(const sc_core::sc_module_name& name, const DownstreamConfig& config, TimePs latency_ps,
             platform::InstantSequencer& sequencer, docsis::DownstreamTransmitter& plant);
  ~Downstream() override;

  // Queues a whole MAC frame, which may be sent from `ready` on. Frames leave in the order of the
  // calls.
  void send_management(docsis::ManagementOctets frame, TimePs ready);
  // Receives packets for a modem from the wide-area side.
  PacketSink& port(unsigned modem) { return *ports_[modem]; }

  // Assigns packets of a flow without a matching classifier to a service flow, from now on.
  void assign(unsigned modem, FlowId packets, unsigned service_flow);
  // Adds an observer, which must outlive the run. All observers receive every event.
  void observe(DownstreamObserver& observer) { observers_.push_back(&observer); }

  // Counters of a modem's service flow.
  const FlowCounters& counters(unsigned modem, unsigned flow = 0) {
    release_until(platform::now_ps());
    return flows_[ports_[modem]->first_flow + flow].counters;
  }
  // Returns a sample of the law of the queue in which the flow's packets wait.
  queue::LawSample law(unsigned modem, unsigned flow) {
    release_until(platform::now_ps());
    return slots_.sample(flows_[ports_[modem]->first_flow + flow].slot, platform::now_ps());
  }
  // Returns the queues of the flow's aggregate; null if it has none.
  DownstreamAggregate* aggregate(unsigned modem, unsigned flow) const;
  // True for the low-latency service flow of an aggregate.
  bool is_low_latency(unsigned modem, unsigned flow) const;
  const ChannelCounters& channel_counters(unsigned channel) const {
    return channels_[channel].counters;
  }
  // Releases packets up to the present instant. Call it before an action at an instant after all
  // queues were served.
  void release_due() { release_until(platform::now_ps() + 1); }
  // From this time on the distributions count events.
  void measure_from(TimePs time) { stats_from_ = time; }

 private:
  struct Port : PacketSink {
    void push(PacketHandle packet) override;

    Downstream* owner = nullptr;
    unsigned modem = 0;
    unsigned first_flow = 0;                             // its index in flows_
    std::optional<docsis::PacketClassifier> classifier;  // empty: the modem has only one flow
    platform::InstantSequencer::TaskId task = 0;
    std::vector<PacketHandle> inbox;
  };
  struct Aggregate;
  // A service flow of a modem.
  struct Flow {
    unsigned modem = 0;
    unsigned number = 0;  // index among the modem's flows
    unsigned slot = 0;
    std::uint8_t priority = 0;
    bool sequenced = false;  // may use several channels
    TosOverwrite tos;
    std::uint16_t next_sequence = 0;
    const Aggregate* aggregate = nullptr;
    std::unique_ptr<Regulator> regulator;  // in front of the shared queue; null: no rate
    FlowCounters counters;
  };
  struct Channel {
    std::uint64_t rate_bps = 0;
    TimePs latency = 0;
    TimePs free_at = 0;  // end of its present transmission
    ChannelCounters counters;
  };
  struct Management {
    docsis::ManagementOctets frame;
    TimePs ready = 0;
  };

  // DisciplineListener
  void dropped(const Packet& packet, aqm_verdict verdict, queue::Shortage shortage) override;
  void marked(const Packet& packet) override;
  std::uint64_t admitted(const Packet& packet) override;
  void redirected(const Packet& packet);

  void add_port(unsigned modem);
  std::uint64_t channels_of(const DownstreamModemConfig& modem) const;
  void add_aggregate(const DownstreamModemConfig& modem, const DownstreamAggregateConfig& config,
                     unsigned first_flow);
  const Aggregate* aggregate_of(unsigned flow) const;
  unsigned add_slot(const queue::DisciplineConfig& queue, const QueueSlotConfig& slot);
  unsigned index_of(const Packet& packet) const {
    const auto own = spread_.empty() ? spread_.end() : spread_.find(&packet);
    return own != spread_.end() ? own->second : flow_of_packets_[packet.flow];
  }
  Flow& flow_of(const Packet& packet) { return flows_[index_of(packet)]; }
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
  std::vector<DownstreamObserver*> observers_;
  platform::InstantSequencer::TaskId serve_task_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::vector<Flow> flows_;  // modem by modem
  std::vector<std::unique_ptr<Aggregate>> aggregates_;
  std::vector<unsigned> held_;             // flows whose regulator holds packets; sorted
  TimePs next_let_go_ = kNever;            // first release time of these flows
  std::vector<unsigned> flow_of_packets_;  // by FlowId
  // Waiting packets whose service flow does not follow from their FlowId: those whose classifiers
  // read ECN, which a law may change, and those of aggregates, which a law may redirect.
  std::unordered_map<const Packet*, unsigned> spread_;
  DownstreamScheduler slots_;
  std::vector<Channel> channels_;
  std::deque<Management> management_;
  std::vector<std::uint8_t> header_;  // under construction
  TimePs stats_from_ = 0;
};

}  // namespace docsis_vp::cmts
