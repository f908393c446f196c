// Holds arriving packets in a ring of descriptors, limited in packets and bytes, until firmware
// gives its verdict.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/cm/ingress_hold/departure_log.h"
#include "models/cm/ingress_hold/ingress_hold_config.h"
#include "models/queue/packet_tally.h"
#include "models/queue/ring.h"
#include "platform/base/histogram.h"
#include "platform/base/random.h"
#include "platform/irq/interrupt_line.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

class QueueMemory;

// A packet waits outside any queue until firmware has judged it and all earlier packets of its
// flow. The verdict takes effect when firmware writes the verdict register. In parallel, the memory
// port copies the packet to queue memory. Descriptor and bytes are freed once the packet is judged
// and written, or dropped before its write began. A packet that arrives while the hold is full is
// lost.
//
// If the verdict comes in the same kernel instant as offer(), it is dated at the packet's arrival.
// A zero-cost CPU therefore decides exactly as the hardware.
class IngressHold : public sc_core::sc_module {
 public:
  struct FlowCounters {
    queue::PacketTally held;  // at present, without verdict
    queue::PacketTally lost;  // because the hold was full
  };

  // Throws ConfigError for values out of range.
  IngressHold(const sc_core::sc_module_name& name, const IngressHoldConfig& config, unsigned flows,
              platform::InstantSequencer& sequencer, QueueState& queues, QueueMemory& memory,
              ArrivalListener& listener);

  void connect_interrupt(platform::InterruptLine line) { interrupt_ = std::move(line); }

  // Call it in phase kEnqueue, as FlowSink::offer(). Draws one random number from the flow's stream
  // for each packet to be judged.
  void offer(unsigned flow, PacketHandle packet, TimePs arrived, RandomStream& random);

  // Call it in phase kDequeue when a packet has left whose flow's law needs departures.
  void departed(const DepartureRecord& record);

  // Register interface of firmware. Returns null if the slot holds no packet or the packet is
  // judged.
  const Packet* packet(std::uint32_t slot) const {
    return slots_[slot].packet ? &*slots_[slot].packet : nullptr;
  }
  unsigned flow_of(std::uint32_t slot) const { return slots_[slot].flow; }
  std::uint32_t random_of(std::uint32_t slot) const { return slots_[slot].random; }
  TimePs arrival_of(std::uint32_t slot) const { return slots_[slot].arrived; }
  // Returns the state of the queue as the packet would find it at `at`.
  aqm_queue queue_for(std::uint32_t slot, TimePs at);
  // Takes verdicts for eight slots, 4 bits each. 0: none; else aqm_verdict + 1. They take effect at
  // `at`.
  void judge(std::uint32_t group, std::uint32_t verdicts, TimePs at);
  std::uint32_t produced() const { return produced_; }
  std::uint32_t consumed() const { return consumed_; }
  void consume(std::uint32_t consumed, TimePs at);
  void set_interrupt_moderation(std::uint32_t count, std::uint32_t window_us, TimePs at);
  std::uint32_t moderation_count() const { return moderation_count_; }
  std::uint32_t moderation_window_us() const { return moderation_window_us_; }
  const DepartureLog& departures() const { return departures_; }
  void take_departure(TimePs at);

  // Interrupt causes, as bits.
  static constexpr std::uint32_t kWaiting = 1;
  static constexpr std::uint32_t kDepartures = 2;
  std::uint32_t interrupt_status() const {
    return (interrupt_due_ ? kWaiting : 0) | (departures_.half_full() ? kDepartures : 0);
  }
  std::uint32_t interrupts_enabled() const { return interrupts_enabled_; }
  void enable_interrupts(std::uint32_t causes, TimePs at);

  // State and distributions, for results and traces.
  const IngressHoldConfig& config() const { return config_; }
  const FlowCounters& counters(unsigned flow) const { return flows_[flow].counters; }
  const queue::PacketTally& held() const { return held_; }
  // held(), plus the packets that are judged and not yet written.
  const queue::PacketTally& occupied(TimePs at);
  const queue::PacketTally& lost() const { return lost_; }
  std::uint64_t peak_bytes() const { return peak_bytes_; }
  // Latency: time from a packet's arrival until its verdict takes effect. Jitter: difference of the
  // latencies of two consecutive packets.
  const Histogram& latency_ps() const { return latency_ps_; }
  const Histogram& jitter_ps() const { return jitter_ps_; }

 private:
  struct Slot {
    PacketHandle packet;  // empty: judged, or never used
    TimePs arrived = 0;
    std::uint64_t write = 0;  // number in the port's schedule; 0: the memory had no room
    std::uint32_t bytes = 0;
    std::uint32_t random = 0;
    std::uint8_t flow = 0;
    std::uint8_t verdict = 0;                        // 0: none; else aqm_verdict + 1
    bool writing = false;                            // the port may still be writing it
    queue::Shortage shown = queue::Shortage::kNone;  // result of firmware's last read of the queue
  };
  struct Flow {
    FlowCounters counters;
    queue::Ring<std::uint32_t> waiting;  // slots, in order of arrival
  };
  // A packet that is being copied to the memory, and the slot that it had at arrival.
  struct PendingStore {
    std::uint32_t slot = 0;
    std::uint64_t write = 0;
  };
  struct VerdictWrite {
    TimePs at = 0;
    std::uint32_t group = 0;
    std::uint32_t verdicts = 0;
  };

  bool has_room(const Packet& packet, TimePs at);
  void settle_storing(TimePs at);
  TimePs effective_time(TimePs at) const { return at == last_offer_time_ ? last_arrival_ : at; }
  void apply_writes();
  void apply(const VerdictWrite& write);
  void settle(unsigned flow, TimePs at);
  queue::Shortage shortage_for(const Slot& slot, TimePs at);
  void apply_verdict(Slot& slot, TimePs at);
  void measure(TimePs latency);
  void free_slots();
  void update_moderation(TimePs at);
  void update_interrupt(TimePs at);

  const IngressHoldConfig config_;
  std::uint32_t moderation_count_;
  std::uint32_t moderation_window_us_;
  platform::InstantSequencer& sequencer_;
  QueueState& queues_;
  QueueMemory& memory_;
  ArrivalListener& listener_;
  platform::InterruptLine interrupt_;
  platform::InstantSequencer::TaskId verdict_task_;
  platform::InstantSequencer::TaskId window_task_;

  std::vector<Slot> slots_;
  std::vector<Flow> flows_;
  queue::Ring<VerdictWrite> writes_;   // not yet applied
  queue::Ring<PendingStore> storing_;  // in order of arrival
  std::uint32_t produced_ = 0;         // produced, consumed and freed packets: counters that wrap
  std::uint32_t consumed_ = 0;
  std::uint32_t freed_ = 0;
  std::uint32_t next_slot_ = 0;    // slot of packet number produced_
  std::uint32_t oldest_slot_ = 0;  // slot of packet number freed_
  queue::PacketTally held_;
  queue::PacketTally occupied_;
  queue::PacketTally lost_;
  std::uint64_t peak_bytes_ = 0;
  DepartureLog departures_;

  TimePs last_offer_time_ = -1;  // the kernel's time at the last offer
  TimePs last_arrival_ = 0;      // arrival time of that packet
  TimePs window_ends_ = kNever;
  bool interrupt_due_ = false;
  std::uint32_t interrupts_enabled_ = 0;
  bool interrupt_level_ = false;

  Histogram latency_ps_;
  Histogram jitter_ps_;
  TimePs last_latency_ = -1;
};

}  // namespace docsis_vp::cm
