// Declares the callbacks of a TCP endpoint to its application.
#pragma once

#include <cstdint>

#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

class TcpEndpoint;

// Called after the endpoint has processed a packet or a timer. The callbacks may write, close, or
// connect again if closed.
class TcpUser {
 public:
  virtual ~TcpUser() = default;

  virtual void on_established(TcpEndpoint& /*endpoint*/) {}
  // More octets arrived in order; total_bytes counts from the beginning of the connection.
  virtual void on_delivered(TcpEndpoint& /*endpoint*/, std::uint64_t /*total_bytes*/) {}
  // The peer has acknowledged total_bytes octets.
  virtual void on_acked(TcpEndpoint& /*endpoint*/, std::uint64_t /*total_bytes*/) {}
  // The peer sends no more, and all its data was delivered.
  virtual void on_peer_closed(TcpEndpoint& /*endpoint*/) {}
  // Both directions are closed, or the connection failed (TcpEndpoint::failed()).
  virtual void on_closed(TcpEndpoint& /*endpoint*/) {}

  // For measurements only: called during processing, so they must not act on the endpoint.
  virtual void on_rtt(TcpEndpoint& /*endpoint*/, TimePs /*rtt*/) {}
  virtual void on_segment(TcpEndpoint& /*endpoint*/, const Packet& /*arrived*/) {}
};

}  // namespace docsis_vp::hosts
