#include "tests/app/gdb/debugged_run.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "platform/debug/hex.h"

namespace docsis_vp::app {

using platform::hex_of;
using platform::hex_of_number;
using platform::PacketStream;

DebuggedRun::DebuggedRun(const std::string& arguments, const std::string& subcommand) {
  int pipe_ends[2];
  if (::pipe(pipe_ends) != 0) {
    throw std::runtime_error("no pipe");
  }
  const std::string command = "exec " + std::string(DOCSIS_VP_SIM) + " " + subcommand + " " +
                              arguments + " --gdb 0 " +
                              (subcommand == "run" ? "--quiet -o " + folder_.file("out") : "") +
                              " 2>" + folder_.file("err");
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(pipe_ends[1], STDOUT_FILENO);
    ::close(pipe_ends[0]);
    ::close(pipe_ends[1]);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(pipe_ends[1]);
  output_ = ::fdopen(pipe_ends[0], "r");
  char line[256] = "";
  greeting_ = std::fgets(line, sizeof line, output_) != nullptr ? line : "";
}

DebuggedRun::~DebuggedRun() {
  disconnect();
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  std::fclose(output_);
}

std::uint16_t DebuggedRun::port() const {
  return static_cast<std::uint16_t>(std::stoul(greeting_.substr(greeting_.find("port ") + 5)));
}

void DebuggedRun::connect() {
  socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port());
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("nobody listens: " + greeting_);
  }
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

int DebuggedRun::status() {
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string DebuggedRun::file(const std::string& name) const {
  std::ifstream stream(folder_.path() / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace docsis_vp::app
