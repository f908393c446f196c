#include "models/cmts/virtual_time_queue.h"

#include <algorithm>
#include <numeric>

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
// How long a slot waits for any better group [engineering choice].
constexpr TimePs kUsualWait = 4 * kPsPerMs;
// Groups are compared over this time. All that was counted is halved at one time, so that it stays
// comparable [engineering choice].
constexpr TimePs kRemembered = 256 * kPsPerMs;
// A group that has less than this part of its time to spare is full [engineering choice].
constexpr unsigned kSparePart = 64;
// Less than this part more makes no group better: slots that go to and fro for nothing come in
// bursts [engineering choice].
constexpr unsigned kMargin = 256;

}  // namespace

void VirtualTimeQueue::add(std::uint64_t weight, unsigned level, std::uint64_t channels) {
  QueueSlot& slot = slots_.emplace_back();
  slot.cost = kByteOfWeightOne / weight;
  slot.level = level;
  slot.channels = channels;
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
    for (const unsigned group : set) {
      std::vector<std::vector<unsigned>>& sets = groups_[group].sets;
      const auto known = std::find(sets.begin(), sets.end(), set);
      Tag& tag = slot.tags.emplace_back();
      tag.group = group;
      const auto number = static_cast<std::size_t>(known - sets.begin());
      tag.heap = static_cast<unsigned>(1 + std::min(number, kHeaps - 1));
      if (known == sets.end()) {
        sets.push_back(set);
      }
    }
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    lines_[i].heaps.resize(1 + std::min(kHeaps, groups_[i % groups_.size()].sets.size()));
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
  if (slot.left < now && !slot.has_own_limit) {
    slot.wait_limit = {now + kUsualWait, now + 2 * kUsualWait};
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
  for (std::size_t heap = 0; heap < line.heaps.size(); ++heap) {
    const Entry* const entry = first(line.heaps[heap]);
    if (entry == nullptr || (found != nullptr && *entry < *found)) continue;
    const bool leaves_it =
        !all && heap > 0 && leaves(slots_[entry->slot], slots_[entry->slot].tags[entry->tag], now);
    found = leaves_it ? found : entry;
  }
  if (found == nullptr) return {};
  return found->slot;
}

void VirtualTimeQueue::sent(unsigned index, unsigned group, std::uint32_t bytes,
                            std::uint32_t next_bytes, TimePs now) {
  QueueSlot& slot = slots_[index];
  slot.next_bytes = next_bytes;
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
      if (own.start > line.now) {
        line.gained += own.start - line.now;
        line.now = own.start;
      }
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
  const bool can_wait = overlapping_ && now < slot.wait_limit.for_full;
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

void VirtualTimeQueue::set_wait_limit(unsigned slot, const WaitLimit& limit) {
  slots_[slot].wait_limit = limit;
  slots_[slot].has_own_limit = true;
}

void VirtualTimeQueue::account(Group& group, TimePs now) {
  group.served[group.serving] += now - group.since;
  group.since = now;
}

void VirtualTimeQueue::forget(TimePs now) {
  for (Group& group : groups_) {
    account(group, now);
    for (TimePs& time : group.served) time /= 2;
  }
  for (Line& line : lines_) line.gained /= 2;
  recent_before_ = (recent_before_ + now - recent_since_) / 2;
  recent_since_ = now;
}

void VirtualTimeQueue::begin_service(unsigned index, TimePs now) {
  Group& group = groups_[index];
  account(group, now);
  while (recent_before_ + now - recent_since_ > kRemembered) forget(now);
  TimePs left = (recent_before_ + now - recent_since_) / kSparePart - group.served[kNothing];
  group.full = 0;
  for (unsigned level = 0; level < kLevels && left >= 0; ++level) {
    group.full |= 1U << level;
    left -= group.served[level];
  }
}

void VirtualTimeQueue::end_service(unsigned index, unsigned served) {
  groups_[index].serving = served;
}

// own: its tag in the group that it may leave.
bool VirtualTimeQueue::leaves(const QueueSlot& slot, const Tag& own, TimePs now) const {
  if (now >= slot.wait_limit.for_full) return false;
  const unsigned up_to_own = (2U << slot.level) - 1;
  return std::any_of(slot.tags.begin(), slot.tags.end(), [&](const Tag& tag) {
    if (tag.group == own.group) return false;
    const bool counts = now < slot.wait_limit.for_any || (groups_[tag.group].full & up_to_own) != 0;
    return counts && compare(slot.level, tag.group, own.group) > 0;
  });
}

// The time that slots of this level do not use.
TimePs VirtualTimeQueue::spare_time(unsigned level, unsigned group) const {
  const Group& at = groups_[group];
  return std::accumulate(at.served.begin(), at.served.begin() + level, at.served[kNothing]);
}

// Above 0: slots of this level, or else those of the lower ones, get more on `a` for their weight.
int VirtualTimeQueue::compare(unsigned level, unsigned a, unsigned b) const {
  const auto sign = [](auto on_a, auto on_b, unsigned part) {
    return on_a > on_b + on_b / part ? 1 : on_b > on_a + on_a / part ? -1 : 0;
  };
  const unsigned up_to_own = (2U << level) - 1;
  const unsigned full = (groups_[a].full | groups_[b].full) & up_to_own;
  if (full != 0) {
    const unsigned highest = 31U - static_cast<unsigned>(__builtin_clz(full));
    const unsigned bit = 1U << highest;
    if ((groups_[a].full & bit) == 0) return 1;
    if ((groups_[b].full & bit) == 0) return -1;
    return sign(line(highest, a).gained, line(highest, b).gained, kMargin);
  }
  if (rest_ != nullptr) return rest_->compare(kLevels - 1, a, b);
  return sign(spare_time(level, a), spare_time(level, b), 2);
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
