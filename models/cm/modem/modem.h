// Connects the data path of a cable modem, from its LAN port to its RF port and back.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/burst_builder/burst_builder.h"
#include "models/cm/classifier/classifier.h"
#include "models/cm/classifier/size_filter.h"
#include "models/cm/lan_port/lan_port.h"
#include "models/cm/managed_queue/managed_queue.h"
#include "models/cm/map_parser/map_parser.h"
#include "models/cm/modem/flow_statistics.h"
#include "models/cm/modem/modem_config.h"
#include "models/cm/modem/queue_status.h"
#include "models/cm/queue_memory/ingress_fifo.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/request_engine/request_engine.h"
#include "models/cm/resequencer/resequencer.h"
#include "models/cm/shaper/shaper.h"
#include "models/cm/transmit_queue/transmit_staging.h"
#include "models/cm/upstream_observer.h"
#include "models/cm/verdict_port/verdict_port.h"
#include "models/docsis/rf.h"
#include "platform/base/flow.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

class AggregateQueue;
class CoupledLaw;

class Modem : public sc_core::sc_module, public docsis::DownstreamReceiver {
 public:
  // flows: every packet flow that may arrive; the table may grow. lan: receives downstream packets.
  // Throws ConfigError for values out of range.
  Modem(const sc_core::sc_module_name& name, const DataPathConfig& config, const FlowTable& flows,
        docsis::UpstreamTransmitter& rf, PacketSink& lan);
  ~Modem() override;

  // Receives packets from the hosts.
  PacketSink& lan() { return lan_port_; }

  // DownstreamReceiver
  void receive_management(unsigned downstream_channel, docsis::ManagementOctets frame) override;
  void receive_packet(docsis::DownstreamFrame frame) override;
  docsis::FrameListener* take_from(docsis::FrameKeeper& keeper) override {
    return parser_.take_from(keeper);
  }
  void leave_keeper() override { parser_.leave_keeper(); }

  // Sets the channels of a flow from now on. sids: its SID on each channel; 0: not on it
  // (MULPIv3.1: dynamic bonding change). The modem still uses known grants on any channel; segment
  // numbers continue. Throws ConfigError and InputError.
  void use_channels(unsigned flow, const std::vector<std::uint16_t>& sids);
  // Announces a UCD, see MapParser::learn_ucd().
  void learn_ucd(unsigned channel, const docsis::ChannelParameters& parameters) {
    parser_.learn_ucd(channel, parameters);
  }

  // Assigns packets of a flow without a matching classifier to a service flow, from now on.
  void assign(FlowId packets, unsigned service_flow) { classifier_.assign(packets, service_flow); }

  // Scripted event: misses the next `count` grants, whatever their slack.
  void miss_grants(unsigned count) { builder_.miss_next(count); }

  // Sets the observer, at most one. It must live until the modem is destroyed or the run has ended.
  void observe(UpstreamObserver& observer) {
    classifier_.observe(observer);
    requests_.observe(observer);
    builder_.observe(observer);
  }

  // Configuration at construction.
  const DataPathConfig& config() const { return config_; }
  unsigned flows() const { return memory_.flows(); }
  FlowStatistics statistics(unsigned flow) const;
  FlowSample sample(unsigned flow);
  std::uint64_t downstream_packets() const { return downstream_packets_; }
  std::uint64_t downstream_bytes() const { return downstream_bytes_; }

  // Orders the events of one instant. Other blocks may add tasks during elaboration.
  platform::InstantSequencer& sequencer() { return sequencer_; }

  // Blocks of the modem, for their counters and distributions, and for a control processor.
  AqmEngine& aqm() { return aqm_; }
  QueueMemory& memory() {  // reading a depth discards older transfers
    aqm_.do_deferred_work();
    return memory_;
  }
  Shaper& shaper() { return shaper_; }
  RequestEngine& requests() { return requests_; }
  MapParser& parser() { return parser_; }
  BurstBuilder& builder() { return builder_; }
  // Null if gates compute the law of all aggregates, or there are none.
  CoupledLaw* coupled_law() { return coupled_law_.get(); }
  const CoupledLaw* coupled_law() const { return coupled_law_.get(); }
  // Null if hardware decides on packets.
  IngressHold* hold() { return hold_.get(); }
  const IngressHold* hold() const { return hold_.get(); }
  VerdictPort* heads() { return heads_.get(); }
  const VerdictPort* heads() const { return heads_.get(); }
  const AqmEngine& aqm() const { return aqm_; }
  const RequestEngine& requests() const { return requests_; }
  const MapParser& parser() const { return parser_; }
  const BurstBuilder& builder() const { return builder_; }
  // Null if the flow has no transmit queue.
  const TransmitQueue* transmit_queue(unsigned flow) const {
    return staging_ != nullptr ? staging_->queue(flow) : nullptr;
  }
  // Null if the flow has no aggregate.
  const AggregateQueue* aggregate(unsigned flow) const { return aggregate_of(flow); }
  AggregateQueue* aggregate(unsigned flow) { return aggregate_of(flow); }
  const std::vector<std::unique_ptr<AggregateQueue>>& aggregates() const { return aggregates_; }
  const LanPort& lan_port() const { return lan_port_; }
  const Resequencer& resequencer() const { return resequencer_; }

 private:
  void add_aggregates(const FlowTable& flows);
  AggregateQueue* aggregate_of(unsigned flow) const;

  std::uint64_t downstream_packets_ = 0;
  std::uint64_t downstream_bytes_ = 0;
  const DataPathConfig config_;
  std::vector<docsis::ChannelGeometry> channels_;
  platform::InstantSequencer sequencer_;
  QueueMemory memory_;
  Shaper shaper_;
  RequestEngine requests_;
  QueueStatus status_;
  std::unique_ptr<TransmitStaging> staging_;  // null: no flow has a transmit queue
  AqmEngine aqm_;
  std::vector<std::unique_ptr<ManagedQueue>> managers_;  // of flows with several queues
  std::vector<std::unique_ptr<AggregateQueue>> aggregates_;
  std::unique_ptr<CoupledLaw> coupled_law_;
  std::unique_ptr<IngressHold> hold_;
  std::unique_ptr<VerdictPort> heads_;
  BurstBuilder builder_;
  MapParser parser_;
  IngressFifo fifo_;
  SizeFilter filter_;
  Classifier classifier_;
  LanPort lan_port_;
  Resequencer resequencer_;
};

}  // namespace docsis_vp::cm
