// Which downstream packet goes next: queues held to their rates, by reserved rate, priority and
// turn.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "models/cmts/virtual_time_queue.h"
#include "models/docsis/packet_shaper.h"
#include "models/queue/discipline.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// A queue that takes its turn on the channels: that of a service flow, or the one for all.
struct QueueSlotConfig {
  std::optional<docsis::PacketShaperConfig> shaper;  // none: as fast as the channels
  unsigned priority = 0;                             // 0..7, 7 goes first (MULPI C.2.2.7.1)
  std::uint64_t min_reserved_rate_bps = 0;           // goes before any priority
  std::uint32_t min_packet_bytes = 64;               // the reserved rate counts no packet shorter
  std::uint64_t weight = 1;                          // 1..10^12: part of what reserved rates leave
  std::uint64_t channels = ~std::uint64_t{0};        // a bit for each it may be sent on
};

// At every instant when a channel is free: first the slots that are behind their reserved rates, by
// priority, in proportion to those rates; then all that wait, by priority, in proportion to their
// weights. Both orders are those of VirtualTimeQueue. A packet that the reserved rate lets go takes
// no turn from its slot, and a turn uses up nothing of the reserved rate: a slot gets its reserved
// rate and its share of the rest, as upstream.
class DownstreamScheduler {
 public:
  struct Next {
    unsigned slot = 0;
    queue::QueuedPacket packet;
    bool was_delayed = false;  // by the slot's rate
  };

  // Slots are numbered as they are added, all before the first packet. Throws ConfigError.
  unsigned add(std::unique_ptr<queue::Discipline> discipline, const QueueSlotConfig& config);

  queue::LawSample sample(unsigned slot, TimePs now) const {
    return slots_[slot].discipline->sample(now);
  }
  void enqueue(unsigned index, PacketHandle packet, TimePs now);
  // The packet to send now on the channel; false if there is none that may be.
  bool next(unsigned channel, TimePs now, Next& found);

  // Some slot had a packet to send just now, if a channel it may use had been free.
  bool any_ready() const { return shares_.waiting_levels() != 0; }
  // When the next slot is no longer held back by its rate; kNever: none is.
  TimePs next_release() const { return waiting_.empty() ? kNever : waiting_.top().first; }

 private:
  static constexpr unsigned kNoGroup = ~0U;

  // A slot's rates; where it stays its queue's law may look at it.
  struct Rates final : queue::TokenSource {
    explicit Rates(const docsis::PacketShaperConfig& config) : shaper(config) {}
    std::uint64_t sustained_tokens(TimePs at) const override { return shaper.sustained_tokens(at); }
    docsis::PacketShaper shaper;
  };
  struct QueueSlot {
    std::unique_ptr<Rates> rates;  // none: as fast as the channels
    std::unique_ptr<queue::Discipline> discipline;
    QueueSlotConfig config;
    std::optional<docsis::PacketBucket> reserved;
    // Left the queue, but proved longer than the one before it whose place it took: the tokens
    // are not there yet.
    queue::QueuedPacket staged;
    std::uint32_t cleared_bytes = 0;  // the tokens are there for a packet as long as this
    TimePs held_until = 0;            // by its rate, as far as is known
    TimePs waits_until = kNever;      // its earliest entry in waiting_; kNever: it has none
    TimePs earns_at = kNever;         // when its reserved rate has earned the next packet
  };

  static bool is_empty(const QueueSlot& slot);
  std::uint32_t next_bytes(const QueueSlot& slot) const;
  void settle(unsigned slot, TimePs now);
  void set_ready(unsigned slot, bool ready, TimePs now);
  void earn(unsigned slot, TimePs now);
  void wake(TimePs now);
  void group_channels();
  bool next_of(VirtualTimeQueue& order, unsigned group, TimePs now, bool all, Next& found);
  void pay(VirtualTimeQueue& order, unsigned group, TimePs now, const Next& sent);
  bool try_slot(unsigned slot, TimePs now, Next& found);

  std::vector<QueueSlot> slots_;
  VirtualTimeQueue shares_{VirtualTimeQueue::Order::kStart};  // all slots that may send
  // Slots of them that have earned a packet.
  VirtualTimeQueue reserved_{VirtualTimeQueue::Order::kFinish, &shares_};
  std::vector<unsigned> groups_;  // of channels, by channel
  using Waiting = std::pair<TimePs, unsigned>;
  using Alarms = std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>>;
  Alarms waiting_;
  Alarms earning_;  // of slots that may send, when their reserved rates have earned a packet
};

}  // namespace docsis_vp::cmts
