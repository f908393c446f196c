// Keeps the segments that are not acknowledged yet, and their state: RFC 6675 sec. 3 and 4,
// RFC 8985 sec. 6.2 (RACK), or forward acknowledgments as in ns-2's TCP/Linux.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <vector>

#include "platform/base/tcp_header.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// One segment as it was first sent; it is retransmitted whole.
struct SentSegment {
  std::uint64_t begin;   // sequence number
  TimePs sent;           // last time
  std::uint32_t length;  // of the sequence space: payload, and one for FIN
  std::uint32_t skip;    // SACKed: the segments up to this one plus skip are SACKed, too
  std::uint32_t turn;    // among all transmissions; LossRule::by_order: among retransmissions
  std::uint8_t flags;

  static constexpr std::uint8_t kSacked = 1;
  static constexpr std::uint8_t kLost = 2;           // IsLost(), or all after a timeout
  static constexpr std::uint8_t kInFlightAgain = 4;  // retransmitted in this recovery: <= HighRxt
  static constexpr std::uint8_t kRetransmitted = 8;  // ever: no RTT samples
  static constexpr std::uint8_t kFin = 16;

  std::uint64_t end() const { return begin + length; }
  bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  std::uint32_t payload_bytes() const { return length - (has(kFin) ? 1 : 0); }
};

// Segments have numbers of their own, from 0 without gaps, and lie in a ring. Each question and
// each change costs O(1), amortised over the segments, whatever the window and the losses:
// - IsLost() is monotonous (all below a lost segment is lost or SACKed), so one border suffices;
// the
//   SACKed octets and ranges above the border are counted;
// - pipe is the sum of four counts;
// - runs of SACKed segments are skipped by pointers that shorten themselves (union-find).
class Scoreboard {
 public:
  // What an acknowledgment told that was not known.
  struct AckSummary {
    std::uint64_t acked_bytes = 0;      // sequence space cumulatively acknowledged
    std::uint64_t delivered_bytes = 0;  // of that and of SACK blocks, each octet once
    bool newly_sacked = false;
    bool newly_lost = false;
    bool old_data_sacked = false;  // D-SACK: a block below the acknowledgment
    // Of segments never retransmitted, delivered for the first time: when the oldest of those
    // acknowledged cumulatively was sent, and the newest of all. kNever: none.
    TimePs oldest_sent = kNever;
    TimePs newest_sent = kNever;
    bool covers_repeated = false;  // what is acknowledged cumulatively was in part sent twice
    // The transmission sent last of those that arrived: its segment's number, and when it was sent
    // (kNever: nothing arrived).
    std::uint64_t last_number = 0;
    TimePs last_sent = kNever;
    std::uint32_t last_turn = 0;
  };

  // How a segment turns out to be lost.
  struct LossRule {
    unsigned dup_threshold;
    bool by_time;  // a segment that was sent later has arrived (RACK); else IsLost()
    // A segment more than DupThresh behind it is SACKed (scoreboard1.cc of ns-2). Excludes by_time.
    bool by_order = false;
  };

  // first: sequence number of the first octet. mss_bytes: SMSS of IsLost().
  void start(std::uint64_t first, std::uint32_t mss_bytes, const LossRule& rule);

  void append(std::uint32_t length, bool fin, TimePs now);
  // acknowledgment: above una(), at most nxt().
  void acknowledge(std::uint64_t acknowledgment, AckSummary& summary);
  // Blocks may overlap, repeat, lie below una(). Only whole segments count as SACKed.
  void sack(const SackBlock* blocks, unsigned count, AckSummary& summary);

  // RACK: after acknowledge() and sack(). Lost is what was sent before the latest segment that
  // arrived, if its acknowledgment is overdue by reordering_window; retransmissions, too. Returns
  // when to look again; kNever: nothing is about to be lost.
  TimePs lose_by_time(TimePs now, TimePs min_rtt, TimePs reordering_window, AckSummary& summary);
  // By order, after acknowledge() and sack(). Lost is a segment that is more than DupThresh behind
  // the highest SACKed one; a retransmission, once new data sent after it is SACKed, or a
  // retransmission more than DupThresh later has arrived.
  void lose_by_order(AckSummary& summary);
  // Original transmissions arrived in another order than they were sent.
  bool reordering_seen() const { return reordering_seen_; }

