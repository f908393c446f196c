#include "platform/debug/loopback_port.h"

#include <gtest/gtest.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <thread>

namespace docsis_vp::platform::loopback_port_test {
namespace {

using boost::asio::ip::tcp;
using std::chrono::milliseconds;

class LoopbackPorts : public ::testing::Test {
 protected:
  LoopbackPorts() {
    peer_.connect({boost::asio::ip::address_v4::loopback(), port_.number()});
    while (!port_.accept()) {
      port_.wait(milliseconds(10));
    }
  }
  std::string read() {
    char octets[16];
    boost::system::error_code error;
    const std::size_t count = peer_.read_some(boost::asio::buffer(octets), error);
    return error ? error.message() : std::string(octets, count);
  }

  LoopbackPort port_{0};
  boost::asio::io_context context_;
  tcp::socket peer_{context_};
};

// An acknowledgment that comes to a closed port resets the connection, and with it what its sender
// has not read.
TEST_F(LoopbackPorts, WhatWasSentLastIsReadByAPeerThatStillTalks) {
  port_.send("bye");
  std::thread closing([this] { port_.close_after_peer(milliseconds(10'000)); });
  boost::asio::write(peer_, boost::asio::buffer("+", 1));
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(read(), "bye");
  EXPECT_EQ(read(), "End of file");
  peer_.close();
  closing.join();
  EXPECT_FALSE(port_.connected());
}

TEST_F(LoopbackPorts, NoPeerIsWaitedForWithoutEnd) {
  port_.close_after_peer(milliseconds(1));
  EXPECT_FALSE(port_.connected());
  EXPECT_EQ(read(), "End of file");
}

}  // namespace
}  // namespace docsis_vp::platform::loopback_port_test
