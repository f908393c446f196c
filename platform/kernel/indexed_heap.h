// Implements a binary heap that reports each item's position, so that items can be moved and
// removed.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace docsis_vp::platform {

// Entry: a copyable key with its item. `a.precedes(b)` orders entries strictly; no two are equal.
// All entries precede Entry::last() and follow Entry::first(). These two fill unused places. Index:
// the heap calls `on_moved(entry, position)` when an entry gets a position, and `on_removed(entry)`
// when it is removed.
//
// take_front() leaves a gap. The next insert() fills it from the front, which costs less than
// removing one entry and adding another: most timers are set again when they expire.
template <class Entry, class Index>
class IndexedHeap {
 public:
  explicit IndexedHeap(Index index = {}) : index_(std::move(index)) {
    entries_.resize(kChildren + 1, Entry::last());
  }

  Index& index() { return index_; }
  const Index& index() const { return index_; }
  const Entry& operator[](std::size_t position) const { return entries_[position]; }

  // Returns the least entry, or Entry::last() if there is none. Does not move entries.
  const Entry& least() const {
    if (!gap_) {
      return entries_.front();
    }
    return entries_[2].precedes(entries_[1]) ? entries_[2] : entries_[1];
  }
  // Does the same, but also fills the gap. The reference is valid until the next change.
  const Entry& front() {
    close_gap();
    return entries_.front();
  }
  // Removes and returns the least entry. Call front() directly before; it must have found an entry.
  Entry take_front() {
    const Entry entry = std::exchange(entries_.front(), Entry::first());
    gap_ = true;
    index_.on_removed(entry);
    return entry;
  }
  [[gnu::noinline]] void insert(const Entry& entry) {
    if (gap_) {
      gap_ = false;
      sift_down(0, entry);
    } else {
      grow();
      sift_up(size_ - 1, entry);
    }
  }
  // Gives the entry at a position a lower, or a higher, key than its present one.
  void advance(std::size_t position, const Entry& entry) { sift_up(position, entry); }
  void postpone(std::size_t position, const Entry& entry) { sift_down(position, entry); }
  void remove(std::size_t position) {
    index_.on_removed(entries_[position]);
    const Entry last = shrink();
    if (position == size_) {
      return;
    }
    if (last.precedes(entries_[position])) {
      sift_up(position, last);
    } else {
      sift_down(position, last);
    }
  }

 private:
  static constexpr std::size_t kChildren = 2;

  void close_gap() {
    if (!gap_) {
      return;
    }
    gap_ = false;
    const Entry last = shrink();
    if (size_ != 0) {
      sift_down(0, last);
    }
  }
  // Removes the last entry.
  Entry shrink() {
    --size_;
    return std::exchange(entries_[size_], Entry::last());
  }
  void grow() {
    ++size_;
    if (entries_.size() < size_ + kChildren) {
      entries_.resize(size_ + kChildren, Entry::last());
    }
  }
  [[gnu::noinline]] void sift_up(std::size_t position, const Entry& entry) {
    while (position > 0) {
      const std::size_t parent = (position - 1) / kChildren;
      if (entries_[parent].precedes(entry)) {
        break;
      }
      put(position, entries_[parent]);
      position = parent;
    }
    put(position, entry);
  }
  void sift_down(std::size_t position, const Entry& entry) {
    for (std::size_t first = kChildren * position + 1; first < size_;
         first = kChildren * position + 1) {
      const Entry* const child = &entries_[first];
      const Entry* const least = child[1].precedes(child[0]) ? child + 1 : child;
      if (entry.precedes(*least)) {
        break;
      }
      put(position, *least);
      position = first + static_cast<std::size_t>(least - child);
    }
    put(position, entry);
  }
  void put(std::size_t position, const Entry& entry) {
    entries_[position] = entry;
    index_.on_moved(entry, position);
  }

  Index index_;
  // Unused places follow the entries, so that all children of the last parent exist.
  std::vector<Entry> entries_;
  std::size_t size_ = 0;  // including the gap
  bool gap_ = false;      // true: position 0 is empty
};

}  // namespace docsis_vp::platform
