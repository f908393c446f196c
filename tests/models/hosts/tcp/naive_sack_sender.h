// RFC 6675 read aloud: loops over everything outstanding, octet numbers as in the text, nothing
// kept that can be counted. An oracle for the sender's choice of segments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "platform/base/tcp_header.h"

namespace docsis_vp::hosts {

class NaiveSackSender {
 public:
  using Sent = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // first octet, length

  NaiveSackSender(std::uint64_t mss, std::uint64_t total, bool forgets_at_timeout)
      : mss_(mss), last_octet_(total), forgets_(forgets_at_timeout) {}

  Sent begin(std::uint64_t cwnd) { return fill(cwnd); }

  Sent acknowledge(std::uint64_t acknowledgment, const std::vector<SackBlock>& blocks,
                   std::uint64_t cwnd) {
    if (acknowledgment - 1 > high_ack_) {
      high_ack_ = acknowledgment - 1;
      dup_acks_ = 0;
      if (high_ack_ >= recovery_point_) {
        if (in_recovery_ || after_timeout_) high_rxt_ = high_ack_;
        in_recovery_ = after_timeout_ = false;
      }
    }
    const bool duplicate = update(blocks);
    Sent sent;
    if (duplicate && !in_recovery_ && !after_timeout_) {
      ++dup_acks_;
      if (dup_acks_ >= 3 || is_lost(high_ack_ + 1)) {
        in_recovery_ = true;
        recovery_point_ = high_data_;
        Segment& first = segment_at(high_ack_ + 1);
        sent.emplace_back(first.first, first.last - first.first + 1);
        high_rxt_ = rescue_rxt_ = first.last;
      }
    }
    const Sent more = fill(cwnd);
    sent.insert(sent.end(), more.begin(), more.end());
    return sent;
  }

  Sent time_out(std::uint64_t cwnd) {
    in_recovery_ = false;
    after_timeout_ = true;
    recovery_point_ = high_data_;
    dup_acks_ = 0;
    high_rxt_ = high_ack_;
    if (forgets_) {
      for (Segment& segment : segments_) segment.sacked = false;
    }
    return fill(cwnd);
  }

 private:
  struct Segment {
    std::uint64_t first;
    std::uint64_t last;
    bool sacked;
  };

  Segment& segment_at(std::uint64_t octet) {
    return *std::find_if(segments_.begin(), segments_.end(), [octet](const Segment& segment) {
      return segment.first <= octet && octet <= segment.last;
    });
  }
  bool outstanding(const Segment& segment) const { return segment.last > high_ack_; }

  // True: the blocks tell of octets above HighACK that were not known.
  bool update(const std::vector<SackBlock>& blocks) {
    bool summary = false;
    for (const SackBlock& block : blocks) {
      for (Segment& segment : segments_) {
        if (outstanding(segment) && !segment.sacked && block.begin <= segment.first &&
            segment.last < block.end) {
          segment.sacked = summary = true;
        }
      }
    }
    return summary;
  }

  bool is_lost(std::uint64_t octet) const {
    if (after_timeout_ && octet <= recovery_point_) return true;
    unsigned ranges = 0;
    std::uint64_t octets = 0;
    bool inside = false;
    for (const Segment& segment : segments_) {
      if (segment.first <= octet || !outstanding(segment)) continue;
      ranges += segment.sacked && !inside ? 1 : 0;
      octets += segment.sacked ? segment.last - segment.first + 1 : 0;
      inside = segment.sacked;
    }
    return ranges >= 3 || octets > 2 * mss_;
  }

  std::uint64_t pipe() const {
    std::uint64_t pipe = 0;
    for (const Segment& segment : segments_) {
      if (!outstanding(segment) || segment.sacked) continue;
      const std::uint64_t length = segment.last - segment.first + 1;
      pipe += is_lost(segment.first) ? 0 : length;
      pipe += (in_recovery_ || after_timeout_) && segment.first <= high_rxt_ ? length : 0;
    }
    return pipe;
  }

  // Rules 1 and 3: the smallest hole above HighRxt and below the highest SACKed octet.
  const Segment* hole(bool lost) const {
    std::uint64_t highest = 0;
    for (const Segment& segment : segments_) {
      if (segment.sacked) highest = std::max(highest, segment.last);
    }
    for (const Segment& segment : segments_) {
      if (!outstanding(segment) || segment.sacked || segment.first <= high_rxt_) continue;
      if (after_timeout_) {
        if (segment.first <= recovery_point_) return &segment;
      } else if (segment.first < highest && (!lost || is_lost(segment.first))) {
        return &segment;
      }
    }
    return nullptr;
  }

  const Segment* rescue() const {
    const Segment* found = nullptr;
    for (const Segment& segment : segments_) {
      if (outstanding(segment) && !segment.sacked) found = &segment;
    }
    return high_ack_ > rescue_rxt_ ? found : nullptr;
  }

  Sent fill(std::uint64_t cwnd) {
    Sent sent;
    const auto send = [&sent](const Segment& segment) {
      sent.emplace_back(segment.first, segment.last - segment.first + 1);
    };
    for (;;) {
      const std::uint64_t used = pipe();
      const std::uint64_t room = cwnd > used ? cwnd - used : 0;
      const bool recovering = in_recovery_ || after_timeout_;
      const std::uint64_t fresh = std::min(mss_, last_octet_ - high_data_);
      const Segment* again = recovering && room >= mss_ ? hole(true) : nullptr;  // (1)
      if (again == nullptr && fresh > 0 &&
          room >= (recovering || dup_acks_ > 0 ? mss_ : fresh)) {  // (2)
        segments_.push_back({high_data_ + 1, high_data_ + fresh, false});
        high_data_ += fresh;
        send(segments_.back());
        continue;
      }
      if (again == nullptr && in_recovery_ && room >= mss_) again = hole(false);  // (3)
      if (again != nullptr) {
        high_rxt_ = again->last;
      } else if (in_recovery_ && room >= mss_ && (again = rescue()) != nullptr) {  // (4)
        rescue_rxt_ = recovery_point_;
      } else {
        return sent;
      }
      send(*again);
    }
  }

  const std::uint64_t mss_;
  const std::uint64_t last_octet_;
  const bool forgets_;
  std::vector<Segment> segments_;
  std::uint64_t high_ack_ = 0;
  std::uint64_t high_data_ = 0;
  std::uint64_t high_rxt_ = 0;
  std::uint64_t rescue_rxt_ = 0;
  std::uint64_t recovery_point_ = 0;
  unsigned dup_acks_ = 0;
  bool in_recovery_ = false;
  bool after_timeout_ = false;
};

}  // namespace docsis_vp::hosts
