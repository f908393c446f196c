#include "models/cmts/virtual_time_queue.h"

#include <algorithm>

namespace docsis_vp::cmts {
namespace {

// 10^12 is the largest weight: a byte of it costs 1126, exact to a thousandth.
constexpr std::uint64_t kByteOfWeightOne = std::uint64_t{1} << 50;
// Full packets, enough for groups that take turns unevenly; more takes longer to forget
// [engineering choice].
constexpr unsigned kTurnsBehind = 16;
constexpr std::uint32_t kFullPacket = 1522;
constexpr std::size_t kSpareEntries = 64;
constexpr std::size_t kHeaps = 16;   // for sets of groups; more share one
constexpr unsigned kStepFades = 64;  // packets
// How long a slot waits for its part of a group after its last packet [engineering choice].
constexpr TimePs kUsualWait = 8 * kPsPerMs;
// A set may be so many bytes ahead of its part of a group before it leaves the group to others. It
// is at most kMostDueQ16 ahead or behind [engineering choice].
constexpr std::int64_t kSlackQ16 = std::int64_t{2 * kFullPacket} << 16;
constexpr std::int64_t kMostDueQ16 = std::int64_t{64 * kFullPacket} << 16;

}  // namespace

void VirtualTimeQueue::add(std::uint64_t weight, unsigned level, std::uint64_t channels) {
  QueueSlot& slot = slots_.emplace_back();
  slot.cost = kByteOfWeightOne / weight;
  slot.level = level;
  slot.channels = channels;
}

unsigned VirtualTimeQueue::add_set(const std::vector<unsigned>& groups) {
  const auto known = std::find_if(sets_.begin(), sets_.end(),
                                  [&](const SlotSet& set) { return set.groups == groups; });
  if (known != sets_.end()) return static_cast<unsigned>(known - sets_.begin());
  SlotSet& set = sets_.emplace_back();
  set.groups = groups;
  set.due_q16.assign(groups.size(), 0);
  for (const unsigned group : groups) {
    set.heaps.push_back(static_cast<unsigned>(1 + std::min(groups_[group].sets++, kHeaps - 1)));
  }
  return static_cast<unsigned>(sets_.size() - 1);
}

void VirtualTimeQueue::set_groups(const std::vector<std::uint64_t>& groups) {
  groups_.resize(groups.size());
  lines_.resize(kLevels * groups.size());
  waiting_.resize(kLevels);
  for (QueueSlot& slot : slots_) {
    std::vector<unsigned> set;
    for (unsigned group = 0; group < groups.size(); ++group) {
      if ((slot.channels & groups[group]) != 0) {
        set.push_back(group);
      }
    }
    overlapping_ = overlapping_ || set.size() > 1;
    slot.set = add_set(set);
    for (std::size_t i = 0; i < set.size(); ++i) {
      Tag& tag = slot.tags.emplace_back();
      tag.group = set[i];
      tag.heap = sets_[slot.set].heaps[i];
    }
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    lines_[i].heaps.resize(1 + std::min(kHeaps, groups_[i % groups_.size()].sets));
  }
}

void VirtualTimeQueue::insert(unsigned index, std::uint32_t next_bytes, TimePs now) {
  QueueSlot& slot = slots_[index];
  if (slot.waits) return;
  slot.waits = true;
  slot.next_bytes = next_bytes;
  ++waiting_[slot.level];
  waiting_levels_ |= 1U << slot.level;
  if (!overlapping_) {
    insert_on_only_group(index, now);
    return;
  }
  if (!slot.has_own_limit && (slot.is_met || slot.left < now)) {
    slot.wait_limit = now + kUsualWait;
  }
  for (unsigned tag = 0; tag < slot.tags.size(); ++tag) {
    Line& line = this->line(slot.level, slot.tags[tag].group);
    ++groups_[slot.tags[tag].group].waiting;
    if (line.waiting++ == 0) {
      line.now = std::max(line.now, line.last);  // nobody waited: all is forgotten
    }
    slot.tags[tag].start = std::max(slot.tags[tag].start, line.now);
    place(index, tag, now);
  }
}

void VirtualTimeQueue::insert_on_only_group(unsigned index, TimePs now) {
  Line& line = this->line(slots_[index].level, slots_[index].tags.front().group);
  ++groups_[slots_[index].tags.front().group].waiting;
  if (line.waiting++ == 0) {
    line.sole = index;
    return;
  }
  const auto enter = [&](unsigned slot) {
    Tag& tag = slots_[slot].tags.front();
    tag.start = std::max(tag.start, line.now);
    place(slot, 0, now);
  };
  if (line.sole != kNobody) {
    line.now = std::max(line.now, line.last);  // nobody waited: all is forgotten
    enter(line.sole);
    line.sole = kNobody;
  }
  enter(index);
}

void VirtualTimeQueue::erase(unsigned index, TimePs now) {
  QueueSlot& slot = slots_[index];
  if (!slot.waits) return;
  slot.waits = false;
  slot.left = now;
  for (Tag& tag : slot.tags) {
    tag.place = 0;
    Line& line = this->line(slot.level, tag.group);
    --line.waiting;
    --groups_[tag.group].waiting;
    line.sole = kNobody;
  }
  if (--waiting_[slot.level] == 0) {
    waiting_levels_ &= ~(1U << slot.level);
  }
}

// Null: the heap is empty.
const VirtualTimeQueue::Entry* VirtualTimeQueue::first(std::vector<Entry>& heap) {
  while (!heap.empty() && is_old(heap.front())) {
    std::pop_heap(heap.begin(), heap.end());
    heap.pop_back();
  }
  return heap.empty() ? nullptr : &heap.front();
}

std::optional<unsigned> VirtualTimeQueue::front(unsigned level, unsigned group, TimePs now,
                                                bool all) {
  Line& line = this->line(level, group);
  if (line.waiting == 0) return {};
  if (line.sole != kNobody) return line.sole;
  while (!line.row.empty() && is_old(line.row.front())) {
    line.row.pop_front();
  }
  const Entry* found = line.row.empty() ? nullptr : &line.row.front();
  if (!overlapping_) {
    const Entry* const other = first(line.heaps.front());
    if (found == nullptr || (other != nullptr && *found < *other)) {
      found = other;
    }
    if (found == nullptr) return {};
    return found->slot;
  }
  bool any = false;
  for (std::size_t heap = 0; heap < line.heaps.size(); ++heap) {
    const Entry* const entry = first(line.heaps[heap]);
    if (entry == nullptr) continue;
    const VirtualTime start = slots_[entry->slot].tags[entry->tag].start;
    line.least = any ? std::min(line.least, start) : start;
    any = true;
    if (found != nullptr && *entry < *found) continue;
    const bool leaves_it = !all && heap > 0 && leaves(slots_[entry->slot], entry->tag, now);
    found = leaves_it ? found : entry;
  }
  if (found == nullptr) return {};
  return found->slot;
}

void VirtualTimeQueue::sent(unsigned index, unsigned group, std::uint32_t bytes,
                            std::uint32_t next_bytes, TimePs now) {
  QueueSlot& slot = slots_[index];
  slot.next_bytes = next_bytes;
  if (overlapping_ && slot.is_met) {
    count_parts(slot, group, bytes);
    if (!slot.has_own_limit) slot.wait_limit = now + kUsualWait;
  }
  if (const Line& here = line(slot.level, group);
      here.sole == index || (!overlapping_ && here.waiting == 0)) {
    return;  // nobody else waited
  }
  const VirtualTime cost = VirtualTime{slot.cost} * bytes;
  for (unsigned tag = 0; tag < slot.tags.size(); ++tag) {
    Tag& own = slot.tags[tag];
    Line& line = this->line(slot.level, own.group);
    if (!overlapping_) {
      line.now = std::max(line.now, own.start);
      own.start += cost;
      line.last = std::max(line.last, own.start);
    } else if (own.group == group) {
      // Slots that leave the group may hold `least` back for long, but no more than some turns.
      const VirtualTime behind = kTurnsBehind * std::max(cost, line.step);
      line.now = std::max(
          {line.now, std::min(own.start, line.least), own.start > behind ? own.start - behind : 0});
      own.start += cost;
      line.last = std::max(line.last, own.start);
      line.step = std::max(cost, line.step - line.step / kStepFades);
    } else {
      const VirtualTime turn = std::max({cost, line.step, VirtualTime{slot.cost} * kFullPacket});
      const VirtualTime behind_all = std::max(line.last, line.now) + kTurnsBehind * turn;
      own.start = std::max(own.start, std::min(own.start + cost, behind_all));
    }
    if (slot.waits) {
      place(index, tag, now);
    }
  }
}

void VirtualTimeQueue::place(unsigned index, unsigned tag, TimePs now) {
  QueueSlot& slot = slots_[index];
  Tag& own = slot.tags[tag];
  const VirtualTime ahead = order_ == Order::kFinish ? VirtualTime{slot.cost} * slot.next_bytes : 0;
  own.place = ++places_;
  const Entry entry{own.start + ahead, own.place, index, tag};
  Line& line = this->line(slot.level, own.group);
  if (!overlapping_ && (line.row.empty() || entry < line.row.back())) {
    line.row.push_back(entry);
    return;
  }
  const bool can_wait = overlapping_ && now < slot.wait_limit;
  std::vector<Entry>& heap = line.heaps[can_wait ? own.heap : 0];
  if (heap.size() > 2 * line.waiting + kSpareEntries) {
    drop_old(heap);
  }
  heap.push_back(entry);
  std::push_heap(heap.begin(), heap.end());
}

// Where a slot is passed over, it is placed again and again behind those that go first.
void VirtualTimeQueue::drop_old(std::vector<Entry>& heap) {
  heap.erase(std::remove_if(heap.begin(), heap.end(),
                            [this](const Entry& entry) { return is_old(entry); }),
             heap.end());
  std::make_heap(heap.begin(), heap.end());
}

void VirtualTimeQueue::set_wait_limit(unsigned slot, TimePs limit) {
  slots_[slot].wait_limit = limit;
  slots_[slot].has_own_limit = true;
}

std::vector<std::uint64_t> VirtualTimeQueue::sets() const {
  std::vector<std::uint64_t> sets;
  for (const SlotSet& set : sets_) {
    std::uint64_t& groups = sets.emplace_back();
    for (const unsigned group : set.groups) groups |= std::uint64_t{1} << group;
  }
  return sets;
}

// A group without a part has no claim. What is due in all groups together is nothing.
void VirtualTimeQueue::set_parts(unsigned index, const std::vector<std::uint32_t>& parts_q16) {
  SlotSet& set = sets_[index];
  set.parts_q16 = parts_q16;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < parts_q16.size(); ++i) {
    set.due_q16[i] = parts_q16[i] == 0 ? 0 : set.due_q16[i];
    sum += set.due_q16[i];
  }
  for (std::size_t i = 0; i < parts_q16.size(); ++i) {
    set.due_q16[i] -= (sum >> 16) * parts_q16[i];
  }
}

