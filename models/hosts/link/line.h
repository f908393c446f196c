// Models a link without the kernel: serialisation, delay and an optional finite buffer.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

struct LinkConfig {
  // Rate of the frame's octets plus overhead_bytes; none: serialisation takes no time.
  std::optional<std::uint64_t> rate_bps;
  // Octets sent per frame in addition to DA..CRC; 20 on Ethernet: preamble and gap, IEEE 802.3 sec.
  // 4.2.
  std::uint32_t overhead_bytes = 0;
  TimePs delay = 0;  // propagation delay
  // Buffer for packets that wait or are being sent, DA..CRC; none: infinite.
  std::optional<std::uint64_t> buffer_bytes;
  // Part of overhead_bytes after the frame: the frame arrives before it, the next frame waits for
  // it. 12 on Ethernet.
  std::uint32_t gap_bytes = 0;
};

// Returns an Ethernet line: 8 octets of preamble before a frame and 12 of gap after it (IEEE 802.3
// sec. 3.2.1, 3.2.2 and 4.4.2).
LinkConfig ethernet_link(std::uint64_t rate_bps, TimePs delay = 0);

// Admission control of a line's owner.
class LinkAdmission {
 public:
  virtual ~LinkAdmission() = default;
  // Decides on a packet that is about to enter; false drops it. ahead: packets before it whose last
  // octet has not left; wait: time until its first octet leaves.
  virtual bool admits(const Packet& packet, std::size_t ahead, TimePs wait) = 0;
};

// FIFO line. A packet that finds no room is dropped and counted. The last octet of a packet leaves
// at floor(bits x 10^12 / rate) ps after its arrival, or after the end of the previous packet (gap
// included) if that is later. The fraction carries over within a busy period, so that rates are
// exact. A packet pushed at the very instant when another's last octet leaves finds that one gone.
// Packets pushed at one instant are ordered by flow and sequence number. They enter when the
// instant is over, or when one of them arrives.
class Line {
 public:
  // admission: null admits every packet that finds room. It must outlive the line.
  explicit Line(const LinkConfig& config, LinkAdmission* admission = nullptr);

  // `now` never decreases between calls.
  void push(PacketHandle packet, TimePs now);
  // Nothing arrives before this time; kNever: the line is empty.
  TimePs next_arrival() const { return inside_.empty() ? earliest_ : first_arrival(); }
  // Returns the next packet that has arrived by now, or null.
  PacketHandle take_arrived(TimePs now) {
    return next_arrival() <= now ? take_first(now) : PacketHandle();
  }

  std::size_t packets_inside() const { return inbox_.size() + inside_.size(); }
  std::uint64_t dropped_packets() const { return dropped_packets_; }
  std::uint64_t dropped_bytes() const { return dropped_bytes_; }

 private:
  struct Passing {
    PacketHandle packet;
    TimePs sent;  // time when its last octet leaves the sending end
  };
  struct Instant {
    TimePs time;              // rounded down
    std::uint64_t remainder;  // plus remainder / rate ps
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
  LinkAdmission* const admission_;
  const TimePs ps_per_octet_;        // 0: no integer, or no rate
  std::vector<PacketHandle> inbox_;  // packets pushed at one instant
  TimePs inbox_time_ = 0;            // that instant
  TimePs earliest_ = kNever;         // earliest arrival of inbox_, if inside_ is empty
  boost::circular_buffer<Passing> inside_;
  std::size_t sent_ = 0;              // number of inside_ known to have left the buffer
  std::uint64_t buffered_bytes_ = 0;  // of the others in inside_
  Instant busy_until_{0, 0};          // includes the gap
  std::uint64_t dropped_packets_ = 0;
  std::uint64_t dropped_bytes_ = 0;
};

}  // namespace docsis_vp::hosts
