// Implements a discipline with many queues (managers DRR, SFQ and FQ), selected by a flow hash and
// served by round robin.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/queue/bin.h"
#include "models/queue/deficit_round_robin.h"
#include "models/queue/discipline.h"
#include "models/queue/flow_hash.h"
#include "models/queue/gates.h"
#include "models/queue/managers.h"
#include "models/queue/packet_tally.h"
#include "platform/base/random.h"

namespace docsis_vp::queue {

// Selects the next queue, by the model or by RTL.
class QueueScheduler {
 public:
  QueueScheduler(ServiceOrder order, const MultiQueueConfig& config,
                 std::unique_ptr<TurnsInGates> gates)
      : model_(order, config.queues, config.quantum_bytes), gates_(std::move(gates)) {}

  void arrived(std::uint32_t queue) { gates_ ? gates_->arrived(queue) : model_.arrived(queue); }
  template <typename HeadBytes>
  std::uint32_t next(const HeadBytes& bytes_of_head) {
    return gates_ ? gates_->next(bytes_of_head) : model_.next(bytes_of_head);
  }
  void sent(std::uint32_t queue, std::uint32_t bytes) {
    gates_ ? gates_->sent(bytes) : model_.sent(queue, bytes);
  }
  void found_empty(std::uint32_t queue) {
    gates_ ? gates_->found_empty() : model_.found_empty(queue);
  }

 private:
  DeficitRoundRobin model_;
  std::unique_ptr<TurnsInGates> gates_;  // null: the model decides
};

class MultiQueue : public Discipline {
 public:
  // config.law: the manager's law, with that law's options.
  MultiQueue(const Manager& manager, const DisciplineConfig& config, const FlowTable& flows,
             DisciplineListener& listener);

  const Law& law() const { return law_; }

  std::uint32_t queue_of(FlowId flow) { return flow_queues_.of(flow); }
  const Backlog& backlog(std::uint32_t queue) const { return bins_[queue].backlog(); }

 private:
  MultiQueue(const Manager& manager, const Law& law, const DisciplineConfig& config,
             const FlowTable& flows, DisciplineListener& listener);

  void accept(PacketHandle packet, TimePs now, const PacketTally& ahead) override;
  QueuedPacket take(TimePs now) override;
  void update(TimePs now) override;
  void clamp_times(TimePs now) override;

  aqm_queue seen(std::uint32_t queue, const Packet& packet, const PacketTally& ahead);
  void leave_room(aqm_queue& seen, const Packet& packet) const;
  Shortage shortage_of_share(const Backlog& own, const Packet& packet) const;
  // Returns the limit that an arriving packet would exceed.
  Shortage shortage_for(std::uint32_t queue, const Packet& packet, const PacketTally& ahead) const;
  aqm_verdict judge(std::uint32_t queue, const Packet& packet, TimePs now,
                    const PacketTally& ahead);
  aqm_verdict judge_by_share(std::uint32_t queue, aqm_queue seen, const aqm_packet& judged,
                             std::uint32_t random);
  bool passes_head(std::uint32_t queue, QueuedPacket& entry, TimePs now);
  void found_empty(std::uint32_t queue, TimePs now);
  QueuedPacket take_head(std::uint32_t queue);
  void remove(std::uint32_t queue, const Packet& packet);
  // Returns the limit that all queues together exceed, including `ahead`.
  Shortage excess(const PacketTally& ahead) const;
  void make_room(const PacketTally& ahead);
  void drop_batch_at_head(std::uint32_t queue, Shortage shortage);
  void drop_to_make_room(std::uint32_t queue, const QueuedPacket& entry, Shortage shortage);
  std::uint64_t length(std::uint32_t queue) const;
  std::uint32_t longest();

  LawState& state_of(std::uint32_t queue) { return states_[states_.size() == 1 ? 0 : queue]; }

  const Manager& manager_;
  const MultiQueueConfig config_;
  const std::uint64_t buffer_bytes_;    // 0: no limit
  const std::uint32_t buffer_packets_;  // 0: no limit
  Law law_;
  FlowQueues flow_queues_;
  DisciplineListener& listener_;
  std::vector<Bin> bins_;
  std::vector<LawState> states_;       // one in total, or one per queue
  std::vector<RandomStream> randoms_;  // one for each of states_
  Backlog total_;
  const Packet* arriving_ = nullptr;  // the arriving packet, in its queue while room is made for it
  QueueScheduler scheduler_;
  std::uint32_t longest_ = 0;
  bool longest_known_ = true;
};

}  // namespace docsis_vp::queue
