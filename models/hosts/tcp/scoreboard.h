// Keeps the scoreboard of the unacknowledged segments: RFC 6675 sec. 3 and 4, RFC 8985 sec. 6.2
// (RACK), or forward acknowledgments as in ns-2's TCP/Linux.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <vector>

#include "platform/base/tcp_header.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// One segment as first sent; it is retransmitted as a whole.
struct SentSegment {
  std::uint64_t begin;   // sequence number
  TimePs sent;           // most recent transmission
  std::uint32_t length;  // in sequence space: payload, plus one for FIN
  std::uint32_t skip;    // if SACKed: this many following segments are SACKed, too
  // Number among all transmissions; LossRule::by_order: among retransmissions.
  std::uint32_t order;
  std::uint8_t flags;

  static constexpr std::uint8_t kSacked = 1;
  static constexpr std::uint8_t kLost = 2;           // IsLost(), or all segments after a timeout
  static constexpr std::uint8_t kInFlightAgain = 4;  // retransmitted in this recovery: <= HighRxt
  static constexpr std::uint8_t kRetransmitted = 8;  // at any time: no RTT samples
  static constexpr std::uint8_t kFin = 16;

  std::uint64_t end() const { return begin + length; }
  bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  std::uint32_t payload_bytes() const { return length - (has(kFin) ? 1 : 0); }
};

// Segments are numbered from 0 without gaps and lie in a ring. Each query and each change costs
// O(1), amortised over the segments, whatever the window and the losses:
// - IsLost() is monotonous (all segments below a lost one are lost or SACKed). One border suffices;
//   the SACKed octets and ranges above it are counted.
// - pipe is the sum of four counts.
// - Runs of SACKed segments are skipped by pointers that shorten themselves (union-find).
class Scoreboard {
 public:
  // New information in an acknowledgment.
  struct AckSummary {
    std::uint64_t acked_bytes = 0;      // sequence space cumulatively acknowledged
    std::uint64_t delivered_bytes = 0;  // sum with the SACK blocks, each octet once
    bool newly_sacked = false;
    bool newly_lost = false;
    bool old_data_sacked = false;  // D-SACK: a block below the acknowledgment
    // Send times of segments that were never retransmitted and are delivered now: of the oldest one
    // acknowledged cumulatively, and of the newest of all. kNever: none.
    TimePs oldest_sent = kNever;
    TimePs newest_sent = kNever;
    bool covers_repeated = false;  // part of the cumulatively acknowledged data was sent twice
    // The most recent transmission that arrived: its segment's number and send time (kNever:
    // nothing arrived).
    std::uint64_t last_number = 0;
    TimePs last_sent = kNever;
    std::uint32_t last_order = 0;
  };

  // Rule by which a segment counts as lost.
  struct LossRule {
    unsigned dup_threshold;
    bool by_time;  // a segment sent later has arrived (RACK); else IsLost()
    // A segment more than DupThresh above it is SACKed (scoreboard1.cc of ns-2). Excludes by_time.
    bool by_order = false;
  };

  // first: sequence number of the first octet. mss_bytes: SMSS of IsLost().
  void start(std::uint64_t first, std::uint32_t mss_bytes, const LossRule& rule);

  void append(std::uint32_t length, bool fin, TimePs now);
  // acknowledgment: above una(), at most nxt().
  void acknowledge(std::uint64_t acknowledgment, AckSummary& summary);
  // Blocks may overlap, repeat or lie below una(). Only whole segments count as SACKed.
  void sack(const SackBlock* blocks, unsigned count, AckSummary& summary);

  // RACK: call after acknowledge() and sack(). A segment, or retransmission, is lost if it was sent
  // before the latest arrived one and its acknowledgment is overdue by reordering_window. Returns
  // the time of the next check; kNever: none is needed.
  TimePs lose_by_time(TimePs now, TimePs min_rtt, TimePs reordering_window, AckSummary& summary);
  // Loss by order: call after acknowledge() and sack(). A segment is lost if it is more than
  // DupThresh below the highest SACKed one. A retransmission is lost once new data sent after it is
  // SACKed, or once a retransmission more than DupThresh later has arrived.
  void lose_by_order(AckSummary& summary);
  // Returns whether original transmissions have arrived out of order.
  bool reordering_seen() const { return reordering_seen_; }

  std::uint64_t una() const { return una_; }  // HighACK + 1
  std::uint64_t nxt() const { return nxt_; }  // HighData + 1
  bool empty() const { return una_ == nxt_; }
  std::uint64_t outstanding_bytes() const { return nxt_ - una_; }
  std::uint64_t sacked_bytes() const { return sacked_bytes_; }
  std::uint64_t lost_bytes() const { return lost_bytes_; }
  // Since start(), including repaired losses; each loss of a segment counts.
  std::uint64_t ever_lost_bytes() const { return ever_lost_bytes_; }
  std::uint64_t pipe_bytes() const {
    return outstanding_bytes() - sacked_bytes_ - lost_bytes_ + again_bytes_;
  }

