#include "models/hosts/tcp/reassembly.h"

#include <algorithm>

namespace docsis_vp::hosts {

void Reassembly::start(std::uint64_t next) {
  next_ = next;
  nodes_.clear();
  free_ = first_ = last_ = touched_ = kNone;
  ranges_ = 0;
  recent_count_ = 0;
}

bool Reassembly::add(std::uint64_t begin, std::uint64_t end) {
  if (begin <= next_) {
    next_ = end;
    while (first_ != kNone && nodes_[first_].begin <= next_) {
      next_ = std::max(next_, nodes_[first_].end);
      erase(first_);
    }
    return true;
  }
  Index index = locate(begin);
  if (index != kNone && nodes_[index].end >= end) {
    report_first(index);
    return false;
  }
  if (index != kNone && nodes_[index].end >= begin) {
    nodes_[index].end = end;
  } else {
    index = insert_after(index, begin, end);
  }
  for (Index above = nodes_[index].next; above != kNone && nodes_[above].begin <= end;
       above = nodes_[index].next) {
    nodes_[index].end = std::max(end, nodes_[above].end);
    erase(above);
  }
  report_first(index);
  touched_ = index;
  return true;
}

unsigned Reassembly::report(SackBlock* blocks, unsigned room) const {
  const unsigned count = std::min(room, recent_count_);
  for (unsigned i = 0; i < count; ++i) {
    blocks[i] = {nodes_[recent_[i]].begin, nodes_[recent_[i]].end};
  }
  return count;
}

Reassembly::Index Reassembly::locate(std::uint64_t sequence) const {
  Index index = last_;
  if (index == kNone || nodes_[index].begin <= sequence) {
    return index;
  }
  if (touched_ != kNone) {
    index = touched_;
    while (nodes_[index].next != kNone && nodes_[nodes_[index].next].begin <= sequence) {
      index = nodes_[index].next;
    }
  }
  while (index != kNone && nodes_[index].begin > sequence) {
    index = nodes_[index].previous;
  }
  return index;
}

Reassembly::Index Reassembly::insert_after(Index previous, std::uint64_t begin, std::uint64_t end) {
  Index index = free_;
  if (index != kNone) {
    free_ = nodes_[index].next;
  } else {
    index = static_cast<Index>(nodes_.size());
    nodes_.emplace_back();
  }
  const Index next = previous == kNone ? first_ : nodes_[previous].next;
  nodes_[index] = {begin, end, previous, next};
  (previous == kNone ? first_ : nodes_[previous].next) = index;
  (next == kNone ? last_ : nodes_[next].previous) = index;
  ++ranges_;
  return index;
}

void Reassembly::erase(Index index) {
  const Range& range = nodes_[index];
  (range.previous == kNone ? first_ : nodes_[range.previous].next) = range.next;
  (range.next == kNone ? last_ : nodes_[range.next].previous) = range.previous;
  if (touched_ == index) {
    touched_ = range.previous != kNone ? range.previous : range.next;
  }
  Index* const begin = recent_.data();
  Index* const end = begin + recent_count_;
  recent_count_ = static_cast<unsigned>(std::remove(begin, end, index) - begin);
  nodes_[index].next = free_;
  free_ = index;
  --ranges_;
}

void Reassembly::report_first(Index index) {
  Index* const begin = recent_.data();
  Index* found = std::find(begin, begin + recent_count_, index);
  if (found == begin + recent_count_) {
    recent_count_ = std::min(recent_count_ + 1, TcpHeader::kMaxSackBlocks);
    found = begin + recent_count_ - 1;
  }
  std::move_backward(begin, found, found + 1);
  *begin = index;
}

}  // namespace docsis_vp::hosts
