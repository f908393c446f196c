// Selects the next downstream packet by the rate limits of the queues, then by reserved rates,
// priorities and weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "models/cmts/downstream_load.h"
#include "models/cmts/virtual_time_queue.h"
#include "models/docsis/packet_shaper.h"
#include "models/queue/discipline.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// The queue of one service flow, or the default queue.
struct QueueSlotConfig {
  std::optional<docsis::PacketShaperConfig> shaper;  // empty: only the channels limit its rate
  unsigned priority = 0;                             // 0..7, 7 goes first (MULPI C.2.2.7.1)
  std::uint64_t min_reserved_rate_bps = 0;           // served before all other traffic
  // Shorter packets count as this length for the reserved rate.
  std::uint32_t min_packet_bytes = 64;
  // 1..10^12: share of the capacity beyond the reserved rates.
  std::uint64_t weight = 1;
  std::uint64_t channels = ~std::uint64_t{0};  // one bit for each permitted channel
  // The queue limits rates itself, and knows the exact length of its next packet.
  bool is_aggregate = false;
};

// When a channel is free, the slots that have received less than their reserved rate come first: by
// priority, then in proportion to these rates. All other waiting slots follow: by priority, then in
// proportion to their weights. VirtualTimeQueue defines both orders. Packets sent for the reserved
// rate do not count towards the weighted share, and vice versa. FairShare does the same upstream.
class DownstreamScheduler {
 public:
  struct Next {
    unsigned slot = 0;
    queue::QueuedPacket packet;
    bool was_delayed = false;  // by the slot's rate limit
  };

  // Adds a slot and returns its number; numbers follow the order of the calls. Add all slots before
  // the first packet. Throws ConfigError.
  unsigned add(std::unique_ptr<queue::Discipline> discipline, const QueueSlotConfig& config);

  queue::LawSample sample(unsigned slot, TimePs now) const {
    return slots_[slot].discipline->sample(now);
  }
  void enqueue(unsigned index, PacketHandle packet, TimePs now);
  // Returns the packet to send now on the channel; false if there is none.
  bool next(unsigned channel, TimePs now, Next& found);

  // True if a slot has a packet that waits only for a free channel.
  bool any_ready() const { return shares_.waiting_levels() != 0; }
  // Earliest time at which a rate-limited slot may send; kNever: no slot waits for its rate limit.
  TimePs next_release() const { return waiting_.empty() ? kNever : waiting_.top().first; }

 private:
  static constexpr unsigned kNoGroup = ~0U;

  // The rate shaper of a slot. It is on the heap, so that the queue's law can keep a pointer to it.
  struct Rates final : queue::TokenSource {
    explicit Rates(const docsis::PacketShaperConfig& config) : shaper(config) {}
    std::uint64_t sustained_tokens(TimePs at) const override { return shaper.sustained_tokens(at); }
    TimePs drained(std::uint64_t bytes, TimePs at) const override {
      return shaper.drained(bytes, at);
    }
    docsis::PacketShaper shaper;
  };
  struct QueueSlot {
    std::unique_ptr<Rates> rates;  // null: only the channels limit its rate
    std::unique_ptr<queue::Discipline> discipline;
    QueueSlotConfig config;
    std::optional<docsis::PacketBucket> reserved;
    // A dequeued packet that waits for tokens, because it is longer than the packet that was at the
    // head when the tokens were checked.
    queue::QueuedPacket staged;
    std::uint32_t cleared_bytes = 0;  // the tokens suffice for a packet of this length
    TimePs held_until = 0;            // latest time until which its rate held it
    TimePs emptied = -1;              // last time at which it had no packet; -1: never
    TimePs queued_release = kNever;   // its earliest entry in waiting_; kNever: none
    TimePs earns_at = kNever;         // time at which its reserved rate covers the next packet
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
  void measure_load(std::size_t groups);
  DownstreamLoad::Report report(unsigned slot) const;
  void plan(TimePs now);
  bool next_of(VirtualTimeQueue& order, unsigned group, TimePs now, bool all, Next& found);
  void pay(VirtualTimeQueue& order, unsigned group, TimePs now, const Next& sent);
  bool try_slot(unsigned slot, TimePs now, Next& found);

  std::vector<QueueSlot> slots_;
  VirtualTimeQueue shares_{VirtualTimeQueue::Order::kStart};  // all slots that may send
  // The slots among them whose reserved rate covers a packet.
  VirtualTimeQueue reserved_{VirtualTimeQueue::Order::kFinish};
  std::vector<unsigned> groups_;          // index of the channel group, by channel
  std::unique_ptr<DownstreamLoad> load_;  // null: slots do not overlap
  std::vector<DownstreamLoad::Report> reports_;
  using Waiting = std::pair<TimePs, unsigned>;
  using Alarms = std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>>;
  Alarms waiting_;  // times at which rate limits release slots
  Alarms earning_;  // times at which the reserved rates of waiting slots cover a packet
};

}  // namespace docsis_vp::cmts
