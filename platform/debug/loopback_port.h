// A TCP port that only this machine reaches, with one connection at a time.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace docsis_vp::platform {

class LoopbackPort {
 public:
  // 0: any that is free. Throws InputError if it cannot be had.
  explicit LoopbackPort(std::uint16_t port);

  std::uint16_t number() const;
  bool connected() const { return connection_.has_value(); }

  // Takes a connection that waits, if none is there. Who comes later waits for that one to end.
  bool accept();
  // What has come, without waiting; a connection that was closed is gone afterwards.
  std::string receive();
  // Waits until something happened, not longer than this.
  void wait(std::chrono::milliseconds limit);
  void send(std::string_view octets);
  void close();
  // Closes after the other end has, not longer than this: what was sent last and not read yet would
  // be lost if anything came here afterwards.
  void close_after_peer(std::chrono::milliseconds limit);

 private:
  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::optional<boost::asio::ip::tcp::socket> connection_;
};

}  // namespace docsis_vp::platform
