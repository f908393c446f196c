// Serves a TCP port on the loopback interface, with one connection at a time.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace docsis_vp::platform {

// Listens on 127.0.0.1 without blocking. port: 0 for any free one. Throws InputError if it is not
// available.
void listen_on_loopback(boost::asio::ip::tcp::acceptor& acceptor, std::uint16_t port);

class LoopbackPort {
 public:
  // As listen_on_loopback().
  explicit LoopbackPort(std::uint16_t port);

  std::uint16_t number() const;
  bool connected() const { return connection_.has_value(); }

  // Accepts a waiting connection if none is open. Further clients wait for its end.
  bool accept();
  // Returns the received octets without waiting. A connection that the peer closed is closed
  // afterwards.
  std::string receive();
  // Waits for activity, at most `limit`.
  void wait(std::chrono::milliseconds limit);
  void send(std::string_view octets);
  void close();
  // Waits, at most `limit`, until the peer closes, then closes. Closing earlier could lose the
  // octets that the peer has not read yet.
  void close_after_peer(std::chrono::milliseconds limit);

 private:
  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::optional<boost::asio::ip::tcp::socket> connection_;
};

}  // namespace docsis_vp::platform
