#include "models/cm/ingress_hold/ingress_hold.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "models/cm/queue_memory/queue_memory.h"
#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

using platform::now_ps;

namespace {

constexpr std::uint32_t kSlotsPerGroup = 8;
constexpr unsigned kBitsPerVerdict = 4;

// Returns true if counter `one` is past `other`; both wrap, less than half of their range apart.
bool is_past(std::uint32_t one, std::uint32_t other) {
  return one != other && one - other < UINT32_C(1) << 31;
}

}  // namespace

IngressHold::IngressHold(const sc_core::sc_module_name& name, const IngressHoldConfig& config,
                         unsigned flows, platform::InstantSequencer& sequencer, QueueState& queues,
                         QueueMemory& memory, ArrivalListener& listener)
    : sc_module(name),
      config_(config),
      moderation_count_(config.packets_of_interrupt()),
      moderation_window_us_(config.window_us()),
      sequencer_(sequencer),
      queues_(queues),
      memory_(memory),
      listener_(listener),
      verdict_task_(sequencer.add(kEnqueue, kMaxUpstreamFlows, [this] { apply_writes(); })),
      window_task_(
          sequencer.add(kEnqueue, kMaxUpstreamFlows, [this] { update_moderation(now_ps()); })),
      slots_(config.descriptors),
      flows_(flows),
      departures_(config.departures) {
  if (config.descriptors == 0 || config.descriptors > 1024 ||
      config.descriptors % kSlotsPerGroup != 0) {
    throw ConfigError("/ingress_hold/descriptors", "must be a multiple of 8 up to 1024");
  }
}

bool IngressHold::has_room(const Packet& packet, TimePs at) {
  const auto fits = [&] {
    return produced_ - freed_ < config_.descriptors &&
           occupied_.bytes + packet.size_bytes <= config_.capacity_bytes;
  };
  if (!fits()) {
    settle_storing(at);
  }
  return fits();
}

const queue::PacketTally& IngressHold::occupied(TimePs at) {
  settle_storing(at);
  return occupied_;
}

// Removes the written packets. The port writes in order of arrival.
void IngressHold::settle_storing(TimePs at) {
  while (!storing_.empty()) {
    const PendingStore& oldest = storing_.front();
    Slot& slot = slots_[oldest.slot];
    if (slot.writing && slot.write == oldest.write) {
      if (!memory_.is_finished(slot.write, at)) {
        break;
      }
      slot.writing = false;
      if (!slot.packet) {
        occupied_.remove(slot.bytes);
      }
    }
    storing_.pop_front();
  }
  free_slots();
}

void IngressHold::offer(unsigned flow, PacketHandle packet, TimePs arrived, RandomStream& random) {
  const TimePs now = now_ps();
  last_offer_time_ = now;
  last_arrival_ = arrived;
  FlowCounters& counters = flows_[flow].counters;
  if (!has_room(*packet, arrived)) {
    counters.lost.add(packet->size_bytes);
    lost_.add(packet->size_bytes);
    return;
  }
  const std::uint32_t index = std::exchange(next_slot_, (next_slot_ + 1) % config_.descriptors);
  ++produced_;
  Slot& slot = slots_[index];
  slot.arrived = arrived;
  slot.random = random.next_u32();
  slot.flow = static_cast<std::uint8_t>(flow);
  slot.verdict = 0;
  slot.shown = queue::Shortage::kNone;
  slot.bytes = packet->size_bytes;
  slot.write = memory_.hold(*packet, arrived);
  slot.writing = slot.write != 0;
  if (slot.writing) {
    storing_.push_back({index, slot.write});
  }
  counters.held.add(slot.bytes);
  held_.add(slot.bytes);
  occupied_.add(slot.bytes);
  if (occupied_.bytes > peak_bytes_) {
    peak_bytes_ = std::max(peak_bytes_, occupied(arrived).bytes);
  }
  slot.packet = std::move(packet);
  flows_[flow].waiting.push_back(index);
  update_moderation(now);
}

aqm_queue IngressHold::queue_for(std::uint32_t slot, TimePs at) {
  Slot& waiting = slots_[slot];
  if (!waiting.packet) {
    return {};
  }
  aqm_queue queue = queues_.snapshot(waiting.flow, effective_time(at));
  waiting.shown = shortage_for(waiting, effective_time(at));
  queue.full = waiting.shown == queue::Shortage::kNone ? 0 : 1;
  return queue;
}

void IngressHold::judge(std::uint32_t group, std::uint32_t verdicts, TimePs at) {
  writes_.push_back({at, group, verdicts});
  sequencer_.post_at(verdict_task_, at);
}

void IngressHold::apply_writes() {
  const TimePs now = now_ps();
  while (!writes_.empty() && writes_.front().at <= now) {
    apply(writes_.pop_front());
  }
}