void VirtualTimeQueue::count_parts(const QueueSlot& slot, unsigned group, std::uint32_t bytes) {
  SlotSet& set = sets_[slot.set];
  if (set.parts_q16.empty()) return;
  for (std::size_t i = 0; i < set.groups.size(); ++i) {
    std::int64_t& due = set.due_q16[i];
    due += std::int64_t{bytes} * set.parts_q16[i];
    due -= set.groups[i] == group ? std::int64_t{bytes} << 16 : 0;
    due = std::clamp(due, -kMostDueQ16, kMostDueQ16);
  }
}

// tag: of the group that it may leave.
bool VirtualTimeQueue::leaves(const QueueSlot& slot, unsigned tag, TimePs now) const {
  if (now >= slot.wait_limit) return false;
  const SlotSet& set = sets_[slot.set];
  return !set.parts_q16.empty() && (set.parts_q16[tag] == 0 || set.due_q16[tag] < -kSlackQ16);
}

std::vector<std::uint64_t> channel_groups(const std::vector<std::uint64_t>& sets) {
  std::vector<std::uint64_t> groups;
  std::uint64_t used = 0;
  for (const std::uint64_t set : sets) {
    const std::size_t known = groups.size();
    for (std::size_t i = 0; i < known; ++i) {
      const std::uint64_t rest = groups[i] & ~set;
      if (rest == groups[i] || rest == 0) continue;
      groups[i] &= set;
      groups.push_back(rest);
    }
    if ((set & ~used) != 0) {
      groups.push_back(set & ~used);
    }
    used |= set;
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace docsis_vp::cmts
