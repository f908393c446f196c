// Implements start-time fair queueing over groups of channels. It selects which waiting slot sends
// next on which channel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/queue/ring.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Weighted max-min fair order of slots that may be sent only on some of the channels. Channels that
// the same slots may use form a group and serve one order.
//
// A slot has a start tag in each of its groups. The slot with the least tag goes next, and its tag
// rises by the bytes sent over its weight: start-time fair queueing (Goyal, Vin, Cheng 1996), which
// needs no size before a packet has left. Bytes sent by one group count in all groups of the slot.
// There they move the slot at most a few turns behind all slots that wait in the group. A slot that
// gets more elsewhere than this group could give therefore gets no turn here, and accumulates no
// debt. These are the turns of miDRR (Yap et al., CoNEXT 2013), with weights. In the long run all
// slots that a group serves get equal bytes per weight, and slots that it skips get no less. This
// defines weighted max-min rates.
//
// A slot whose demand is met has no such debt, and could fill a group that others need. While it
// can wait, it leaves the group to the others if another one of its groups gives its slots more,
// level by level [engineering choice]. In case of equal tags, the slot that has waited longer in
// its place goes first. The implementation uses only integers, and no division per packet.
class VirtualTimeQueue {
 public:
  enum class Order : std::uint8_t {
    kStart,  // a slot that returns goes immediately
    kFinish  // a slot of a large weight does not wait for all slots of small weights
  };

  // rest: the queue that distributes the capacity beyond this one; must outlive this one.
  explicit VirtualTimeQueue(Order order, const VirtualTimeQueue* rest = nullptr)
      : order_(order), rest_(rest) {}

  // Adds a slot; slots are numbered in the order of the calls. weight: 1..10^12; level: strict
  // priority, below kLevels; channels: one bit per channel.
  void add(std::uint64_t weight, unsigned level, std::uint64_t channels);
  // Call it when all slots are added. groups: disjoint sets of channels, see channel_groups().
  void set_groups(const std::vector<std::uint64_t>& groups);

  static constexpr unsigned kLevels = 8;

  // True if some slots have several groups.
  bool is_overlapping() const { return overlapping_; }
  // One bit for each level on which a slot waits.
  unsigned waiting_levels() const { return waiting_levels_; }
  bool waits(unsigned slot) const { return slots_[slot].waits; }
  // next_bytes: size of its next packet, as far as known.
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

  // Returns the slot that goes next. all: includes the slots that leave the group to others.
  std::optional<unsigned> front(unsigned level, unsigned group, TimePs now, bool all);
  // Records that the slot sent `bytes` bytes in the group, and now waits for its next packet if it
  // still waits.
  void sent(unsigned slot, unsigned group, std::uint32_t bytes, std::uint32_t next_bytes,
            TimePs now);
  // True if some slot waits for this group.
  bool is_waited_for(unsigned group) const { return groups_[group].waiting != 0; }
  // Call these before and after a group was served, if slots overlap. served: the level, or one of
  // the constants.
  static constexpr unsigned kAbove = kLevels;
  static constexpr unsigned kNothing = kLevels + 1;
  void begin_service(unsigned group, TimePs now);
  void end_service(unsigned group, unsigned served);

 private:
  static constexpr unsigned kNobody = ~0U;
  __extension__ using VirtualTime = unsigned __int128;  // bytes x 2^50 / weight

  struct Tag {
    unsigned group = 0;
    unsigned heap = 0;        // its heap while it may leave the group to others
    std::uint64_t place = 0;  // identifies its entry; 0: it has no entry
    VirtualTime start = 0;
  };
  struct QueueSlot {
    std::uint64_t cost = 0;  // virtual time per byte
    unsigned level = 0;
    bool waits = false;
    std::uint32_t next_bytes = 0;
    TimePs left = 0;  // when it waited no longer
    WaitLimit wait_limit;
    bool has_own_limit = false;  // was told
    std::uint64_t channels = 0;
    std::vector<Tag> tags;  // by group
  };
  // An entry that is not the tag's present one is skipped.
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
    // The first heap has the slots that do not leave the group to others. The next ones have the
    // slots that may, by their set of groups, as far as there are heaps.
    std::vector<std::vector<Entry>> heaps;
    std::size_t waiting = 0;  // number of valid entries
    // Fast path if slots have one group each: the only slot that waits. It has no entry, and
    // sending does not change its tag. Without it benches/system/scenarios/downstream takes 4 %
    // more time.
    unsigned sole = kNobody;
    // Fast path if slots have one group each: entries that arrived in order. With it eleven equal
    // slots take 1200 instructions per packet, without it 1420, including the queues.
    queue::Ring<Entry> row;
    VirtualTime now = 0;     // start tag of the last one sent
    VirtualTime last = 0;    // the highest tag reached by sending here
    VirtualTime step = 0;    // the highest recent cost of a packet here
    VirtualTime gained = 0;  // recent increase of `now`; if slots overlap
  };
  struct Group {
    std::vector<std::vector<unsigned>> sets;  // distinct sets of groups that its slots have
    std::size_t waiting = 0;                  // waiting slots
    unsigned serving = kNothing;
    TimePs since = 0;                             // time at which it began to serve that
    std::array<TimePs, kLevels + 2> served = {};  // recent
    // Number of levels that leave no capacity to lower ones.
    unsigned full = 0;
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
  std::vector<std::size_t> waiting_;  // waiting slots, by level
  std::vector<QueueSlot> slots_;
  std::vector<Group> groups_;
  std::vector<Line> lines_;
  // The recent past is the time since then, plus the remainder of the time before.
  TimePs recent_since_ = 0;
  TimePs recent_before_ = 0;
};

// Divides the channels of these sets into groups by their users: two channels are in one group if
// each set has both or neither. Channels in no set are omitted.
std::vector<std::uint64_t> channel_groups(const std::vector<std::uint64_t>& sets);

}  // namespace docsis_vp::cmts
