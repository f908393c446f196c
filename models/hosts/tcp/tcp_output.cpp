#include "models/hosts/tcp/tcp_output.h"

#include <algorithm>
#include <utility>

namespace docsis_vp::hosts {
namespace {

// Bytes: MSS 4; window scale 3 and a NOP; SACK permitted 2, and two NOPs unless timestamps (10)
// follow.
std::uint32_t syn_option_bytes(std::uint8_t offer) {
  std::uint32_t bytes = 4;
  bytes += (offer & kTcpOfferWindowScale) != 0 ? 4 : 0;
  if ((offer & kTcpOfferTimestamps) != 0) {
    return bytes + 12;
  }
  return bytes + ((offer & kTcpOfferSack) != 0 ? 4 : 0);
}

}  // namespace

PacketHandle TcpOutput::take(std::uint8_t flags, std::uint64_t sequence) {
  PacketHandle packet = wiring_.pool.take();
  packet->flow = wiring_.flow;
  packet->created = wiring_.timers.now();
  packet->tcp.flags = flags;
  packet->tcp.connection = connection_;
  packet->tcp.sequence = sequence;
  return packet;
}

void TcpOutput::send(PacketHandle packet, std::uint32_t option_and_payload_bytes) {
  packet->size_bytes = std::max(
      kEthernetAndTcpBytes + config_.ip_header_bytes + option_and_payload_bytes, kLeastFrameBytes);
  packet->sequence = sent_packets_++;
  wiring_.out.push(std::move(packet));
}

// RFC 3168 sec. 6.1 allows ECT on new data only. RFC 8257 sec. 3.1 and the low-latency service
// require it on all packets.
Ecn TcpOutput::ecn_of(bool new_data) const {
  switch (agreed_.ecn) {
    case TcpEcn::kClassic:
      return new_data ? Ecn::kEct0 : Ecn::kNotEct;
    case TcpEcn::kDctcp:
      return Ecn::kEct0;
    case TcpEcn::kAccurate:
      return Ecn::kEct1;
    case TcpEcn::kOff:
      break;
  }
  return Ecn::kNotEct;
}

void TcpOutput::send_syn(std::uint8_t flags, std::uint8_t offer, TimePs echo) {
  PacketHandle packet = take(flags, 0);
  TcpHeader& header = packet->tcp;
  header.syn_offer = offer;
  header.syn_mss_bytes = config_.mss_bytes;
  header.acknowledgment = (flags & kTcpAck) != 0 ? receiver_.next() : 0;
  header.window_bytes = receiver_.window_of_syn();
  header.window_shift = receiver_.shift_of_syn();
  header.timestamp = packet->created;
  header.timestamp_echo = echo;
  header.one_way_delay = kNever;
  header.ce_packets = 0;
  header.ce_bytes = 0;
  ++statistics_.syns;
  send(std::move(packet), syn_option_bytes(offer));
}

void TcpOutput::send_ack(std::uint64_t sequence) {
  PacketHandle packet = take(kTcpAck, sequence);
  packet->ecn = ecn_of(false);
  const std::uint32_t options = receiver_.write(packet->tcp, packet->created, true);
  ++statistics_.pure_acks;
  send(std::move(packet), options);
}

void TcpOutput::send_reset(std::uint64_t sequence) {
  PacketHandle packet = take(kTcpRst, sequence);
  receiver_.write(packet->tcp, packet->created, false);
  send(std::move(packet), 0);
}

void TcpOutput::send_data(const SentSegment& segment, bool retransmission, std::uint8_t flags) {
  if (segment.has(SentSegment::kFin)) {
    flags |= kTcpFin;
  }
  const std::uint32_t payload = segment.payload_bytes();
  PacketHandle packet = take(flags, segment.begin);
  packet->tcp.payload_bytes = payload;
  packet->ecn = ecn_of(!retransmission);
  const bool room = payload + kMaxOptionBytes <= agreed_.mss_bytes;
  const std::uint32_t options = receiver_.write(packet->tcp, packet->created, room);
  ++statistics_.data_segments;
  statistics_.data_bytes += payload;
  if (retransmission) {
    ++statistics_.retransmitted_segments;
    statistics_.retransmitted_bytes += payload;
  }
  send(std::move(packet), options + payload);
}

}  // namespace docsis_vp::hosts
