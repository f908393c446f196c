// A cable, or a path, in one direction: serialises, delays, and may have a short buffer.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <optional>
#include <systemc>
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
};

// Keeps the order. A packet that finds no room is dropped and counted. The last octet of a packet
// leaves at floor(bits x 10^12 / rate) ps after the later of its arrival and the last octet of
// the packet before; the fraction carries over within a busy period, so that rates are exact.
// A packet that is pushed at the very instant at which another's last octet leaves finds it gone.
// Packets pushed at one instant enter ordered by flow and sequence number, one delta later.
class Link : public sc_core::sc_module, public PacketSink {
 public:
  Link(const sc_core::sc_module_name& name, const LinkConfig& config, PacketSink& sink);

  void push(PacketHandle packet) override;

  std::uint64_t dropped_packets() const { return dropped_packets_; }
  std::uint64_t dropped_bytes() const { return dropped_bytes_; }
  std::size_t packets_inside() const { return inbox_.size() + inside_.size(); }

 private:
  struct Passing {
    PacketHandle packet;
    TimePs sent;  // when its last octet leaves the sending end
  };

  void admit_inbox();
  void admit(PacketHandle packet);
  TimePs serialise(std::uint32_t size_bytes, TimePs now);
  void forget_sent(TimePs now);
  void deliver();

  const LinkConfig config_;
  PacketSink& sink_;
  std::vector<PacketHandle> inbox_;
  boost::circular_buffer<Passing> inside_;
  std::size_t sent_ = 0;              // how many of inside_ have left the buffer
  std::uint64_t buffered_bytes_ = 0;  // of the others
  TimePs busy_until_ = 0;             // rounded down,
  std::uint64_t busy_remainder_ = 0;  // plus this / rate ps
  std::uint64_t dropped_packets_ = 0;
  std::uint64_t dropped_bytes_ = 0;
  sc_core::sc_event collect_;
  sc_core::sc_event arrival_;
};

}  // namespace docsis_vp::hosts