  std::uint64_t una() const { return una_; }  // HighACK + 1
  std::uint64_t nxt() const { return nxt_; }  // HighData + 1
  bool empty() const { return una_ == nxt_; }
  std::uint64_t outstanding_bytes() const { return nxt_ - una_; }
  std::uint64_t sacked_bytes() const { return sacked_bytes_; }
  std::uint64_t lost_bytes() const { return lost_bytes_; }
  // Since start(), also what was repaired since; each loss of a segment counts.
  std::uint64_t ever_lost_bytes() const { return ever_lost_bytes_; }
  std::uint64_t pipe_bytes() const {
    return outstanding_bytes() - sacked_bytes_ - lost_bytes_ + again_bytes_;
  }

  // Segment numbers.
  std::uint64_t first() const { return first_; }
  std::uint64_t end() const { return end_; }
  const SentSegment& segment(std::uint64_t number) const { return ring_[number & mask_]; }
  bool first_is_lost() const { return first_ < end_ && segment(first_).has(SentSegment::kLost); }

  // The smallest that is neither SACKed nor retransmitted in this recovery: rules 1 and 3 of
  // NextSeg(). end(): none.
  std::uint64_t next_to_retransmit();
  bool below_highest_sacked(std::uint64_t number) const { return number < sacked_end_; }
  // The highest that is not SACKed: rule 4. end(): none.
  std::uint64_t highest_unsacked() const;

  // HighRxt moves up to the segment, if high_rxt; a rescue leaves it where it is.
  void retransmitted(std::uint64_t number, TimePs now, bool high_rxt);
  // HighRxt = HighACK: nothing counts as retransmitted.
  void forget_retransmissions();
  // Timeout: all that is not SACKed is lost; nothing was retransmitted.
  void lose_all(bool keep_sacked);
  // All that is outstanding counts as in flight, sent once or again.
  void forget_all();

 private:
  // RFC 8985 sec. 5.1 orders what was sent at one time by sequence number, which takes a
  // retransmission for older than new data that left before it: one grant carries many
  // acknowledgments. So the order is that of sending; numbers wrap.
  struct Transmission {
    TimePs sent = kNever;
    std::uint32_t turn = 0;

    bool known() const { return sent != kNever; }
    bool before(const Transmission& other) const {
      return sent < other.sent ||
             (sent == other.sent && static_cast<std::int32_t>(turn - other.turn) < 0);
    }
  };
  static Transmission transmission(const SentSegment& segment) {
    return {segment.sent, segment.turn};
  }
  struct Retransmission {
    std::uint64_t number;
    std::uint32_t turn;
    std::uint64_t end;  // one past the highest segment sent before it
  };

  SentSegment& at(std::uint64_t number) { return ring_[number & mask_]; }
  bool is_sacked(std::uint64_t number) const { return segment(number).has(SentSegment::kSacked); }
  void grow();
  // The segment that holds a sequence number of una() .. nxt() - 1.
  std::uint64_t find(std::uint64_t sequence) const;
  // From `number` on, end() if none.
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

  // The smallest segment neither SACKed nor lost, and what is SACKed above it.
  std::uint64_t border_ = 0;
  std::uint64_t bytes_above_ = 0;
  std::uint64_t ranges_above_ = 0;

  std::uint64_t mss_bytes_ = 0;
  std::uint64_t lost_threshold_bytes_ = 0;  // (DupThresh - 1) * SMSS
  LossRule rule_{3, false};

  // RACK
  std::uint32_t last_turn_ = 0;
  std::uint32_t last_again_ = 0;     // by order: turns of retransmissions
  std::uint32_t arrived_again_ = 0;  // by order: the latest of them that arrived
  boost::circular_buffer<Retransmission> retransmissions_;  // in the order of time
  boost::circular_buffer<std::uint64_t> lost_again_;        // segments, in the order of their loss
  Transmission latest_;  // of those that arrived, the one sent last
  TimePs latest_rtt_ = 0;
  // AckSummary: of the first transmissions, and of the others, that arrived.
  Transmission newly_arrived_;
  Transmission newly_arrived_again_;
  std::uint64_t highest_arrived_ = 0;  // sequence number, up to the acknowledgment before
  std::uint64_t lowest_new_ = UINT64_MAX;
  std::uint64_t highest_new_ = 0;
  bool reordering_seen_ = false;
};

}  // namespace docsis_vp::hosts
