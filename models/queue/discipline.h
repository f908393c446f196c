// The queue, or queues, in front of a link, and who decides which packets stay and which goes next.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "models/queue/bin.h"
#include "models/queue/law.h"
#include "models/queue/packet_tally.h"
#include "models/queue/shortage.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::queue {

// Hears what becomes of packets.
class DisciplineListener {
 public:
  virtual ~DisciplineListener() = default;
  // AQM_DROP or AQM_DROP_FULL: the packet ends here. `shortage` says what the queue was full of.
  virtual void dropped(const Packet& packet, aqm_verdict verdict, Shortage shortage) = 0;
  virtual void marked(const Packet& packet) = 0;
  // It is queued. Returns the number of its write, which the discipline only hands on.
  virtual std::uint64_t admitted(const Packet&) { return 0; }
};

// Of queue managers with several queues; those that a manager does not use are ignored.
struct MultiQueueConfig {
  std::uint32_t queues = 32;           // 1..65536
  std::uint32_t quantum_bytes = 1514;  // 64..1000000
  // A queue holds at most this part of the buffer: 1/n (Clemson 2015: 10, 2014: 16); 0: all of it.
  std::uint32_t queue_share = 0;
  std::uint32_t perturbation = 0;  // salt of the hash
};

// The sustained-rate bucket that holds a queue back, for laws that predict delay by it.
class TokenSource {
 public:
  virtual ~TokenSource() = default;
  // Whole bytes in it at `at`, not before the last packet that left.
  virtual std::uint64_t sustained_tokens(TimePs at) const = 0;
};

struct DisciplineConfig {
  // A law of the registry for one queue, or a manager of several (see managers.h). The buffer of
  // the settings is that of all queues together.
  LawConfig law;
  MultiQueueConfig multi;
  std::uint64_t seed = 1;
  TimePs update_phase = 0;            // of the periodic law; whole intervals of it do not count
  std::string pointer = "/aqm";       // where refused values stand, for messages
  std::string random_stream = "aqm";  // a queue's own: with "/<queue>" behind it
};

// What a queue's periodic law thinks; nothing where there is none, or several queues.
struct LawSample {
  bool is_periodic = false;
  double drop_probability = 0;
  TimePs predicted_delay = 0;
};

// Packets enter and leave at instants that never run backwards; neither takes time here. A periodic
// law is brought up to date then: between two such instants nothing changes that it looks at. At
// one instant it goes first. The same goes for the times that laws keep, which are clamped once in
// each kClampInterval.
class Discipline {
 public:
  virtual ~Discipline() = default;

  // Keeps the packet, or drops it or others. The buffer's limits hold before and after, at this
  // instant too: the listener hears of those that make room before it hears that the packet is
  // queued. `ahead` left the queue and still occupies its buffer.
  void enqueue(PacketHandle packet, TimePs now, const PacketTally& ahead = {}) {
    run_law(now);
    accept(std::move(packet), now, ahead);
  }
  // The one to send now; none if all that was queued had to be dropped.
  QueuedPacket dequeue(TimePs now) {
    run_law(now);
    return take(now);
  }

  // For whoever takes tokens while no packet leaves here.
  void catch_up(TimePs now) { run_law(now); }

  // From now on the law knows of these tokens, which must outlive the queue; without, it sees none.
  // Several queues behind one bucket do not: none of them knows what it will get.
  virtual void know_tokens(const TokenSource&) {}

  // What is queued.
  std::uint64_t bytes() const { return bytes_; }
  std::uint32_t packets() const { return packets_; }
  LawSample sample(TimePs now) {
    run_law(now);
    return law_at(now);
  }
  // How long the packet is that leaves next unless the law drops it. Managers of several queues do
  // not say: a full frame, or all there is.
  virtual std::uint32_t next_bytes() const {
    constexpr std::uint64_t kFullFrame = 1522;
    return static_cast<std::uint32_t>(bytes_ < kFullFrame ? bytes_ : kFullFrame);
  }

 protected:
  // phase: of its updates, any. interval: of the periodic law; 0: there is none.
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
  TimePs next_due_;  // of both
};

// `flows` tells what a packet's headers say; both outlive the discipline. Throws ConfigError.
std::unique_ptr<Discipline> make_discipline(const DisciplineConfig& config, const FlowTable& flows,
                                            DisciplineListener& listener);

}  // namespace docsis_vp::queue
