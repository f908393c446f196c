// Reassembles octets that arrive out of order: a list of ranges, and the ranges that SACK reports.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "platform/base/tcp_header.h"

namespace docsis_vp::hosts {

// Ranges are a list ordered by sequence number. A segment is searched from the end and from the
// place of the previous one, where segments sent in order arrive. An arrival thus costs O(1) unless
// the path reorders far.
class Reassembly {
 public:
  // next: sequence number of the first expected octet.
  void start(std::uint64_t next);

  std::uint64_t next() const { return next_; }  // RCV.NXT
  bool has_gap() const { return ranges_ > 0; }

  // Takes octets begin .. end-1; end > next(). Returns true if some of them are new; SACK then
  // reports their range first.
  bool add(std::uint64_t begin, std::uint64_t end);
  // Replaces add() for octets in order while nothing is missing.
  void advance(std::uint64_t end) { next_ = end; }

  // Writes the most recently changed ranges, latest first (RFC 2018 sec. 4). Returns their number.
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

  // Returns the last range that begins at or below the sequence number; kNone: all begin above.
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
