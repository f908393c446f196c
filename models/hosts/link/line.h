// What a link does with packets, without the kernel: serialises, delays, may have a short buffer.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <optional>

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
};

// Keeps the order. A packet that finds no room is dropped and counted. The last octet of a packet
// leaves at floor(bits x 10^12 / rate) ps after the later of its arrival and the last octet of
// the packet before; the fraction carries over within a busy period, so that rates are exact.
// A packet that is admitted at the very instant at which another's last octet leaves finds it gone.
class Line {
 public:
  explicit Line(const LinkConfig& config) : config_(config), inside_(64) {}

  // Times never fall from call to call.
  void admit(PacketHandle packet, TimePs now);
  // When the first packet inside arrives; kNever: none is.
  TimePs next_arrival() const {
    return inside_.empty() ? kNever : inside_.front().sent + config_.delay;
  }
  // The first packet inside, which has arrived by now.
  PacketHandle take(TimePs now);
  // When a packet of this size would arrive if it were admitted now.
  TimePs arrival_of(std::uint32_t size_bytes, TimePs now) const;

  bool empty() const { return inside_.empty(); }
  std::size_t packets_inside() const { return inside_.size(); }
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

  Instant sent_at(std::uint32_t size_bytes, TimePs now) const;
  void forget_sent(TimePs now);

  const LinkConfig config_;
  boost::circular_buffer<Passing> inside_;
  std::size_t sent_ = 0;              // how many of inside_ have left the buffer
  std::uint64_t buffered_bytes_ = 0;  // of the others
  Instant busy_until_{0, 0};
  std::uint64_t dropped_packets_ = 0;
  std::uint64_t dropped_bytes_ = 0;
};

}  // namespace docsis_vp::hosts
