// Which downstream packet goes next: queues held to their rates, by reserved rate, priority and
// turn.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "models/cmts/lane_set.h"
#include "models/docsis/packet_shaper.h"
#include "models/queue/discipline.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// What takes its turn on the channels: the queue of a service flow, or that of all.
struct LaneConfig {
  std::optional<docsis::PacketShaperConfig> shaper;  // none: as fast as the channels
  unsigned priority = 0;                             // 0..7, 7 goes first (MULPI C.2.2.7.1)
  std::uint64_t min_reserved_rate_bps = 0;           // goes before any priority
  std::uint32_t min_packet_bytes = 64;               // the reserved rate counts no packet shorter
  std::uint64_t channels = ~std::uint64_t{0};        // a bit for each it may be sent on
};

// At every instant when a channel is free: first, of the lanes that are behind their reserved
// rates, the one that must send soonest to keep it (virtual clock: Zhang 1990); then those of the
// highest priority, in turn, each as many bytes: deficit round robin (Shreedhar, Varghese 1995)
// that may overdraw (Adiseshu, Parulkar, Varghese 1996), so that no packet has to be known before
// it leaves its queue. A turn is worth the largest packet so far: where all are alike, one packet.
class LaneScheduler {
 public:
  struct Next {
    unsigned lane = 0;
    queue::QueuedPacket packet;
    bool was_delayed = false;  // by the lane's rate
  };

  // Lanes are numbered as they are added, all before the first packet. Throws ConfigError.
  unsigned add(std::unique_ptr<queue::Discipline> discipline, const LaneConfig& config);

  queue::LawGlance glance(unsigned lane, TimePs now) const {
    return lanes_[lane].discipline->glance(now);
  }
  void enqueue(unsigned index, PacketHandle packet, TimePs now);
  // The packet to send now on the channel; false if there is none that may be.
  bool next(unsigned channel, TimePs now, Next& found);

  // Some lane had a packet to send just now, if a channel it may use had been free.
  bool any_ready() const { return ready_priorities_ != 0; }
  // When the next lane is no longer held back by its rate; kNever: none is.
  TimePs next_release() const { return waiting_.empty() ? kNever : waiting_.top().first; }

 private:
  static constexpr unsigned kPriorities = 8;
  static constexpr unsigned kNobody = ~0U;

  // A lane's rates; where it stays its queue's law may look at it.
  struct Rates final : queue::TokenSource {
    explicit Rates(const docsis::PacketShaperConfig& config) : shaper(config) {}
    std::uint64_t sustained_tokens(TimePs at) const override { return shaper.sustained_tokens(at); }
    docsis::PacketShaper shaper;
  };
  struct Lane {
    std::unique_ptr<Rates> rates;  // none: as fast as the channels
    std::unique_ptr<queue::Discipline> discipline;
    LaneConfig config;
    std::optional<docsis::PacketBucket> reserved;
    // Left the queue, but proved longer than the one before it whose place it took: the tokens
    // are not there yet.
    queue::QueuedPacket staged;
    std::uint32_t cleared_bytes = 0;  // the tokens are there for a packet as long as this
    TimePs held_until = 0;            // by its rate, as far as is known
    TimePs waits_until = kNever;      // its earliest entry in waiting_; kNever: it has none
    std::int64_t balance = 0;         // bytes left of its turn, negative after it sent more
  };
  // Lanes that may send, in a circle.
  struct Circle {
    LaneSet ready;
    unsigned turn = 0;              // the lane to look at first
    std::uint32_t turn_bytes = 0;   // what a turn is worth
    std::vector<unsigned> holders;  // by channel: whose turn goes on there; kNobody
  };

  static bool is_empty(const Lane& lane);
  std::uint32_t next_bytes(const Lane& lane) const;
  void settle(unsigned lane, TimePs now);
  void set_ready(unsigned lane, bool ready);
  void wake(TimePs now);
  bool next_reserved(unsigned channel, TimePs now, Next& found);
  std::optional<unsigned> most_behind(unsigned channel, TimePs now) const;
  bool next_of(Circle& circle, unsigned channel, TimePs now, Next& found);
  bool next_within(Circle& circle, unsigned from, unsigned until, unsigned channel, TimePs now,
                   Next& found);
  bool go_on(Circle& circle, unsigned channel, TimePs now, Next& found);
  void pay(Circle& circle, unsigned channel, const Next& next);
  bool try_lane(unsigned lane, TimePs now, Next& found);

  std::vector<Lane> lanes_;
  std::array<Circle, kPriorities> circles_;
  unsigned ready_priorities_ = 0;  // a bit for each circle that is not empty
  LaneSet reserving_;              // those of the lanes above that have a reserved rate
  using Waiting = std::pair<TimePs, unsigned>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

}  // namespace docsis_vp::cmts
