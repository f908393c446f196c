// Holds the packets of an aggregate service flow: a Classic and a low-latency service flow under
// one coupled law and one rate (Low Latency DOCSIS).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cm/managed_queue/queue_manager.h"
#include "models/cm/map_parser/map_sink.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/shaper/shaper.h"
#include "models/docsis/packet_shaper.h"
#include "models/queue/dual_queue.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

constexpr std::size_t kMaxAggregates = 16;

struct AggregateQueueConfig {
  std::string name = "asf0";
  // Indices of its service flows, at least one. Packets offered to either flow belong to the
  // aggregate. The modem's classifier chooses between the two flows.
  std::optional<unsigned> classic;
  std::optional<unsigned> low_latency;
  queue::DualQueueConfig queue;       // an aggregate of one flow has no queue protection
  docsis::PacketShaperConfig shaper;  // AMSR, its burst, its peak rate
};

// Both flows wait in one dual queue. A packet leaves it when the aggregate's buckets and those of
// its own service flow hold tokens for all of it. If both flows wait for the aggregate's tokens,
// they alternate by the scheduling weight. From then on the packet is eligible: its service flow
// requests it and has its own grants. Until a burst takes the packet, the laws see it as queued.
// At one instant bursts pull first, then packets are released, then packets arrive.
class AggregateQueue : public QueueManager,
                       public MapSink,
                       private queue::DualQueueListener,
                       private queue::PartClassifier {
 public:
  // Values that only the aggregate has.
  struct State {
    double coupled_probability = 0;       // p_CL
    double mean_coupled_probability = 0;  // over all updates
    double classic_probability = 0;       // p of DOCSIS-PIE
    TimePs classic_delay = 0;             // qdelay_C
    TimePs low_latency_estimate = 0;      // "V", of the latest arrival
  };

  // flows: headers of packets. order: position among the aggregates of a modem. All references must
  // outlive the object. Shaper: the flows release whole packets. Throws ConfigError.
  AggregateQueue(const AggregateQueueConfig& config, unsigned channels, const FlowTable& flows,
                 platform::InstantSequencer& sequencer, unsigned order, QueueMemory& memory,
                 Shaper& shaper, ManagerListener& listener);

  // QueueManager
  bool decides_at_pull() const override { return false; }
  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override;
  queue::PacketTally prepare(unsigned, std::uint64_t, TimePs) override { return {}; }
  void pulled(unsigned flow, TimePs at) override;

  // MapSink: estimate "V" uses the loop delay of the low-latency flow's grants.
  void on_request_region(const RequestRegion&) override {}
  void on_grant(const Grant& grant) override;
  void on_pending(unsigned, unsigned) override {}
  void on_map_end(const MapSummary& map) override;
  void on_maps_passed(const MapSummary&, std::uint64_t) override {}
  bool may_defer(const RequestRegion&) const override { return true; }
  TimePs earliest_relevant_ack_time() const override { return kNever; }

  const AggregateQueueConfig& config() const { return config_; }
  // For the block that runs the law, if config().queue.law_apart.
  queue::DualQueue& dual_queue() { return queue_; }
  const queue::DualQueue& dual_queue() const { return queue_; }
  const dual_queue_counters& counters(queue::Part part) const { return queue_.counters(part); }
  // The law's state as of `at`; computes updates that are due.
  State state(TimePs at);
  // Whole bytes in the aggregate's sustained-rate bucket.
  std::uint64_t sustained_tokens(TimePs at) const { return bucket_.sustained_tokens(at); }

 private:
  using Part = queue::Part;
  struct Loop {
    TimePs starts = 0;  // sum of the start times over the grants of the present MAP
    TimePs grants = 0;
  };

  // DualQueueListener
  void dropped(const Packet& packet, aqm_verdict verdict, queue::Shortage shortage) override;
  void marked(const Packet&) override { marked_ = true; }
  std::uint64_t admitted(const Packet& packet) override;
  void redirected(const Packet& packet) override;
  queue::Shortage shortage(Part part, const Packet& packet) override;
  // PartClassifier
  Part part_of(const Packet&) const override { return arriving_; }

  unsigned flow_of(Part part) const {
    return part == Part::kClassic ? *config_.classic : *config_.low_latency;
  }
  // The packet to release next, and when its own buckets hold it. stands: as long as neither queue
  // has another head, it is also the next one at any later instant.
  struct Candidate {
    Part part;
    TimePs at;
    bool stands;
  };
  Candidate next_part(TimePs now) const;
  TimePs own_release(Part part, TimePs now) const;
  void release(TimePs now);
  void show_unsent(Part part, TimePs now);

  AggregateQueueConfig config_;
  platform::InstantSequencer& sequencer_;
  QueueMemory& memory_;
  Shaper& shaper_;
  ManagerListener& listener_;
  queue::DualQueue queue_;
  docsis::PacketShaper bucket_;
  platform::InstantSequencer::TaskId task_;
  std::vector<Loop> loops_;  // by channel

  Part arriving_ = Part::kClassic;  // of the packet that is being judged
  TimePs arrived_ = 0;
  bool marked_ = false;
  TimePs held_until_ = 0;  // by the token buckets
  bool choice_stands_ = false;
};

}  // namespace docsis_vp::cm
