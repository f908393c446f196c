// Implements start-time fair queueing over groups of channels. It selects which waiting slot sends
// next on which channel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/queue/ring.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Keeps slots, each of which may be sent only on some of the channels, in an order that is weighted
// max-min fair. Channels that the same slots may use form a group, which has one order.
//
// A slot has a start tag in each of its groups. The slot with the least tag goes next, and its tag
// rises by the bytes sent over its weight: start-time fair queueing (Goyal, Vin, Cheng 1996), which
// needs no size before a packet has left. Bytes sent by one group count in all groups of the slot.
// In the other groups they move the slot at most a few turns behind all slots that wait there. So
// if a slot gets more elsewhere than this group could give, it gets no turn here, but accumulates
// no debt: it soon gets turns again if the others give it less. These are the turns of miDRR (Yap
// et al., CoNEXT 2013), with weights. In the long run all slots that a group serves get equal bytes
// per weight, and slots that it skips get no less. This defines weighted max-min rates.
//
// If the demand of a slot is met, its tags do not show which group it should use, and it could fill
// a group that others need. Such slots follow parts that their set is told, see set_parts(): while
// a slot can wait, it leaves a group to the others if its set has sent its part there. In case of
// equal tags, the slot that has waited longer in its place goes first. The implementation uses only
// integers, and no division per packet.
class VirtualTimeQueue {
 public:
  enum class Order : std::uint8_t {
    kStart,  // by start tag: a slot that returns goes immediately
    // By the tag after the next packet: a slot of a large weight does not wait for all slots of
    // small weights.
    kFinish
  };

  explicit VirtualTimeQueue(Order order) : order_(order) {}

  // Adds a slot; slots are numbered in the order of the calls. weight: 1..10^12; level: strict
  // priority, below kLevels; channels: one bit per channel.
  void add(std::uint64_t weight, unsigned level, std::uint64_t channels);
  // Call it after all slots are added. groups: disjoint sets of channels, see channel_groups().
  void set_groups(const std::vector<std::uint64_t>& groups);

  static constexpr unsigned kLevels = 8;

  // True if some slots have several groups: slots then "overlap".
  bool is_overlapping() const { return overlapping_; }
  // One bit for each level on which a slot waits.
  unsigned waiting_levels() const { return waiting_levels_; }
  bool waits(unsigned slot) const { return slots_[slot].waits; }
  // The slot begins to wait. next_bytes: size of its next packet; used with Order::kFinish only.
  void insert(unsigned slot, std::uint32_t next_bytes, TimePs now);
  // The slot waits no longer.
  void erase(unsigned slot, TimePs now);
  bool has_choice(unsigned slot) const { return slots_[slot].tags.size() > 1; }
  // Time until which the slot can wait for a group in which its set is behind its part. By default
  // 8 ms after its last packet.
  void set_wait_limit(unsigned slot, TimePs limit);

  // Returns the slot that goes next. all: also considers the slots that leave the group to others.
  std::optional<unsigned> front(unsigned level, unsigned group, TimePs now, bool all);
  // Records that the slot sent `bytes` bytes in the group. If it still waits, it waits to send
  // next_bytes.
  void sent(unsigned slot, unsigned group, std::uint32_t bytes, std::uint32_t next_bytes,
            TimePs now);
  // True if some slot waits for this group.
  bool is_waited_for(unsigned group) const { return groups_[group].waiting != 0; }

  // The distinct sets of groups that slots have, one bit for each group.
  std::vector<std::uint64_t> sets() const;
  unsigned set_of(unsigned slot) const { return slots_[slot].set; }
  // Time at which the slot last stopped waiting.
  TimePs left(unsigned slot) const { return slots_[slot].left; }
  // parts_q16: how the slots of the set whose demand is met divide their bytes among its groups, in
  // 1/65536. Empty: as they like.
  void set_parts(unsigned set, const std::vector<std::uint32_t>& parts_q16);
  // True: all that the slot asks for is met, so that it follows the parts of its set.
  void set_met(unsigned slot, bool met) { slots_[slot].is_met = met; }

