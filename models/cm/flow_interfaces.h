// Declares the interfaces through which the blocks of the modem pass on packets and read queues.
#pragma once

#include <cstdint>

#include "models/aqm/aqm.h"
#include "models/cm/aqm_engine/aqm_engine_options.h"
#include "models/queue/packet_tally.h"
#include "models/queue/shortage.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "platform/kernel/deferred_work.h"

namespace docsis_vp::cm {

// Flows of a modem upstream: 16 aggregates of two flows each, and 16 other flows.
constexpr unsigned kMaxUpstreamFlows = 48;
// Flows of a modem whose packets firmware judges: its descriptors number them in five bits.
constexpr unsigned kMaxJudgedFlows = 32;
using FlowMask = std::uint64_t;  // one bit per flow
static_assert(kMaxUpstreamFlows <= 64);

// Order of the modem's blocks at one instant (platform::InstantSequencer): first latch and commit
// of the law, then MAPs, then pulls, then arrivals. Within a phase the order is by channel, SID or
// port, ascending.
enum Phase : unsigned { kLatch, kCommit, kParse, kDequeue, kEnqueue, kRequest, kObserve };

// Takes packets of a service flow. `arrived`: instant at which the last octet arrived at the LAN
// port. It may lie 1 ps before the kernel's time (see InstantSequencer::hold_from).
class FlowSink {
 public:
  virtual ~FlowSink() = default;
  virtual void offer(unsigned flow, PacketHandle packet, TimePs arrived) = 0;
};

// Gives the AQM engine the state of each queue.
class QueueState {
 public:
  virtual ~QueueState() = default;
  // `at` never decreases between calls.
  virtual aqm_queue snapshot(unsigned flow, TimePs at) = 0;
  // Same as snapshot(), without the CMTS's grants and acknowledgements. These cost more than the
  // rest, and only the update of some laws reads them (aqm.h).
  virtual aqm_queue contents(unsigned flow, TimePs at) { return snapshot(flow, at); }
  // True if contents() may be called after its instant, as long as the modem has acted since then
  // only in phases before kDequeue and no queue has changed.
  virtual bool may_be_asked_late() const { return false; }
};

// Write side of queue memory.
class QueueWriter {
 public:
  virtual ~QueueWriter() = default;
  // Returns kNone if there is room. Otherwise the caller counts a buffer drop. `at` never decreases
  // between calls.
  virtual queue::Shortage shortage(unsigned flow, const Packet& packet, TimePs at) = 0;
  bool has_room(unsigned flow, const Packet& packet, TimePs at) {
    return shortage(flow, packet, at) == queue::Shortage::kNone;
  }
  virtual void write(unsigned flow, PacketHandle packet, TimePs accepted) = 0;
};

// A verdict, and the resource that was short if it is AQM_DROP_FULL and the judge knows it.
struct Judgement {
  Judgement(aqm_verdict judged, queue::Shortage lacking = queue::Shortage::kNone,
            std::uint32_t word = 0)
      : verdict(judged), shortage(lacking), random(word) {}

  aqm_verdict verdict;
  queue::Shortage shortage;
  std::uint32_t random;  // the word of the flow's random stream that the decision used
};

// Receives every verdict on an arriving packet, after the packet was marked if the verdict is
// AQM_MARK.
class ArrivalListener {
 public:
  virtual ~ArrivalListener() = default;
  virtual void judged_arrival(unsigned flow, const Packet& packet, Judgement judgement,
                              TimePs at) = 0;
};

// Times of a packet whose last byte was pulled. `accepted` is later than the acceptance by the part
// of the wait that does not count.
struct Departure {
  TimePs accepted = 0;
  TimePs pulled = 0;
  TimePs transmitted = 0;  // end of its burst
};

// A packet that a burst is about to take, as shown to firmware for a verdict.
struct HeadView {
  unsigned flow = 0;
  std::uint32_t size_bytes = 0;
  Ecn ecn = Ecn::kNotEct;
  TimePs queued_since = 0;
  // Depth without this packet and without the packets to be dropped before it.
  std::uint32_t behind_bytes = 0;
  TimePs window_opened = 0;  // opening of the window of the grant that takes it
};

// Presents heads to firmware and receives the verdicts on them, one after the other.
class HeadOwner {
 public:
  virtual ~HeadOwner() = default;
  // Receives the verdict on the head presented last.
  virtual void head_judged(aqm_verdict verdict) = 0;
};

// Presents heads to firmware, which takes time to judge them.
class HeadVerdictPort {
 public:
  virtual ~HeadVerdictPort() = default;
  virtual void connect(HeadOwner& owner) = 0;
  virtual void show(const HeadView& head) = 0;
  // Withdraws the presented head: no head waits for a verdict now.
  virtual void clear() = 0;
  virtual void count_cut_short() = 0;
};

// Read side of the AQM engine. The burst builder asks it about each packet that a burst takes from
// a queue whose law decides there, and reports every packet that left. For a flow with several
// queues, it also chooses the next packet.
class DequeueAqm : public platform::DeferredWork {
 public:
  // True if each packet that is taken out requires a decision.
  virtual bool judges_heads(unsigned flow) const = 0;
  // Call it when a burst begins that has room for `mac_bytes` bytes of MAC frames: chooses eligible
  // packets for it. Returns the packets dropped meanwhile; each of them also required a decision.
  virtual queue::PacketTally prepare(unsigned, std::uint64_t, TimePs) { return {}; }
  // Call it when the burst has taken its bytes, or the request engine has discarded the head.
  virtual void pulled(unsigned, TimePs) {}
  // Call it before a queue changes in a phase before kDequeue.
  void do_deferred_work() override {}
  // For a flow with one queue: judges_queue() is true if its law judges departures.
  // head_verdict_port() returns the port to another judge, or null if the engine judges.
  virtual bool judges_queue(unsigned flow) const = 0;
  virtual HeadVerdictPort* head_verdict_port(unsigned) { return nullptr; }
  // Returns the queue after this packet and the packets to be dropped before it have left.
  virtual aqm_queue queue_behind(unsigned flow, const Packet& packet,
                                 const queue::PacketTally& to_drop, TimePs at) = 0;
  // Take the verdict of the engine (judge_head) or of another judge (judged_elsewhere). Both
  // functions mark the packet if the verdict says so.
  virtual aqm_verdict judge_head(unsigned flow, Packet& packet, TimePs accepted,
                                 const queue::PacketTally& to_drop, TimePs at) = 0;
  virtual void judged_elsewhere(unsigned, Packet&, aqm_verdict, TimePs) {}
  // Call it when a packet was dropped according to its verdict.
  virtual void head_dropped(unsigned, const Packet&) {}
  virtual void departed(unsigned flow, const Packet& packet, const Departure& departure) = 0;
};

}  // namespace docsis_vp::cm
