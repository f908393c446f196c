// Start-time fair queueing over groups of channels: which of the waiting slots goes next on which.
#pragma once

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
// A slot that gets all that it asks for has no such debt. It leaves a group to the others for a
// while if another one of its groups gives its slots more, level by level [engineering choice].
// Ties go to the slot that waits longer in its place. Integers only, no division for a packet.
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
  // a bit for each; patience: how long it may wait without losing anything.
  void add(std::uint64_t weight, unsigned level, std::uint64_t channels, TimePs patience = kNever);
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
  // The slot that goes next, of those that do not leave the group to others or of all.
  std::optional<unsigned> front(unsigned level, unsigned group, TimePs now, bool all);
  // It sent so many bytes there, and if it still waits, then for its next packet.
  void sent(unsigned slot, unsigned group, std::uint32_t bytes, std::uint32_t next_bytes,
            TimePs now);
  // Where slots overlap: before and after a group was served.
  void begin_service(unsigned group, TimePs now);
  void end_service(unsigned group);

 private:
  static constexpr unsigned kNobody = ~0U;
  __extension__ using VirtualTime = unsigned __int128;  // bytes x 2^50 / weight

  struct Tag {
    unsigned group = 0;
    unsigned heap = 0;        // while it may leave the group to others
    std::uint64_t place = 0;  // of its entry; 0: it has none
    TimePs since = 0;         // when it was placed
    std::uint64_t turns = 0;  // of the group, by then
    VirtualTime start = 0;
  };
  struct QueueSlot {
    std::uint64_t cost = 0;  // of a byte
    unsigned level = 0;
    bool waits = false;
    std::uint32_t next_bytes = 0;
    TimePs left = 0;       // when it waited no longer
    unsigned in_turn = 0;  // packets since it came back
    TimePs patience = 0;
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
    VirtualTime now = 0;   // start tag of the last one sent
    VirtualTime last = 0;  // the farthest tag that what was sent here led to
    VirtualTime step = 0;  // the most that a packet cost here, of late
    // In the recent past, where slots overlap.
    VirtualTime gained = 0;  // by `now`
    TimePs contended = 0;    // a slot had to wait
  };
  struct Group {
    std::vector<std::vector<unsigned>> sets;  // of groups, those that its slots have
    unsigned contended = 0;                   // levels on which a slot waits for the one being sent
    std::uint64_t turns = 0;                  // packets it has sent
    TimePs since = 0;
    TimePs elapsed = 0;
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
  bool is_contended(unsigned level, unsigned group, TimePs now) const;
  int compare(unsigned level, unsigned a, unsigned b, TimePs now) const;
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
};

// The channels of these sets by who uses them: channels are in one group if each set has both or
// neither. Those that no set has are left out.
std::vector<std::uint64_t> channel_groups(const std::vector<std::uint64_t>& sets);

}  // namespace docsis_vp::cmts
