// Manages the queue of one service flow: its law, the law's state, random numbers and counters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/queue/flow_identities.h"
#include "models/queue/law.h"
#include "models/queue/packet_tally.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/random.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

struct FlowAqmConfig {
  std::string algorithm = "none";  // name in the registry; "none": tail drop when the buffer is
                                   // full
  aqm_config settings{};
  std::string random_stream;                // "aqm/<modem>/<service flow>/<queue>"
  std::vector<std::uint32_t> options = {};  // the law's options in its order; empty: defaults
  const aqm_algorithm* custom = nullptr;    // see queue::LawConfig
  bool in_gates = false;                    // see queue::LawConfig
};

using queue::PacketTally;

// The state that the control law reads at a latch.
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
    // Part of buffer_drops: the packet limit or the descriptors were exhausted, not the bytes.
    PacketTally descriptor_drops;
    PacketTally redirects;  // offered to this flow, moved to another one by queue protection
    std::uint64_t commit_conflicts = 0;
    std::uint64_t missed_updates = 0;
    std::uint64_t updates = 0;
    PacketTally offered;
    PacketTally accepted;  // at arrival, including marked packets
  };

  // Throws ConfigError at `pointer` for an unknown algorithm, or values that it rejects.
  FlowAqm(const FlowAqmConfig& config, std::uint64_t seed, const std::string& pointer);

  // Provides the flow hash that some laws read; without this call they read 0.
  void set_flow_table(const FlowTable& flows, std::uint32_t salt) {
    identities_.emplace(flows, salt);
  }

  // Data path: judges, counts and marks an arriving packet. Takes one word of the random stream,
  // whether the law uses it or not. `of_memory`: the shortage of queue memory if that made the
  // queue `full`.
  aqm_verdict decide(const aqm_queue& queue, Packet& packet, TimePs arrived,
                     queue::Shortage of_memory);

  // Random stream of this queue: one word per decision, in whichever block the decision is made.
  RandomStream& random() { return random_; }
  // The word of the last decision on an arriving packet, by a law with one queue.
  std::uint32_t last_word() const { return last_word_; }
  // True if the law judges arrivals by more than a full buffer.
  bool judges_arrivals() const { return law_.judges_arrivals(); }

  // Counts verdicts that another block has given on arriving and queued packets.
  void count_arrival(const Packet& packet, Judgement judgement);
  void count_queued(const Packet& packet, Judgement judgement);
  void count_redirect(const Packet& packet, aqm_verdict verdict);
  // Returns which of the flow's own limits the packet would exceed.
  queue::Shortage shortage_by_limits(const aqm_queue& queue, const Packet& packet) const {
    return queue::shortage_of({settings_.buffer_bytes, settings_.buffer_packets}, queue.bytes,
                              queue.packets, packet.size_bytes);
  }

  // Data path, read side: judges the packet that is about to leave. Valid only if judges_head().
  // `behind`: the queue without the packet. note_head() makes and counts a mark; a drop is counted
  // when it happens. departed() reports each packet that left to a law that needs departures.
  bool judges_head() const { return law_.judges_head(); }
  aqm_verdict judge_head(const aqm_queue& behind, const Packet& packet, TimePs accepted, TimePs at);
  void note_head(Packet& packet, aqm_verdict verdict);
  bool watches_departures() const { return law_.watches_departures(); }
  void departed(const aqm_queue& behind, const Packet& packet, TimePs accepted, TimePs at);

  // Limits the age of the times in the data path's state. Call it once per queue::kClampInterval.
  // The control law stores no times.
  void clamp_times(TimePs at);

  // Control law, in three steps that may happen at different times: latch() stores the inputs,
  // run_law() computes, commit() passes the result to the data path. Valid only if has_law().
  std::uint32_t algorithm_id() const { return law_.algorithm().id; }
  bool has_law() const { return law_.is_periodic(); }
  TimePs update_interval() const { return law_.interval(); }
  bool law_may_read_grants() const { return law_.may_read_grants(); }
  void latch(const aqm_queue& queue, TimePs at);
  const LawSnapshot& latched() const { return latched_; }
  // Same as latched(), for a reader that will commit: another tick may latch before that commit.
  const LawSnapshot& read_snapshot() {
    shown_at_ = latched_.at;
    return latched_;
  }
  aqm_law run_law();
  void commit(const aqm_law& law);
  // Copies all words unconditionally, for a flow whose data path also runs in firmware.
  void mirror(const aqm_law& law);
  void miss_update() { ++counters_.missed_updates; }
  // Records the latency of a commit that belongs to the snapshot read last.
  void note_update(TimePs committed) {
    const TimePs latched = shown_at_ == kNever ? latched_.at : shown_at_;
    update_latency_ps_.add(static_cast<std::uint64_t>(committed - latched));
  }
  // Time from a latch to its commit.
  const Histogram& update_latency_ps() const { return update_latency_ps_; }

  // The words that law and data path share, unscaled; 0 without a law.
  aqm_law law() const;
  std::uint32_t accumulator_q28() const {
    const auto accumulator_of = law_.algorithm().accumulator_q28;
    return accumulator_of != nullptr ? accumulator_of(state_.data()) : 0;
  }
  // The law's delay prediction for a queue; 0 without a law.
  std::uint32_t queue_delay_us(const aqm_queue& queue) const;
  // The departure rate that the algorithm measures or tracks, in bytes per second. 0: it measures
  // none or has no value yet, or runs in firmware.
  std::uint32_t departure_rate() const { return law_.departure_rate(state_, law_state_); }

  const Counters& counters() const { return counters_; }
  const aqm_config& settings() const { return settings_; }
  // Values of the algorithm's own options, in the order of its declaration.
  const std::vector<std::uint32_t>& options() const { return law_.options(); }

 private:
  aqm_packet as_judged(const Packet& packet, TimePs accepted, TimePs at);
  void count_full(const Packet& packet, queue::Shortage shortage);

  // Members that arrivals and updates read are adjacent: the last counters and the beginning of a
  // state.
  aqm_config settings_;
  Counters counters_;
  RandomStream random_;
  std::uint32_t last_word_ = 0;
  TimePs shown_at_ = kNever;  // latch time of the last snapshot read; kNever: none was read
  LawSnapshot latched_;
  queue::Law law_;
  queue::LawState state_;      // state of the data path
  queue::LawState law_state_;  // state of the hardware law; shared words are latched into it
  std::optional<queue::FlowIdentities> identities_;
  Histogram update_latency_ps_;
};

}  // namespace docsis_vp::cm
