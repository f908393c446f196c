// Implements start-time fair queueing over groups of channels: it selects which of the waiting
// slots goes next on which channel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/queue/ring.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Weighted max-min fair order of slots that may be sent on some of the channels only. Channels that
// the same slots may use form a group and serve one order.
//
// A slot has a start tag in each of its groups. The slot with the least tag goes next, and its tag
// rises by what it sent over its weight: start-time fair queueing (Goyal, Vin, Cheng 1996), which
// needs no size before a packet has left. What one group sends counts in all groups of the slot,
// but takes it no farther back than a few turns behind all that wait there. So a slot that gets
// more elsewhere than this group could give has no turn here, and saves no debt up either: the
// turns of miDRR (Yap et al., CoNEXT 2013), with weights. In the long run all that a group serves
// get as much for their weight, and those that it passes over get no less. That defines weighted
// max-min rates.
//
// A slot that gets all that it asks for has no such debt, and could fill a group that others need.
// While it can wait it leaves a group to the others if another one of its groups gives its slots
// more, level by level [engineering choice]. Ties go to the slot that waits longer in its place.
// Integers only, no division for a packet.
class VirtualTimeQueue {
 public:
  enum class Order : std::uint8_t {
    kStart,  // a slot that comes back goes at once
    kFinish  // a slot of a large weight does not wait for all those of small ones
  };

  // rest: shares out what this one leaves; it must outlive this one.
  explicit VirtualTimeQueue(Order order, const VirtualTimeQueue* rest = nullptr)
      : order_(order), rest_(rest) {}

  // Slots are numbered as they are added. weight: 1..10^12; level: strict, below kLevels; channels:
  // a bit for each.
  void add(std::uint64_t weight, unsigned level, std::uint64_t channels);
  // All slots are known. groups: disjoint sets of channels, see channel_groups().
  void set_groups(const std::vector<std::uint64_t>& groups);

  static constexpr unsigned kLevels = 8;

  // Some slots have several groups.
  bool is_overlapping() const { return overlapping_; }
  // A bit for each level on which a slot waits.
  unsigned waiting_levels() const { return waiting_levels_; }
  bool waits(unsigned slot) const { return slots_[slot].waits; }
  // next_bytes: of its next packet, as far as is known.
  void insert(unsigned slot, std::uint32_t next_bytes, TimePs now);
  void erase(unsigned slot, TimePs now);
  bool has_choice(unsigned slot) const { return slots_[slot].tags.size() > 1; }
  // How long a slot can wait for a better group: at first for any, then for one that is full too,
  // where slots of its level take turns so that its own comes soon. Without: 4 and 8 ms from the
  // time it began to wait.
  struct WaitLimit {
    TimePs for_any = 0;
    TimePs for_full = 0;
  };
  void set_wait_limit(unsigned slot, const WaitLimit& until);

  // The slot that goes next, of those that do not leave the group to others or of all.
  std::optional<unsigned> front(unsigned level, unsigned group, TimePs now, bool all);
  // It sent so many bytes there, and if it still waits, then for its next packet.
  void sent(unsigned slot, unsigned group, std::uint32_t bytes, std::uint32_t next_bytes,
            TimePs now);
  // Some slot waits for this group.
  bool is_waited_for(unsigned group) const { return groups_[group].waiting != 0; }
  // Where slots overlap: before and after a group was served. served: the level, or one of these.
  static constexpr unsigned kAbove = kLevels;
  static constexpr unsigned kNothing = kLevels + 1;
  void begin_service(unsigned group, TimePs now);
  void end_service(unsigned group, unsigned served);

 private:
  static constexpr unsigned kNobody = ~0U;
  __extension__ using VirtualTime = unsigned __int128;  // bytes x 2^50 / weight

  struct Tag {
    unsigned group = 0;
    unsigned heap = 0;        // while it may leave the group to others
    std::uint64_t place = 0;  // of its entry; 0: it has none
    VirtualTime start = 0;
  };
  struct QueueSlot {
    std::uint64_t cost = 0;  // of a byte
    unsigned level = 0;
    bool waits = false;
    std::uint32_t next_bytes = 0;
    TimePs left = 0;  // when it waited no longer
    WaitLimit wait_limit;
    bool has_own_limit = false;  // was told
    std::uint64_t channels = 0;
    std::vector<Tag> tags;  // by group
  };
  // One that is not the tag's place any more is passed over.
  struct Entry {
    VirtualTime key = 0;
    std::uint64_t place = 0;
    unsigned slot = 0;
    unsigned tag = 0;
    bool operator<(const Entry& other) const {  // std::push_heap: the least at the front
      return key != other.key ? other.key < key : other.place < place;
    }
  };
  // The slots of a level in a group.
  struct Line {
    // The first: slots that do not leave the group to others. Then those that may, by the set of
    // groups that they have, as far as heaps go.
    std::vector<std::vector<Entry>> heaps;
    std::size_t waiting = 0;  // entries that count
    // Fast path, where slots have one group each: the only slot that waits. It has no entry, and
    // what it sends costs nothing. Without it benches/system/scenarios/downstream takes 4 % more.
    unsigned sole = kNobody;
    // Fast path, where slots have one group each: entries that came in their order. Eleven equal
    // slots take 1200 instructions a packet with it and 1420 without, queues included.
    queue::Ring<Entry> row;
    VirtualTime now = 0;     // start tag of the last one sent
    VirtualTime last = 0;    // the farthest tag that what was sent here led to
    VirtualTime step = 0;    // the most that a packet cost here, of late
    VirtualTime gained = 0;  // by `now` in the recent past, where slots overlap
  };
  struct Group {
    std::vector<std::vector<unsigned>> sets;  // of groups, those that its slots have
    std::size_t waiting = 0;                  // slots
    unsigned serving = kNothing;
    TimePs since = 0;                             // when it began to serve that
    std::array<TimePs, kLevels + 2> served = {};  // in the recent past
    unsigned full = 0;                            // levels that leave nothing to lower ones
  };

  Line& line(unsigned level, unsigned group) { return lines_[level * groups_.size() + group]; }
  const Line& line(unsigned level, unsigned group) const {
    return lines_[level * groups_.size() + group];
  }
  bool is_old(const Entry& entry) const {
    return slots_[entry.slot].tags[entry.tag].place != entry.place;
  }
  const Entry* first(std::vector<Entry>& heap);
  void drop_old(std::vector<Entry>& heap);
  bool leaves(const QueueSlot& slot, const Tag& own, TimePs now) const;
  void forget(TimePs now);
  static void account(Group& group, TimePs now);
  TimePs spare_time(unsigned level, unsigned group) const;
  int compare(unsigned level, unsigned a, unsigned b) const;
  void insert_on_only_group(unsigned slot, TimePs now);
  void place(unsigned slot, unsigned tag, TimePs now);

  Order order_;
  const VirtualTimeQueue* rest_;
  bool overlapping_ = false;
  unsigned waiting_levels_ = 0;
  std::uint64_t places_ = 0;
  std::vector<std::size_t> waiting_;  // slots, by level
  std::vector<QueueSlot> slots_;
  std::vector<Group> groups_;
  std::vector<Line> lines_;
  // The recent past is all since then, and what was left of the time before.
  TimePs recent_since_ = 0;
  TimePs recent_before_ = 0;
};

// The channels of these sets by who uses them: channels are in one group if each set has both or
// neither. Those that no set has are left out.
std::vector<std::uint64_t> channel_groups(const std::vector<std::uint64_t>& sets);

}  // namespace docsis_vp::cmts
