#include "tests/app/live/browser.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace docsis_vp::app {

Browser::Browser(const std::string& url) {
  const std::string front = "http://127.0.0.1:";
  const std::size_t slash = url.find('/', front.size());
  if (url.rfind(front, 0) != 0 || slash == std::string::npos) {
    throw std::runtime_error("unexpected address " + url);
  }
  port_ = static_cast<std::uint16_t>(std::stoul(url.substr(front.size(), slash - front.size())));
  path_ = url.substr(slash);
  socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port_);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    ::close(socket_);
    throw std::runtime_error("nobody listens at " + url);
  }
}

Browser::~Browser() {
  ::close(socket_);
}

void Browser::get(const std::string& more) {
  send("GET " + path_ + more + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
       "\r\n\r\n");
}

void Browser::send(const std::string& octets) const {
  if (::send(socket_, octets.data(), octets.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(octets.size())) {
    throw std::runtime_error("nobody reads");
  }
}

std::string Browser::read_until(const std::string& end) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point patience = Clock::now() + std::chrono::seconds(20);
  std::size_t from = 0;
  while (read_.find(end, from) == std::string::npos && Clock::now() < patience) {
    from = read_.size() - std::min(read_.size(), end.size());
    pollfd waiting{socket_, POLLIN, 0};
    static char octets[65'536];
    if (::poll(&waiting, 1, 100) > 0) {
      const ssize_t count = ::read(socket_, octets, sizeof octets);
      if (count <= 0) {
        break;
      }
      read_.append(octets, static_cast<std::size_t>(count));
    }
  }
  return read_;
}

std::string last_event(const std::string& stream, const std::string& name) {
  const std::string head = "event: " + name + "\ndata: ";
  const std::size_t at = stream.rfind(head);
  if (at == std::string::npos) {
    return {};
  }
  const std::size_t begin = at + head.size();
  return stream.substr(begin, stream.find("\n\n", begin) - begin);
}

}  // namespace docsis_vp::app
