// Selects the next downstream packet: applies the rates of queues, then reserved rates, priorities
// and weights.
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

// A queue that takes turns on the channels: of a service flow, or the common one.
struct QueueSlotConfig {
  std::optional<docsis::PacketShaperConfig> shaper;  // empty: only the channels limit its rate
  unsigned priority = 0;                             // 0..7, 7 goes first (MULPI C.2.2.7.1)
  std::uint64_t min_reserved_rate_bps = 0;           // goes before any priority
  std::uint32_t min_packet_bytes = 64;               // the reserved rate counts no packet shorter
  std::uint64_t weight = 1;                          // 1..10^12: share of what reserved rates leave
  std::uint64_t channels = ~std::uint64_t{0};        // one bit for each permitted channel
  // Its queue has rates inside, and knows the exact length of its next packet.
  bool is_aggregate = false;
};

// Whenever a channel is free, the slots behind their reserved rates come first: by priority, then
// in proportion to these rates. Then all waiting slots follow: by priority, then in proportion to
// their weights. VirtualTimeQueue defines both orders. A packet sent for the reserved rate costs no
// turn, and a turn uses no reserved rate: a slot gets its reserved rate and its share of the rest,
// as upstream.
class DownstreamScheduler {
 public:
  struct Next {
    unsigned slot = 0;
    queue::QueuedPacket packet;
    bool was_delayed = false;  // by the slot's rate
  };

  // Slots are numbered in the order of the calls; add all before the first packet. Throws
  // ConfigError.
  unsigned add(std::unique_ptr<queue::Discipline> discipline, const QueueSlotConfig& config);

  queue::LawSample sample(unsigned slot, TimePs now) const {
    return slots_[slot].discipline->sample(now);
  }
  void enqueue(unsigned index, PacketHandle packet, TimePs now);
  // Returns the packet to send now on the channel; false if there is none.
  bool next(unsigned channel, TimePs now, Next& found);

  // True if a slot had a packet to send just now, had one of its channels been free.
  bool any_ready() const { return shares_.waiting_levels() != 0; }
  // Time at which the next slot passes its rate limit; kNever: none waits for it.
  TimePs next_release() const { return waiting_.empty() ? kNever : waiting_.top().first; }

 private:
  static constexpr unsigned kNoGroup = ~0U;

  // A slot's rates, at a fixed address for its queue's law.
  struct Rates final : queue::TokenSource {
    explicit Rates(const docsis::PacketShaperConfig& config) : shaper(config) {}
    std::uint64_t sustained_tokens(TimePs at) const override { return shaper.sustained_tokens(at); }
    docsis::PacketShaper shaper;
  };
  struct QueueSlot {
    std::unique_ptr<Rates> rates;  // null: only the channels limit its rate
    std::unique_ptr<queue::Discipline> discipline;
    QueueSlotConfig config;
    std::optional<docsis::PacketBucket> reserved;
    // A packet out of the queue that is longer than the former first packet: its tokens are not
    // there yet.
    queue::QueuedPacket staged;
    std::uint32_t cleared_bytes = 0;  // the tokens suffice for a packet of this length
    TimePs held_until = 0;            // by its rate, as far as known
    TimePs waits_until = kNever;      // its earliest entry in waiting_; kNever: none
    TimePs wait_until = 0;            // for any better channel, see limit_wait()
    TimePs earns_at = kNever;         // its reserved rate has then earned the next packet
  };

  static bool is_empty(const QueueSlot& slot);
  std::uint32_t next_bytes(const QueueSlot& slot) const;
  bool may_send(QueueSlot& slot, TimePs now);
  void settle(unsigned slot, TimePs now);
  void limit_wait(unsigned slot, TimePs now);
  void set_ready(unsigned slot, bool ready, TimePs now);
  void earn(unsigned slot, TimePs now);
  void wake(TimePs now);
  void group_channels();
  bool next_of(VirtualTimeQueue& order, unsigned group, TimePs now, bool all, Next& found);
  void pay(VirtualTimeQueue& order, unsigned group, TimePs now, const Next& sent);
  bool try_slot(unsigned slot, TimePs now, Next& found);

  std::vector<QueueSlot> slots_;
  VirtualTimeQueue shares_{VirtualTimeQueue::Order::kStart};  // all slots that may send
  // The slots among them that have earned a packet.
  VirtualTimeQueue reserved_{VirtualTimeQueue::Order::kFinish, &shares_};
  std::vector<unsigned> groups_;  // index of the channel group, by channel
  using Waiting = std::pair<TimePs, unsigned>;
  using Alarms = std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>>;
  Alarms waiting_;
  Alarms earning_;  // times at which waiting slots have earned a packet
};

}  // namespace docsis_vp::cmts
