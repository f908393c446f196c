// Implements a discipline with one FIFO queue under a law.
#pragma once

#include <string>

#include "models/queue/bin.h"
#include "models/queue/discipline.h"
#include "models/queue/flow_identities.h"
#include "platform/base/random.h"

namespace docsis_vp::queue {

class SingleQueue : public Discipline {
 public:
  SingleQueue(const DisciplineConfig& config, const FlowTable& flows, DisciplineListener& listener)
      : SingleQueue(Law(config.law, config.pointer), config, flows, listener) {}

  void know_tokens(const TokenSource& tokens) override { tokens_ = &tokens; }
  std::uint32_t next_bytes() const override {
    return bin_.empty() ? 0 : bin_.head().packet->size_bytes;
  }

 private:
  SingleQueue(Law law, const DisciplineConfig& config, const FlowTable& flows,
              DisciplineListener& listener);

  void accept(PacketHandle packet, TimePs now, const PacketTally& ahead) override;
  QueuedPacket take(TimePs now) override;
  void update(TimePs now) override;
  void clamp_times(TimePs now) override;
  LawSample law_at(TimePs now) const override;

  aqm_queue seen_at(TimePs now) const;
  aqm_packet as_judged(const Packet& packet, TimePs enqueued, TimePs now);
  QueuedPacket pop();

  Law law_;
  LawState state_;
  FlowIdentities identities_;
  RandomStream random_;
  QueueLimits limits_;  // equal to the law's limits
  DisciplineListener& listener_;
  Bin bin_;
  const TokenSource* tokens_ = nullptr;
  const bool foresees_;
};

}  // namespace docsis_vp::queue
