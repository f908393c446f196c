// Implements the receiving half of an endpoint: orders octets, and decides when and what to
// acknowledge.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/reassembly.h"
#include "models/hosts/tcp/tcp_config.h"
#include "models/hosts/tcp/tcp_options.h"
#include "models/hosts/tcp/tcp_statistics.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

class TcpReceiver {
 public:
  enum class Acknowledge : std::uint8_t { kNot, kLater, kNow };

  TcpReceiver(const TcpConfig& config, TcpStatistics& statistics)
      : config_(config), statistics_(statistics) {}

  // A SYN has arrived; its sequence number is 0.
  void start(const TcpOptions& agreed);

  // RFC 8257 sec. 3.2: true if delayed acknowledgments must be sent before a packet with a
  // different CE mark is taken.
  bool must_acknowledge_first(const Packet& packet) const;
  // Takes a segment of a synchronised connection: text and FIN, timestamps, ECN.
  Acknowledge take(const Packet& packet, TimePs now);

  // Writes acknowledgment, window, timestamps, ECN feedback and, if there is room, SACK blocks.
  // Returns the octets of options. The written acknowledgment counts as sent.
  std::uint32_t write(TcpHeader& header, TimePs now, bool with_sack);
  std::uint64_t window_of_syn() const;
  // RFC 7323 sec. 2.2: shift count that the SYN announces for later windows.
  std::uint8_t shift_of_syn() const;

  // The user takes octets from the buffer. Returns true if the window has opened enough for an
  // update.
  bool read(std::uint64_t bytes);
  void read_by_hand() { by_hand_ = true; }

  std::uint64_t next() const { return reassembly_.next(); }
  std::uint64_t delivered_bytes() const { return next() - 1 - (fin_taken_ ? 1 : 0); }
  std::uint64_t unread_bytes() const { return by_hand_ ? delivered_bytes() - read_bytes_ : 0; }
  bool fin_taken() const { return fin_taken_; }
  bool has_gap() const { return reassembly_.has_gap(); }
  bool acknowledgment_waits() const { return waiting_bytes_ > 0; }
  // Returns whether the peer must get information for which a full data segment has no room.
  bool report_waits() const { return report_waits_; }

 private:
  void note_ecn(const Packet& packet);
  void note_timestamp(const TcpHeader& header);
  Acknowledge take_text(const TcpHeader& header);
  void note_duplicate(std::uint64_t begin, std::uint64_t end);
  Acknowledge in_order(std::uint64_t bytes);
  std::uint64_t window_edge() const;

  const TcpConfig& config_;
  TcpStatistics& statistics_;
  TcpOptions agreed_;
  Reassembly reassembly_;
  std::uint32_t segment_bytes_ = 0;
  std::uint8_t window_shift_ = 0;

  std::uint64_t edge_ = 0;           // RCV.NXT + RCV.WND as last announced
  std::uint64_t last_written_ = 0;   // last acknowledgment sent
  std::uint64_t waiting_bytes_ = 0;  // received in order since then
  unsigned quick_acks_ = 0;          // remaining
  bool report_waits_ = false;
  SackBlock duplicate_{};  // D-SACK block to report once
  bool has_duplicate_ = false;

  std::uint64_t fin_ = 0;  // sequence number of the peer's FIN; 0: not seen
  bool fin_taken_ = false;
  bool by_hand_ = false;
  std::uint64_t read_bytes_ = 0;

  TimePs timestamp_recent_ = kNever;
  TimePs one_way_delay_ = kNever;
  bool echo_ce_ = false;  // RFC 3168: until CWR; RFC 8257: DCTCP.CE
  std::uint32_t ce_packets_ = 0;
  std::uint64_t ce_bytes_ = 0;
};

}  // namespace docsis_vp::hosts
