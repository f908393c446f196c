// What applications see of a transport: connections that can be opened again and again.
#pragma once

#include <cstdint>

namespace docsis_vp::hosts {

// The client opens; otherwise both ends are alike.
enum class End : std::uint8_t { kClient, kServer };

constexpr End other(End end) {
  return end == End::kClient ? End::kServer : End::kClient;
}

class Connection;

// An application, which plays both ends of its connections: what the server does on a request
// belongs to the model of the client's traffic. It learns of the other end only what packets
// brought there.
class ConnectionUser {
 public:
  virtual ~ConnectionUser() = default;

  // The client's handshake is complete.
  virtual void on_open(Connection& /*connection*/) {}
  // `total` octets have arrived at this end, in order, since the connection was opened.
  virtual void on_received(Connection& /*connection*/, End /*at*/, std::uint64_t /*total*/) {}
  // `total` octets that this end wrote have been acknowledged since the connection was opened.
  virtual void on_acked(Connection& /*connection*/, End /*from*/, std::uint64_t /*total*/) {}
  // Both ends are done: the connection may be opened again, now or later.
  virtual void on_closed(Connection& /*connection*/) {}
};

// A slot for one connection at a time. All there will be are made during elaboration.
class Connection {
 public:
  virtual ~Connection() = default;

  // Only when closed(). The user hears of this connection until it is closed again.
  virtual void open(ConnectionUser& user) = 0;
  // After open(), before close(); sent as soon as the transport lets it.
  virtual void write(End from, std::uint64_t octets) = 0;
  virtual void write_forever(End from) = 0;
  // After what was written this end sends no more; the other end closes once it has it all.
  virtual void close(End by) = 0;
  // The same, but what was written and never sent is taken back. Allowed at any time, and more than
  // once.
  virtual void cut(End by) = 0;

  virtual bool closed() const = 0;
  // Written, but not yet sent for the first time.
  virtual std::uint64_t unsent(End from) const = 0;
};

}  // namespace docsis_vp::hosts
