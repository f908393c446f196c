// Holds the queues of one service flow under a manager (DRR, SFQ, FQ) and chooses the next packet,
// either when bursts are built or ahead of the grants.
#pragma once

#include <cstdint>
#include <memory>

#include "models/cm/managed_queue/managed_queue_config.h"
#include "models/cm/managed_queue/queue_manager.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/shaper/shaper.h"
#include "models/queue/discipline.h"
#include "models/queue/packet_tally.h"

namespace docsis_vp::cm {

// Packets lie in queue memory; the discipline knows their order. A chosen packet moves to the FIFO
// of the flow's frame stream and leaves in the order of the FIFO. A burst takes the first packets
// of the FIFO, the last one possibly in part. Limits of memory and buffer apply to all queues
// together, including chosen packets until they are read out.
class ManagedQueue : public QueueManager, private queue::DisciplineListener {
 public:
  // `flow` is the index in memory and shaper. Memory, shaper and `flows` must outlive the object.
  // Throws ConfigError.
  ManagedQueue(unsigned flow, const ManagedQueueConfig& config, const FlowTable& flows,
               QueueMemory& memory, Shaper& shaper, ManagerListener& listener);

  // QueueManager of one flow.
  bool decides_at_pull() const override { return stage_bytes_ == 0; }
  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override;
  queue::PacketTally prepare(unsigned flow, std::uint64_t mac_bytes, TimePs at) override;
  void pulled(unsigned flow, TimePs at) override;

 private:
  // DisciplineListener
  void dropped(const Packet& packet, aqm_verdict verdict, queue::Shortage shortage) override;
  void marked(const Packet& packet) override;
  std::uint64_t admitted(const Packet& packet) override;

  const queue::Fifo& chosen() const { return memory_.stream(flow_).fifo(); }
  queue::PacketTally ahead(TimePs at);
  void choose(TimePs at);
  void stage(TimePs at);

  unsigned flow_;
  std::uint32_t stage_bytes_;
  QueueMemory& memory_;
  Shaper& shaper_;
  ManagerListener& listener_;
  std::unique_ptr<queue::Discipline> discipline_;

  TimePs now_ = 0;
  TimePs staged_until_ = 0;
  const Packet* arriving_ = nullptr;  // verdict pending
  bool marked_ = false;               // the arriving packet was marked
  queue::PacketTally dropped_;        // total over queued packets
};

}  // namespace docsis_vp::cm
