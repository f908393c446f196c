// Connects the transmit queues of a modem between its AQM engine, queue memory and burst builder.
#pragma once

#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/cm/transmit_queue/transmit_queue.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

struct TransmitStagingConfig {
  Sojourn sojourn = Sojourn::kWhole;
  TimePs stats_from = 0;
  std::vector<std::optional<TransmitQueueConfig>> flows;  // empty: the flow has no transmit queue
};

// Flows without a transmit queue pass through. At one instant bursts pull first, then packets move
// to the transmit queues, then packets arrive.
class TransmitStaging : public sc_core::sc_module, public QueueWriter, public DequeueAqm {
 public:
  // Throws ConfigError.
  TransmitStaging(const sc_core::sc_module_name& name, const TransmitStagingConfig& config,
                  platform::InstantSequencer& sequencer, QueueMemory& memory, Shaper& shaper);

  // Connects the law behind it. Call it before the first packet.
  void connect(DequeueAqm& law, ManagerListener& listener);

  // QueueWriter
  queue::Shortage shortage(unsigned flow, const Packet& packet, TimePs at) override;
  void write(unsigned flow, PacketHandle packet, TimePs accepted) override;
  // DequeueAqm
  bool judges_heads(unsigned flow) const override;
  queue::PacketTally prepare(unsigned flow, std::uint64_t mac_bytes, TimePs at) override;
  void pulled(unsigned flow, TimePs at) override;
  void do_deferred_work() override { law_->do_deferred_work(); }
  bool judges_queue(unsigned flow) const override;
  HeadVerdictPort* head_verdict_port(unsigned flow) override;
  aqm_queue queue_behind(unsigned flow, const Packet& packet, const queue::PacketTally& to_drop,
                         TimePs at) override;
  aqm_verdict judge_head(unsigned flow, Packet& packet, TimePs accepted,
                         const queue::PacketTally& to_drop, TimePs at) override;
  void judged_elsewhere(unsigned flow, Packet& packet, aqm_verdict verdict, TimePs at) override;
  void head_dropped(unsigned flow, const Packet& packet) override;
  void departed(unsigned flow, const Packet& packet, const Departure& departure) override;

  // Null if the flow has no transmit queue.
  const TransmitQueue* queue(unsigned flow) const { return queues_[flow].get(); }

 private:
  void run();
  void arm();

  platform::InstantSequencer& sequencer_;
  QueueMemory& memory_;
  DequeueAqm* law_ = nullptr;
  std::vector<std::unique_ptr<TransmitQueue>> queues_;  // by flow
  platform::InstantSequencer::TaskId task_;
};

}  // namespace docsis_vp::cm