 private:
  static constexpr unsigned kNobody = ~0U;
  __extension__ using VirtualTime = unsigned __int128;  // bytes x 2^50 / weight

  struct Tag {
    unsigned group = 0;
    unsigned heap = 0;        // index of its heap while it may leave the group to others
    std::uint64_t place = 0;  // number of its valid entry; 0: none
    VirtualTime start = 0;
  };
  struct QueueSlot {
    std::uint64_t cost = 0;  // virtual time per byte
    unsigned level = 0;
    unsigned set = 0;
    bool waits = false;
    bool is_met = true;
    std::uint32_t next_bytes = 0;
    TimePs left = -1;            // time at which it last stopped waiting; -1: never
    TimePs wait_limit = 0;       // see set_wait_limit()
    bool has_own_limit = false;  // set by set_wait_limit()
    std::uint64_t channels = 0;
    std::vector<Tag> tags;  // by group
  };
  // An entry of a heap or row. It is valid while `place` is that of the tag; old ones are skipped.
  struct Entry {
    VirtualTime key = 0;
    std::uint64_t place = 0;
    unsigned slot = 0;
    unsigned tag = 0;
    // Reversed, so that std::push_heap puts the least at the front.
    bool operator<(const Entry& other) const {
      return key != other.key ? other.key < key : other.place < place;
    }
  };
  // The slots of a level in a group.
  struct Line {
    // The first heap has the slots that do not leave the group to others. Each of the next ones has
    // the slots that may and have the same set of groups; the last one has all further sets.
    std::vector<std::vector<Entry>> heaps;
    std::size_t waiting = 0;  // number of valid entries
    // Fast path if slots have one group each: the only slot that waits. It has no entry, and
    // sending does not change its tag. Without it benches/system/scenarios/downstream takes 4 %
    // more time.
    unsigned sole = kNobody;
    // Fast path if slots have one group each: entries that arrived in order. With it eleven equal
    // slots take 1200 instructions per packet, without it 1420, including the queues.
    queue::Ring<Entry> row;
    VirtualTime now = 0;    // highest start tag of a slot that was sent
    VirtualTime least = 0;  // least start tag that waited when front() was called
    VirtualTime last = 0;   // the highest tag reached by sending here
    VirtualTime step = 0;   // the highest recent cost of a packet here
  };
  struct Group {
    std::size_t sets = 0;     // distinct sets of groups that its slots have
    std::size_t waiting = 0;  // waiting slots
  };
  // Slots with the same groups.
  struct SlotSet {
    std::vector<unsigned> groups;
    std::vector<unsigned> heaps;  // by place in `groups`
    std::vector<std::uint32_t> parts_q16;
    // Bytes / 65536 that its slots still have to send in each group to keep the parts.
    std::vector<std::int64_t> due_q16;
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
  bool leaves(const QueueSlot& slot, unsigned tag, TimePs now) const;
  void count_parts(const QueueSlot& slot, unsigned group, std::uint32_t bytes);
  unsigned add_set(const std::vector<unsigned>& groups);
  void insert_on_only_group(unsigned slot, TimePs now);
  void place(unsigned slot, unsigned tag, TimePs now);

  Order order_;
  bool overlapping_ = false;
  unsigned waiting_levels_ = 0;
  std::uint64_t places_ = 0;
  std::vector<std::size_t> waiting_;  // waiting slots, by level
  std::vector<QueueSlot> slots_;
  std::vector<Group> groups_;
  std::vector<SlotSet> sets_;
  std::vector<Line> lines_;
};

// Divides the channels of these sets into groups by their users: two channels are in one group if
// each set has both or neither. Channels in no set are omitted.
std::vector<std::uint64_t> channel_groups(const std::vector<std::uint64_t>& sets);

}  // namespace docsis_vp::cmts
