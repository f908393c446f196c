// The small interfaces by which the blocks of the modem hand packets on and look at queues.
#pragma once

#include <cstdint>

#include "models/aqm/aqm.h"
#include "models/queue/packet_tally.h"
#include "models/queue/shortage.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

constexpr unsigned kMaxUpstreamFlows = 32;

// Order of the modem's blocks at one instant (platform::InstantSequencer): the law's snapshot and
// commit first, then what a MAP says, then pulls, then arrivals; within a phase the lower channel,
// SID or port first.
enum Phase : unsigned { kLatch, kCommit, kParse, kDequeue, kEnqueue, kRequest, kObserve };

// Which part of a packet's wait laws are told of that look at the time it has been queued.
enum class Sojourn {
  kWhole,   // from acceptance until it is pulled
  kShaper,  // until the shaper has released it: the rate-shaping queue alone (CableLabs 2012)
};

// Takes packets of a service flow; `arrived` is the instant the last octet arrived at the LAN
// port, which may lie 1 ps before the kernel's time (see InstantSequencer::hold_from).
class FlowSink {
 public:
  virtual ~FlowSink() = default;
  virtual void offer(unsigned flow, PacketHandle packet, TimePs arrived) = 0;
};

// What the AQM engine may know of a queue.
class QueueState {
 public:
  virtual ~QueueState() = default;
  // `at` never runs backwards.
  virtual aqm_queue snapshot(unsigned flow, TimePs at) = 0;
  // Without how the CMTS answered, which costs more than the rest and is for some laws' update
  // alone (aqm.h).
  virtual aqm_queue contents(unsigned flow, TimePs at) { return snapshot(flow, at); }
  // Whether contents() may be asked late: of an instant after which the modem has acted in phases
  // before kDequeue only, and no queue has changed.
  virtual bool may_be_asked_late() const { return false; }
};

// The write side of queue memory.
class QueueWriter {
 public:
  virtual ~QueueWriter() = default;
  // Without room the caller counts a buffer drop. `at` never runs backwards.
  virtual queue::Shortage shortage(unsigned flow, const Packet& packet, TimePs at) = 0;
  bool has_room(unsigned flow, const Packet& packet, TimePs at) {
    return shortage(flow, packet, at) == queue::Shortage::kNone;
  }
  virtual void write(unsigned flow, PacketHandle packet, TimePs accepted) = 0;
};

// Where a packet waits that is not judged yet: in the memory, but in no queue.
class HoldMemory {
 public:
  virtual ~HoldMemory() = default;
  // Its write begins when the port is free. 0: no capacity left. Else the number of the write.
  virtual std::uint64_t hold(const Packet& packet, TimePs arrived) = 0;
  // Whether the port has written it, or it was dropped before.
  virtual bool is_written(std::uint64_t write, TimePs at) = 0;
  // Whether a held packet may join its queue, and its joining.
  virtual queue::Shortage queue_shortage(unsigned flow, const Packet& packet, TimePs at) = 0;
  virtual void write_held(unsigned flow, PacketHandle packet, TimePs accepted,
                          std::uint64_t write) = 0;
  // A held packet is dropped. True: its write is cancelled; else it is done, or goes on.
  virtual bool release(const Packet& packet, TimePs at) = 0;
};

// A verdict, and what was short where it is AQM_DROP_FULL, if whoever judged knows.
struct Judgement {
  Judgement(aqm_verdict judged, queue::Shortage lacking = queue::Shortage::kNone)
      : verdict(judged), shortage(lacking) {}

  aqm_verdict verdict;
  queue::Shortage shortage;
};

// Told of every verdict on an arriving packet; a mark is made already.
class ArrivalListener {
 public:
  virtual ~ArrivalListener() = default;
  virtual void judged_arrival(unsigned flow, const Packet& packet, Judgement judgement,
                              TimePs at) = 0;
};

// When a packet whose last byte was pulled came and went. `accepted` is later than it was by the
// part of the wait that is not to count.
struct Departure {
  TimePs accepted = 0;
  TimePs pulled = 0;
  TimePs transmitted = 0;  // the end of its burst
};

// A packet that a burst is about to take, as it is shown to who judges it elsewhere.
struct HeadView {
  unsigned flow = 0;
  std::uint32_t size_bytes = 0;
  Ecn ecn = Ecn::kNotEct;
  TimePs queued_since = 0;
  std::uint32_t behind_bytes = 0;  // depth without it, and without what will be dropped before it
  TimePs window_opened = 0;        // of the grant that it is for
};

// Has heads judged, one after the other.
class HeadOwner {
 public:
  virtual ~HeadOwner() = default;
  // The head that is shown.
  virtual void head_judged(aqm_verdict verdict) = 0;
};

// Where heads are shown to somebody who takes time over them.
class HeadVerdictPort {
 public:
  virtual ~HeadVerdictPort() = default;
  virtual void connect(HeadOwner& owner) = 0;
  virtual void show(const HeadView& head) = 0;
  // None is left, for now.
  virtual void clear() = 0;
  virtual void count_cut_short() = 0;
};

// The read side of the AQM engine, asked by the burst builder for each packet that a burst takes
// from a queue whose law decides there, and told of all that left. Of a flow with several queues it
// chooses what goes next.
class HeadJudge {
 public:
  virtual ~HeadJudge() = default;
  // Whether a packet that is taken out costs a decision.
  virtual bool judges_heads(unsigned flow) const = 0;
  // A burst with room for so many bytes of MAC frames begins: packets for it are chosen, as far as
  // they are eligible. Returns those dropped meanwhile, each of which cost a decision too.
  virtual queue::PacketTally prepare(unsigned, std::uint64_t, TimePs) { return {}; }
  // The burst has taken its bytes, or the head was given up.
  virtual void pulled(unsigned, TimePs) {}
  // A queue is about to change in a phase before kDequeue: what was put off until then is done.
  virtual void catch_up() {}
  // Of a flow with one queue: whether its law judges what leaves, and who else does it; null: the
  // engine.
  virtual bool judges_queue(unsigned flow) const = 0;
  virtual HeadVerdictPort* head_verdict_port(unsigned) { return nullptr; }
  // The queue as it will be once this packet has left, and those before it that are condemned.
  virtual aqm_queue behind(unsigned flow, const Packet& packet, const queue::PacketTally& condemned,
                           TimePs at) = 0;
  // By the engine, or elsewhere. Marks are made here.
  virtual aqm_verdict judge_head(unsigned flow, Packet& packet, TimePs accepted,
                                 const queue::PacketTally& condemned, TimePs at) = 0;
  virtual void judged_elsewhere(unsigned, Packet&, aqm_verdict, TimePs) {}
  // A packet that was to be dropped has been.
  virtual void head_dropped(unsigned, const Packet&) {}
  virtual void departed(unsigned flow, const Packet& packet, const Departure& departure) = 0;
};

}  // namespace docsis_vp::cm