void IngressHold::apply(const VerdictWrite& write) {
  for (std::uint32_t i = 0; i < kSlotsPerGroup; ++i) {
    const std::uint32_t verdict = write.verdicts >> (i * kBitsPerVerdict) & 0xf;
    Slot& slot = slots_[write.group * kSlotsPerGroup + i];
    if (verdict == 0 || verdict > AQM_DROP_FULL + 1 || !slot.packet || slot.verdict != 0) {
      continue;
    }
    slot.verdict = static_cast<std::uint8_t>(verdict);
    settle(slot.flow, write.at);
  }
  free_slots();
}

// Applies the verdicts of a flow, up to the first packet without one.
void IngressHold::settle(unsigned flow, TimePs at) {
  queue::Ring<std::uint32_t>& waiting = flows_[flow].waiting;
  while (!waiting.empty() && slots_[waiting.front()].verdict != 0) {
    Slot& slot = slots_[waiting.pop_front()];
    const TimePs effective = effective_time(at);
    const std::uint32_t bytes = slot.packet->size_bytes;
    held_.remove(bytes);
    flows_[flow].counters.held.remove(bytes);
    if (effective >= config_.stats_from) {
      measure(effective - slot.arrived);
    }
    apply_verdict(slot, effective);
  }
}

queue::Shortage IngressHold::shortage_for(const Slot& slot, TimePs at) {
  return slot.write != 0 ? memory_.queue_shortage(slot.flow, *slot.packet, at)
                         : queue::Shortage::kBytes;
}

// Since firmware's read the queue may have become full, or have room again.
void IngressHold::apply_verdict(Slot& slot, TimePs at) {
  const queue::Shortage now = shortage_for(slot, at);
  const queue::Shortage shortage = now != queue::Shortage::kNone ? now : slot.shown;
  PacketHandle packet = std::move(slot.packet);
  auto verdict = static_cast<aqm_verdict>(slot.verdict - 1);
  const bool wanted = verdict == AQM_ACCEPT || verdict == AQM_MARK;
  const bool taken = wanted && now == queue::Shortage::kNone;
  if (wanted && !taken) {
    verdict = AQM_DROP_FULL;
  }
  if (verdict == AQM_MARK) {
    packet->ecn = Ecn::kCe;
  }
  listener_.judged_arrival(slot.flow, *packet, {verdict, shortage, slot.random}, at);
  if (taken) {
    memory_.write_held(slot.flow, std::move(packet), at, slot.write);
  } else if (slot.write != 0 && memory_.release(*packet, at)) {
    slot.writing = false;
  }
  if (!slot.writing) {
    occupied_.remove(slot.bytes);
  }
}

void IngressHold::measure(TimePs latency) {
  latency_ps_.add(static_cast<std::uint64_t>(latency));
  if (last_latency_ >= 0) {
    jitter_ps_.add(static_cast<std::uint64_t>(std::abs(latency - last_latency_)));
  }
  last_latency_ = latency;
}

// Firmware may still read a descriptor after its verdict, and give a verdict after the doorbell.
void IngressHold::free_slots() {
  while (is_past(consumed_, freed_) && !slots_[oldest_slot_].packet &&
         !slots_[oldest_slot_].writing) {
    oldest_slot_ = (oldest_slot_ + 1) % config_.descriptors;
    ++freed_;
  }
}

void IngressHold::consume(std::uint32_t consumed, TimePs at) {
  consumed_ = is_past(consumed, produced_) ? produced_ : consumed;
  free_slots();
  interrupt_due_ = false;
  window_ends_ = kNever;
  sequencer_.post_at(window_task_, kNever);
  update_moderation(at);
}

void IngressHold::set_interrupt_moderation(std::uint32_t count, std::uint32_t window_us,
                                           TimePs at) {
  moderation_count_ = count;
  moderation_window_us_ = window_us;
  update_moderation(at);
}

void IngressHold::update_moderation(TimePs at) {
  const std::uint32_t unserved = produced_ - consumed_;
  if (unserved != 0 && !interrupt_due_) {
    if (window_ends_ == kNever) {
      window_ends_ = at + moderation_window_us_ * kPsPerUs;
    }
    interrupt_due_ = unserved >= moderation_count_ || at >= window_ends_;
    if (!interrupt_due_) {
      sequencer_.post_at(window_task_, window_ends_);
    }
  }
  update_interrupt(at);
}

void IngressHold::departed(const DepartureRecord& record) {
  departures_.add(record);
  update_interrupt(now_ps());
}

void IngressHold::take_departure(TimePs at) {
  departures_.take();
  update_interrupt(at);
}

void IngressHold::enable_interrupts(std::uint32_t causes, TimePs at) {
  interrupts_enabled_ = causes;
  update_interrupt(at);
}

void IngressHold::update_interrupt(TimePs at) {
  const bool level = (interrupt_status() & interrupts_enabled_) != 0;
  if (level != interrupt_level_) {
    interrupt_level_ = level;
    if (interrupt_) {
      interrupt_(level, at);
    }
  }
}

}  // namespace docsis_vp::cm
