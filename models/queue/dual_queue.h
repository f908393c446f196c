// Holds the two queues of an aggregate service flow, Classic and low latency, under the coupled law
// of models/aqm/dual_queue.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/aqm/dual_queue/dual_queue.h"
#include "models/aqm/dual_queue/latency_histogram.h"
#include "models/queue/bin.h"
#include "models/queue/discipline.h"
#include "models/queue/flow_identities.h"
#include "models/queue/weighted_pair.h"
#include "platform/base/random.h"

namespace docsis_vp::queue {

enum class Part : std::uint8_t { kClassic = 0, kLowLatency = 1 };

// Decides which of the two queues a packet belongs to.
class PartClassifier {
 public:
  virtual ~PartClassifier() = default;
  virtual Part part_of(const Packet& packet) const = 0;
};

// Also called for packets that queue protection redirects, after they were marked and remarked.
class DualQueueListener : public DisciplineListener {
 public:
  virtual void redirected(const Packet& packet) = 0;
  // Returns what a memory behind the queue lacks for this packet. If it lacks anything, the queue
  // is full.
  virtual Shortage shortage(Part, const Packet&) { return Shortage::kNone; }
};

struct DualQueueConfig {
  dual_queue_config law = dual_queue_config_absent();
  std::uint32_t vq_interval_us = VIRTUAL_QUEUE_INTERVAL_DEFAULT_US;  // 1 .. 10^6; estimate "V"
  latency_histogram_config histogram = latency_histogram_usual();
  std::uint64_t seed = 1;
  TimePs update_phase = 0;  // of the law's 16 ms
  std::uint32_t flow_salt = 0;
  std::string pointer = "/aqm";  // JSON pointer of rejected values, for messages
  std::string random_stream = "aqm";
  // If true, the owner computes the update and the alignment: latch_law(), commit_law(), align().
  bool law_apart = false;
};

// Inputs of the update, for a law that runs in another block.
struct CoupledSnapshot {
  aqm_law law;
  std::uint32_t classic_bytes = 0;
  std::uint32_t interval_bytes = 0;  // low-latency arrivals since the previous snapshot
};

// Inputs of the alignment.
struct AlignmentSnapshot {
  std::uint32_t queued_bytes = 0;
  std::uint32_t loop_delay_ns = 0;  // average, without its offset
  bool loop_is_known = false;
};

// Downstream, dequeue() shares the link by the scheduling weight. Upstream, each queue has its own
// grants: dequeue_from(). Both may be used together: all bytes taken while both queues have packets
// count for the weight.
class DualQueue : public Discipline {
 public:
  // flows and classifier must outlive the object. Throws ConfigError at config.pointer.
  DualQueue(const DualQueueConfig& config, const FlowTable& flows, const PartClassifier& classifier,
            DualQueueListener& listener);

  // Dequeues the head of one queue; none if that queue is empty.
  QueuedPacket dequeue_from(Part part, TimePs now);
  // Returns the packet that dequeue_from() would return; null if there is none.
  const Packet* head(Part part) const {
    return bin(part).empty() ? nullptr : &*bin(part).head().packet;
  }
  // Returns the queue that sends next if both have packets.
  Part turn() const { return turns_.is_turn_of_first() ? Part::kLowLatency : Part::kClassic; }

  // Upstream: AllocStart - AckTime of a MAP, for estimate "V".
  void sample_loop(TimePs loop_delay, TimePs now);
  // Upstream: packets of a queue that were taken and not yet sent, including a part of one. The
  // laws count them as queued.
  void set_unsent(Part part, const PacketTally& unsent, TimePs now);

  // With law_apart: begins a new interval of arrivals.
  CoupledSnapshot latch_law();
  // Returns false if status and burst allowance were not accepted, see aqm_law_commit().
  bool commit_law(const aqm_law& law, std::uint64_t coupled_q32);
  AlignmentSnapshot latch_alignment() const;
  void align(std::uint64_t least_ns);
  // False if no alignment is needed: the estimate is "L", or nothing limits the rate.
  bool has_virtual_queue() const { return params_.virtual_estimate != 0; }

  std::uint64_t bytes_of(Part part) const { return bin(part).backlog().bytes; }
  std::uint32_t packets_of(Part part) const { return bin(part).backlog().packets; }
  const dual_queue_counters& counters(Part part) const;
  // Times from arrival until a packet was dequeued.
  const latency_histogram& histogram(Part part) const { return histograms_[index(part)]; }
  TimePs quantile(Part part, std::uint32_t millionths) const;
  // Delay estimate, "V" or "L", of the latest arrival at the low-latency queue.
  TimePs last_estimate() const { return last_estimate_; }
  // p_CL, 0 .. 1.
  double coupled_probability() const;
  double mean_coupled_probability() const;  // over all updates; 0 before the first
  std::uint64_t updates() const { return updates_; }

 private:
  static std::size_t index(Part part) { return static_cast<std::size_t>(part); }
  static dual_queue_params checked(const DualQueueConfig& config);
  aqm_queue seen(Part part) const;
  Bin& bin(Part part) { return bins_[index(part)]; }
  const Bin& bin(Part part) const { return bins_[index(part)]; }

  void accept(PacketHandle packet, TimePs now, const PacketTally& ahead) override;
  QueuedPacket take(TimePs now) override;
  void update(TimePs now) override;
  void clamp_times(TimePs) override {}  // the law's times do not wrap
  LawSample law_at(TimePs now) const override;

  void note_update();
  void align_until(TimePs now);
  void accept_low_latency(PacketHandle packet, TimePs now);
  void accept_classic(PacketHandle packet, TimePs now);
  // shortage: the queue's shortage, if the packet has no room.
  void settle(const dual_queue_decision& decision, Part part, Shortage shortage,
              PacketHandle packet, TimePs now);
  void remark(Packet& packet) const;
  QueuedPacket pop(Part part, TimePs now);

  dual_queue_params params_;
  dual_queue_state state_;
  const FlowTable& flows_;
  const PartClassifier& classifier_;
  DualQueueListener& listener_;
  RandomStream random_;
  WeightedPair turns_;  // first: low latency
  std::array<Bin, 2> bins_;
  latency_histogram_config edges_;
  std::array<latency_histogram, 2> histograms_;
  FlowIdentities identities_;
  TimePs vq_interval_;
  TimePs next_alignment_;
  std::array<PacketTally, 2> unsent_;
  TimePs last_estimate_ = 0;
  TimePs classic_delay_ = 0;  // qdelay_C of the last update
  std::uint64_t coupled_sum_q32_ = 0;
  std::uint64_t updates_ = 0;
};

}  // namespace docsis_vp::queue
