// Declares queue disciplines: one or several queues in front of a link, with their drop decisions
// and service order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "models/queue/bin.h"
#include "models/queue/hashed_headers.h"
#include "models/queue/law.h"
#include "models/queue/packet_tally.h"
#include "models/queue/shortage.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::queue {

// Observer of drops, marks and admissions.
class DisciplineListener {
 public:
  virtual ~DisciplineListener() = default;
  // The packet was dropped, with AQM_DROP or AQM_DROP_FULL. `shortage` is the exhausted resource of
  // the queue.
  virtual void dropped(const Packet& packet, aqm_verdict verdict, Shortage shortage) = 0;
  virtual void marked(const Packet& packet) = 0;
  // The packet was queued. Returns the number of its write, which the discipline stores with it.
  virtual std::uint64_t admitted(const Packet&) { return 0; }
};

// Settings of queue managers with several queues; a manager ignores the settings that it does not
// use.
struct MultiQueueConfig {
  std::uint32_t queues = 32;           // 1..65536
  std::uint32_t quantum_bytes = 1514;  // 64..1000000
  // A queue may hold at most 1/n of the buffer (Clemson 2015: 10, 2014: 16); 0: all of it.
  std::uint32_t queue_share = 0;
  std::uint32_t perturbation = 0;  // salt of the hash
  HashedHeaders headers = HashedHeaders::kFiveTuple;
};

// The sustained-rate bucket of a queue's service flow, for laws that predict delay from it.
class TokenSource {
 public:
  virtual ~TokenSource() = default;
  // Returns its whole bytes at `at`, which is not earlier than the last departure.
  virtual std::uint64_t sustained_tokens(TimePs at) const = 0;
  // Returns the instant at which the last of these waiting bytes leaves, if nothing but the flow's
  // rates holds them up.
  virtual TimePs drained(std::uint64_t bytes, TimePs at) const = 0;
};

struct DisciplineConfig {
  // A law of the registry for one queue, or a manager of several (managers.h). The buffer size in
  // the settings covers all queues together.
  LawConfig law;
  MultiQueueConfig multi;
  std::uint64_t seed = 1;
  // The law's predictor is omniscient: it is told when each arriving packet will leave. Only one
  // queue behind a TokenSource knows.
  bool foresees = false;
  TimePs update_phase = 0;       // of the periodic law, modulo its interval
  std::string pointer = "/aqm";  // JSON pointer of the settings, for messages
  // name of the random stream; each of several queues appends "/<queue>"
  std::string random_stream = "aqm";
};

// State of a queue's law; empty if there are several queues. Delay and probability are those of a
// periodic law.
struct LawSample {
  bool is_periodic = false;
  double drop_probability = 0;
  TimePs predicted_delay = 0;
  std::uint32_t departure_rate_bytes_per_s = 0;  // as the law measures it; 0: not measured
};

// Base of all disciplines. Packets enter and leave at instants that never decrease, in no time. A
// periodic law is updated later, at these instants, because its inputs do not change between them.
// At one instant the update comes first. The same holds for the times that laws store, whose age is
// limited once in each kClampInterval.
class Discipline {
 public:
  virtual ~Discipline() = default;

  // Queues the packet, or drops this packet or others. The buffer's limits hold before and after
  // the call and within it: the listener first gets the drops that make room, then the admission.
  // `ahead`: packets that have left the queue but still occupy its buffer.
  void enqueue(PacketHandle packet, TimePs now, const PacketTally& ahead = {}) {
    run_law(now);
    accept(std::move(packet), now, ahead);
  }
  // Returns the next packet to send; none if the law dropped all queued packets.
  QueuedPacket dequeue(TimePs now) {
    run_law(now);
    return take(now);
  }

  // Updates the law. Callers need it that take tokens while no packet leaves the queue.
  void run_law_until(TimePs now) { run_law(now); }

  // Gives the law access to these tokens, which must outlive the queue. Disciplines with several
  // queues ignore them, because no single queue knows its share of the bucket.
  virtual void know_tokens(const TokenSource&) {}

  // Current length of the queue.
  std::uint64_t bytes() const { return bytes_; }
  std::uint32_t packets() const { return packets_; }
  LawSample sample(TimePs now) {
    run_law(now);
    return law_at(now);
  }
  // Returns the length of the next packet, unless the law drops it. Managers of several queues
  // return a full frame, or the backlog if that is less.
  virtual std::uint32_t next_bytes() const {
    constexpr std::uint64_t kFullFrame = 1522;
    return static_cast<std::uint32_t>(bytes_ < kFullFrame ? bytes_ : kFullFrame);
  }
  // Returns the first instant from `now` on at which the discipline's own rates permit the next
  // packet to leave. kNever: there is no packet.
  virtual TimePs ready(TimePs now) { return now; }

 protected:
  // phase: of the law's updates, any value. interval: of the periodic law; 0: none.
  Discipline(TimePs phase, TimePs interval)
      : interval_(interval),
        next_update_(interval > 0 ? phase % interval : kNever),
        next_due_(earlier()) {}

  std::uint64_t bytes_ = 0;
  std::uint32_t packets_ = 0;

 private:
  virtual void accept(PacketHandle packet, TimePs now, const PacketTally& ahead) = 0;
  virtual QueuedPacket take(TimePs now) = 0;
  virtual void update(TimePs now) = 0;
  virtual void clamp_times(TimePs now) = 0;
  virtual LawSample law_at(TimePs /*now*/) const { return {}; }

  void run_law(TimePs now) {
    while (next_due_ <= now) {
      if (next_due_ == next_clamp_) {
        clamp_times(next_clamp_);
        next_clamp_ += kClampInterval;
      } else {
        update(next_update_);
        next_update_ += interval_;
      }
      next_due_ = earlier();
    }
  }

  TimePs earlier() const { return next_update_ < next_clamp_ ? next_update_ : next_clamp_; }

  TimePs interval_;
  TimePs next_update_;
  TimePs next_clamp_ = kClampInterval;
  TimePs next_due_;  // the earlier of the two times
};

// `flows` gives the headers of packets. Both references must outlive the discipline. Throws
// ConfigError.
std::unique_ptr<Discipline> make_discipline(const DisciplineConfig& config, const FlowTable& flows,
                                            DisciplineListener& listener);

}  // namespace docsis_vp::queue
