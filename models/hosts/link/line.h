// What a link does with packets, without the kernel: serialises, delays, may have a short buffer.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

struct LinkConfig {
  // Of the octets of the frame and of overhead_bytes; none: packets take no time to serialise.
  std::optional<std::uint64_t> rate_bps;
  // Sent with each frame besides DA..CRC; 20 on Ethernet: preamble and gap, IEEE 802.3
  // sec. 4.2.
  std::uint32_t overhead_bytes = 0;
  TimePs delay = 0;  // propagation, from the last octet sent to the last octet received
  // Room for packets that wait or are being sent, DA..CRC; none: infinite.
  std::optional<std::uint64_t> buffer_bytes;
  // Part of overhead_bytes that follows the frame: the frame has arrived before it, the next one
  // waits for it. 12 on Ethernet.
  std::uint32_t gap_bytes = 0;
};

// An Ethernet line has 8 octets of preamble before a frame and 12 of gap behind it (IEEE 802.3
// sec. 3.2.1, 3.2.2 and 4.4.2).
LinkConfig ethernet_link(std::uint64_t rate_bps, TimePs delay = 0);

// Lets the owner of a line say which packets it takes.
class LineDoor {
 public:
  virtual ~LineDoor() = default;
  // The packet is about to enter. ahead: packets before it whose last octet has not left; wait:
  // until its first octet leaves. False: it is dropped.
  virtual bool admits(const Packet& packet, std::size_t ahead, TimePs wait) = 0;
};

// Keeps the order. A packet that finds no room is dropped and counted. The last octet of a packet
// leaves at floor(bits x 10^12 / rate) ps after the later of its arrival and the end of the
// packet before, gap included; the fraction carries over within a busy period, so that rates are
// exact.
// A packet that is pushed at the very instant at which another's last octet leaves finds it gone.
// Packets pushed at one instant enter ordered by flow and sequence number, when that instant is
// over or one of them arrives.
class Line {
 public:
  // door: null if it takes all that find room. It must outlive the line.
  explicit Line(const LinkConfig& config, LineDoor* door = nullptr);

  // Times never fall from call to call.
  void push(PacketHandle packet, TimePs now);
  // Before this time nothing arrives; kNever: nothing is inside.
  TimePs next_arrival() const { return inside_.empty() ? earliest_ : first_arrival(); }
  // The next packet that has arrived by now; null: none.
  PacketHandle take_arrived(TimePs now) {
    return next_arrival() <= now ? take_first(now) : PacketHandle();
  }

  std::size_t packets_inside() const { return inbox_.size() + inside_.size(); }
  std::uint64_t dropped_packets() const { return dropped_packets_; }
  std::uint64_t dropped_bytes() const { return dropped_bytes_; }

 private:
  struct Passing {
    PacketHandle packet;
    TimePs sent;  // when its last octet leaves the sending end
  };
  struct Instant {
    TimePs time;              // rounded down,
    std::uint64_t remainder;  // plus this / rate ps
  };

  TimePs first_arrival() const { return inside_.front().sent + config_.delay; }
  PacketHandle take_first(TimePs now);
  Instant free_after(std::uint32_t size_bytes, TimePs now) const;
  TimePs before_gap(const Instant& end) const;
  void expect(std::uint32_t size_bytes);
  void admit_inbox();
  void admit(PacketHandle& packet, TimePs now);
  void forget_sent(TimePs now);

  const LinkConfig config_;
  LineDoor* const door_;
  const TimePs ps_per_octet_;        // 0: no whole number, or no rate
  std::vector<PacketHandle> inbox_;  // pushed at one instant,
  TimePs inbox_time_ = 0;            // which is this
  TimePs earliest_ = kNever;         // arrival of any of inbox_, if inside_ is empty
  boost::circular_buffer<Passing> inside_;
  std::size_t sent_ = 0;              // how many of inside_ are known to have left the buffer
  std::uint64_t buffered_bytes_ = 0;  // of the others
  Instant busy_until_{0, 0};          // gap included
  std::uint64_t dropped_packets_ = 0;
  std::uint64_t dropped_bytes_ = 0;
};

}  // namespace docsis_vp::hosts
