// What an application hears of its connection.
#pragma once

#include <cstdint>

#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

class TcpEndpoint;

// Called when the endpoint has dealt with a packet or a timer, so an application may write, close
// or, once closed, connect again from inside.
class TcpUser {
 public:
  virtual ~TcpUser() = default;

  virtual void on_established(TcpEndpoint& /*endpoint*/) {}
  // More arrived in order: so many octets since the connection began.
  virtual void on_delivered(TcpEndpoint& /*endpoint*/, std::uint64_t /*total_bytes*/) {}
  // The peer acknowledged so many octets of what was written.
  virtual void on_acked(TcpEndpoint& /*endpoint*/, std::uint64_t /*total_bytes*/) {}
  // The peer sends no more: everything it sent was delivered.
  virtual void on_peer_closed(TcpEndpoint& /*endpoint*/) {}
  // Both directions are done, or the connection failed (TcpEndpoint::failed()).
  virtual void on_closed(TcpEndpoint& /*endpoint*/) {}

  // For measurements, in the midst of processing: not to act upon the endpoint.
  virtual void on_rtt(TcpEndpoint& /*endpoint*/, TimePs /*rtt*/) {}
  virtual void on_segment(TcpEndpoint& /*endpoint*/, const Packet& /*arrived*/) {}
};

}  // namespace docsis_vp::hosts