  // Segment numbers.
  std::uint64_t first() const { return first_; }
  std::uint64_t end() const { return end_; }
  const SentSegment& segment(std::uint64_t number) const { return ring_[number & mask_]; }
  bool first_is_lost() const { return first_ < end_ && segment(first_).has(SentSegment::kLost); }

  // Returns the lowest segment that is neither SACKed nor retransmitted in this recovery: rules 1
  // and 3 of NextSeg(). end(): none.
  std::uint64_t next_to_retransmit();
  bool below_highest_sacked(std::uint64_t number) const { return number < sacked_end_; }
  // Returns the highest segment that is not SACKed: rule 4. end(): none.
  std::uint64_t highest_unsacked() const;

  // HighRxt advances to the segment if high_rxt; a rescue retransmission leaves it unchanged.
  void retransmitted(std::uint64_t number, TimePs now, bool high_rxt);
  // HighRxt = HighACK: no segment counts as retransmitted.
  void forget_retransmissions();
  // Timeout: all segments that are not SACKed are lost, and none counts as retransmitted.
  void lose_all(bool keep_sacked);
  // All outstanding data counts as in flight once.
  void forget_all();

 private:
  // Order of transmissions. RFC 8985 sec. 5.1 orders transmissions of one time by sequence number.
  // A retransmission would then count as older than new data sent before it, which matters here,
  // because one grant carries many acknowledgments. So this uses the order of sending; the numbers
  // wrap.
  struct Transmission {
    TimePs sent = kNever;
    std::uint32_t order = 0;

    bool known() const { return sent != kNever; }
    bool before(const Transmission& other) const {
      return sent < other.sent ||
             (sent == other.sent && static_cast<std::int32_t>(order - other.order) < 0);
    }
  };
  static Transmission transmission(const SentSegment& segment) {
    return {segment.sent, segment.order};
  }
  struct Retransmission {
    std::uint64_t number;
    std::uint32_t order;
    std::uint64_t end;  // one past the highest segment sent before it
  };

  SentSegment& at(std::uint64_t number) { return ring_[number & mask_]; }
  bool is_sacked(std::uint64_t number) const { return segment(number).has(SentSegment::kSacked); }
  void grow();
  // Returns the segment that contains a sequence number of una() .. nxt() - 1.
  std::uint64_t find(std::uint64_t sequence) const;
  // Searches from `number` upwards; end() if there is none.
  std::uint64_t first_unsacked(std::uint64_t number);
  void mark_sacked(std::uint64_t number, AckSummary& summary);
  void note_delivery(std::uint64_t number, AckSummary& summary);
  void move_border();
  void mark_lost(AckSummary& summary);
  void mark_border_lost(AckSummary& summary);
  bool waits_for_retransmission(std::uint64_t number) const {
    return number >= first_ && !is_sacked(number) &&
           !segment(number).has(SentSegment::kInFlightAgain);
  }
  void take_latest_arrival(TimePs now, TimePs min_rtt);
  void look_for_reordering();
  bool is_in_flight(const Retransmission& retransmission) const;
  void lose_again(const Retransmission& retransmission, AckSummary& summary);
  void lose_retransmissions(TimePs now, TimePs reordering_window, AckSummary& summary);

  std::vector<SentSegment> ring_;
  std::uint64_t mask_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t una_ = 0;
  std::uint64_t nxt_ = 0;
  std::uint64_t sacked_end_ = 0;  // one past the highest SACKed segment
  std::uint64_t high_rxt_ = 0;    // one past the highest segment retransmitted in this recovery

  std::uint64_t sacked_bytes_ = 0;
  std::uint64_t lost_bytes_ = 0;   // lost, not SACKed
  std::uint64_t again_bytes_ = 0;  // retransmitted, not SACKed
  std::uint64_t ever_lost_bytes_ = 0;

  // The lowest segment neither SACKed nor lost, and the SACKed octets and ranges above it.
  std::uint64_t border_ = 0;
  std::uint64_t bytes_above_ = 0;
  std::uint64_t ranges_above_ = 0;

  std::uint64_t mss_bytes_ = 0;
  std::uint64_t lost_threshold_bytes_ = 0;  // (DupThresh - 1) * SMSS
  LossRule rule_{3, false};

  // RACK
  std::uint32_t last_order_ = 0;
  std::uint32_t last_again_ = 0;     // by order: number of the last retransmission
  std::uint32_t arrived_again_ = 0;  // by order: the latest retransmission that arrived
  boost::circular_buffer<Retransmission> retransmissions_;  // ordered by time
  boost::circular_buffer<std::uint64_t> lost_again_;        // segments, ordered by their loss
  Transmission latest_;  // most recent transmission among the arrived ones
  TimePs latest_rtt_ = 0;
  // For the current AckSummary: the latest arrived first transmission, and the latest
  // retransmission.
  Transmission newly_arrived_;
  Transmission newly_arrived_again_;
  std::uint64_t highest_arrived_ = 0;  // sequence number, before this acknowledgment
  std::uint64_t lowest_new_ = UINT64_MAX;
  std::uint64_t highest_new_ = 0;
  bool reordering_seen_ = false;
};

}  // namespace docsis_vp::hosts
