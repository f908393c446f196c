// What arrived out of order: ranges of octets, and which of them SACK reports.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "platform/base/tcp_header.h"

namespace docsis_vp::hosts {

// Ranges lie in a list ordered by sequence number; a segment is looked for from the end and from
// where the last one fell, which is where segments sent in order arrive, so an arrival costs O(1)
// unless the path reorders far.
class Reassembly {
 public:
  // next: sequence number of the first octet expected.
  void start(std::uint64_t next);

  std::uint64_t next() const { return next_; }  // RCV.NXT
  bool has_gap() const { return ranges_ > 0; }

  // Takes octets begin .. end-1; end > next(). True if any of them is new; SACK then reports their
  // range first.
  bool add(std::uint64_t begin, std::uint64_t end);
  // Next to add() for what comes in order while nothing is missing.
  void advance(std::uint64_t end) { next_ = end; }

  // The most recently changed ranges, RFC 2018 sec. 4; the latest first. Returns how many.
  unsigned report(SackBlock* blocks, unsigned room) const;

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = UINT32_MAX;
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
    Index previous;
    Index next;
  };

  // The last range that begins at or below the sequence number; kNone: all begin above.
  Index locate(std::uint64_t sequence) const;
  Index insert_after(Index previous, std::uint64_t begin, std::uint64_t end);
  void erase(Index index);
  void report_first(Index index);

  std::uint64_t next_ = 0;
  std::vector<Range> nodes_;
  Index free_ = kNone;
  Index first_ = kNone;
  Index last_ = kNone;
  Index touched_ = kNone;
  std::uint32_t ranges_ = 0;
  std::array<Index, TcpHeader::kMaxSackBlocks> recent_{};
  unsigned recent_count_ = 0;
};

}  // namespace docsis_vp::hosts
