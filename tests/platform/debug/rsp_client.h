// A debugger's end of the remote serial protocol, over TCP.
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "platform/debug/hex.h"
#include "platform/debug/packet_stream.h"

namespace docsis_vp::platform::testing {

class RspClient {
 public:
  explicit RspClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    const timeval patience{20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~RspClient() { ::close(socket_); }
  RspClient(const RspClient&) = delete;
  RspClient& operator=(const RspClient&) = delete;

  std::string ask(const std::string& packet) {
    tell(framed(packet));
    for (;;) {
      while (const auto item = stream_.next()) {
        if (item->kind != PacketStream::Kind::kPacket) continue;
        tell("+");
        if (item->data.size() == 1 || item->data[0] != 'O' || item->data == "OK") {
          return item->data;
        }
        said += *octets_of_hex(item->data.substr(1));
      }
      char octets[512];
      const ssize_t count = ::recv(socket_, octets, sizeof octets, 0);
      if (count <= 0) return "(gone)";
      stream_.feed({octets, static_cast<std::size_t>(count)});
    }
  }

  std::string said;

 private:
  void tell(const std::string& octets) {
    EXPECT_GT(::send(socket_, octets.data(), octets.size(), MSG_NOSIGNAL), 0);
  }

  int socket_;
  PacketStream stream_;
};

}  // namespace docsis_vp::platform::testing
