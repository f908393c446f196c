#include "tests/app/gdb/debugged_run.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "platform/debug/hex.h"

namespace docsis_vp::app {

using platform::hex_of;
using platform::hex_of_number;
using platform::PacketStream;

DebuggedRun::DebuggedRun(const std::string& arguments, const std::string& subcommand)
    : program_(subcommand + " " + arguments + " --gdb 0 " +
               (subcommand == "run" ? "--quiet -o " + folder_.file("out") : "") + " 2>" +
               folder_.file("err")) {}

DebuggedRun::~DebuggedRun() {
  disconnect();
}

void DebuggedRun::connect() {
  socket_ = program_.connect_to_port();
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const timeval patience{20, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  stream_ = PacketStream();
}

void DebuggedRun::disconnect() {
  if (socket_ >= 0) {
    ::close(socket_);
    socket_ = -1;
  }
}

void DebuggedRun::tell(const std::string& octets) {
  if (::send(socket_, octets.data(), octets.size(), MSG_NOSIGNAL) < 0) {
    throw std::runtime_error("the connection is gone");
  }
}

std::string DebuggedRun::ask(const std::string& packet) {
  tell(platform::framed(packet));
  return answer();
}

std::string DebuggedRun::answer() {
  for (;;) {
    while (const auto item = stream_.next()) {
      if (item->kind != PacketStream::Kind::kPacket) {
        continue;
      }
      tell("+");
      // Console output begins as OK does.
      if (item->data.size() > 1 && item->data[0] == 'O' && item->data != "OK") {
        said_ += *platform::octets_of_hex(item->data.substr(1));
        continue;
      }
      return item->data;
    }
    char octets[4096];
    const ssize_t count = ::recv(socket_, octets, sizeof octets, 0);
    if (count <= 0) {
      return "(gone)";
    }
    stream_.feed({octets, static_cast<std::size_t>(count)});
  }
}

std::uint32_t DebuggedRun::word(std::uint32_t address) {
  return platform::word_of_hex(ask("m" + hex_of_number(address) + ",4")).value();
}

std::uint32_t DebuggedRun::reg(unsigned number) {
  return platform::word_of_hex(ask("p" + hex_of_number(number))).value();
}

std::string DebuggedRun::monitor(const std::string& command) {
  return platform::octets_of_hex(ask("qRcmd," + hex_of(command))).value();
}

std::string DebuggedRun::file(const std::string& name) const {
  std::ifstream stream(folder_.path() / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace docsis_vp::app
