// The queue manager of one service flow: the algorithm, its state, its random numbers, its counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/queue/law.h"
#include "models/queue/packet_tally.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/random.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

struct FlowAqmConfig {
  std::string algorithm = "none";  // of the registry; "none": tail drop when the buffer is full
  aqm_config settings{};
  std::string random_stream;                // "aqm/<modem>/<service flow>/<queue>"
  std::vector<std::uint32_t> options = {};  // of the algorithm, in its order; empty: all as usual
  const aqm_algorithm* custom = nullptr;    // see queue::LawConfig
  bool in_gates = false;                    // the same
};

using queue::PacketTally;

// What the control law is shown.
struct LawSnapshot {
  aqm_queue queue{};
  aqm_law law{};
  TimePs at = 0;
};

class FlowAqm {
 public:
  struct Counters {
    PacketTally aqm_drops;     // at arrival
    PacketTally head_drops;    // of queued packets, by a law that judges the head
    PacketTally aqm_marks;     // at either place
    PacketTally buffer_drops;  // also of queued packets, to make room in several queues
    // Part of buffer_drops: the packet limit or the descriptors were used up, the bytes were not.
    PacketTally descriptor_drops;
    std::uint64_t commit_conflicts = 0;
    std::uint64_t missed_updates = 0;
    std::uint64_t updates = 0;
    PacketTally offered;
    PacketTally accepted;  // at arrival; marked ones included
  };

  // Throws ConfigError at `pointer` for an unknown algorithm or values it refuses.
  FlowAqm(const FlowAqmConfig& config, std::uint64_t seed, const std::string& pointer);

  // Data path: judges and counts an arriving packet, and marks it. Takes one word of the random
  // stream, used or not. Queue memory's own shortage is what made the queue `full`.
  aqm_verdict decide(const aqm_queue& queue, Packet& packet, TimePs arrived,
                     queue::Shortage of_memory);

  // Of this queue's random stream; a word per decision, wherever it is made.
  RandomStream& random() { return random_; }
  // Whether its law has more to say at arrival than that the buffer is full.
  bool judges_arrivals() const { return law_.judges_arrivals(); }

  // Where others judge: counts its verdicts on arriving and queued packets.
  void count_arrival(const Packet& packet, Judgement judgement);
  void count_queued(const Packet& packet, Judgement judgement);
  // Which of its own limits the packet would exceed in such a queue.
  queue::Shortage shortage_by_limits(const aqm_queue& queue, const Packet& packet) const {
    return queue::shortage_of({settings_.buffer_bytes, settings_.buffer_packets}, queue.bytes,
                              queue.packets, packet.size_bytes);
  }

  // Data path of the read side: judges the packet that is about to leave; only where judges_head().
  // A mark is made and counted by note_head(), a drop counted when it happens. Then what a law that
  // watches departures is told of those that left. The queue is shown without the packet.
  bool judges_head() const { return law_.judges_head(); }
  aqm_verdict judge_head(const aqm_queue& behind, const Packet& packet, TimePs accepted, TimePs at);
  void note_head(Packet& packet, aqm_verdict verdict);
  bool watches_departures() const { return law_.watches_departures(); }
  void departed(const aqm_queue& behind, const Packet& packet, TimePs accepted, TimePs at);

  // Clamps the times of the data path's state; once in each queue::kClampInterval. The control law
  // keeps none.
  void clamp_times(TimePs at);

  // Control law, in three steps that may lie apart in time: what it is shown, what hardware makes
  // of it, what the data path takes over. Only where has_law().
  std::uint32_t algorithm_id() const { return law_.algorithm().id; }
  bool has_law() const { return law_.is_periodic(); }
  TimePs update_interval() const { return law_.interval(); }
  bool law_may_read_answers() const { return law_.may_read_answers(); }
  void latch(const aqm_queue& queue, TimePs at);
  const LawSnapshot& latched() const { return latched_; }
  // To whoever will answer it: a tick may latch another one before the answer comes.
  const LawSnapshot& show() {
    shown_at_ = latched_.at;
    return latched_;
  }
  aqm_law run_law();
  void commit(const aqm_law& law);
  // Where the data path is not here either: takes all words as they are.
  void mirror(const aqm_law& law);
  void miss_update() { ++counters_.missed_updates; }
  // Of what answers the latch that was shown last.
  void note_update(TimePs committed) {
    const TimePs latched = shown_at_ == kNever ? latched_.at : shown_at_;
    update_latency_ps_.add(static_cast<std::uint64_t>(committed - latched));
  }
  // From a latch to the commit that answered it.
  const Histogram& update_latency_ps() const { return update_latency_ps_; }

  // The words that law and data path share, as they are; zero without a law.
  aqm_law law() const;
  std::uint32_t accumulator_q28() const {
    const auto accumulator_of = law_.algorithm().accumulator_q28;
    return accumulator_of != nullptr ? accumulator_of(state_.data()) : 0;
  }
  // The algorithm's prediction for a queue; 0 without a law.
  std::uint32_t queue_delay_us(const aqm_queue& queue) const;

  const Counters& counters() const { return counters_; }
  const aqm_config& settings() const { return settings_; }
  // Of the algorithm's own options the values, in its order.
  const std::vector<std::uint32_t>& options() const { return law_.options(); }

 private:
  void count_full(const Packet& packet, queue::Shortage shortage);

  // Of these what arrivals and updates ask for lies side by side: the last counters, and the
  // beginning of a state.
  aqm_config settings_;
  Counters counters_;
  RandomStream random_;
  TimePs shown_at_ = kNever;  // when what was shown last was latched; kNever: nothing was
  LawSnapshot latched_;
  queue::Law law_;
  queue::LawState state_;      // the data path's
  queue::LawState law_state_;  // the hardware law's own; the words both share are latched into it
  Histogram update_latency_ps_;
};

}  // namespace docsis_vp::cm
