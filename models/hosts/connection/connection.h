// Declares the transport interface for applications: connections that can be opened repeatedly.
#pragma once

#include <cstdint>

namespace docsis_vp::hosts {

// One of the two ends of a connection; only the client opens it.
enum class End : std::uint8_t { kClient, kServer };

constexpr End other(End end) {
  return end == End::kClient ? End::kServer : End::kClient;
}

class Connection;

// An application that plays both ends of its connections: the server's responses are part of the
// traffic model. Each end acts only on the octets that packets have delivered to it.
class ConnectionUser {
 public:
  virtual ~ConnectionUser() = default;

  // The client's handshake is complete.
  virtual void on_open(Connection& /*connection*/) {}
  // `total` octets since the opening have arrived at this end in order.
  virtual void on_received(Connection& /*connection*/, End /*at*/, std::uint64_t /*total*/) {}
  // `total` octets since the opening that this end wrote have been acknowledged.
  virtual void on_acked(Connection& /*connection*/, End /*from*/, std::uint64_t /*total*/) {}
  // Both ends are closed: the connection may be opened again, now or later.
  virtual void on_closed(Connection& /*connection*/) {}
};

// A slot for one connection at a time. All slots are made during elaboration.
class Connection {
 public:
  virtual ~Connection() = default;

  // Requires closed(). The user gets this connection's callbacks until it is closed again.
  virtual void open(ConnectionUser& user) = 0;
  // Between open() and close(); the octets are sent as soon as the transport permits.
  virtual void write(End from, std::uint64_t octets) = 0;
  virtual void write_forever(End from) = 0;
  // This end sends no more after the octets written. The other end closes when it has received them
  // all.
  virtual void close(End by) = 0;
  // Closes like close(), but discards octets that were written and not yet sent. Allowed at any
  // time and repeatedly.
  virtual void cut(End by) = 0;

  virtual bool closed() const = 0;
  // Octets written and not yet sent for the first time.
  virtual std::uint64_t unsent(End from) const = 0;
};

}  // namespace docsis_vp::hosts
