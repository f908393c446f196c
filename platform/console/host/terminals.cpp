#include "platform/console/host/terminals.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "platform/base/errors.h"

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kMostUnsent = 1U << 20;

// Reads the waiting octets. Returns "" if there are none; sets `ended` at the end of the input.
std::string read_waiting(int file, bool& ended) {
  std::string octets;
  pollfd waiting{file, POLLIN, 0};
  while (!ended && ::poll(&waiting, 1, 0) > 0 && (waiting.revents & (POLLIN | POLLHUP)) != 0) {
    char piece[4096];
    const ssize_t count = ::read(file, piece, sizeof piece);
    if (count <= 0) {
      ended = count == 0 || errno != EINTR;
      break;
    }
    octets.append(piece, static_cast<std::size_t>(count));
  }
  return octets;
}

}  // namespace

StdioConsole::StdioConsole() {
  termios settings{};
  if (::tcgetattr(STDIN_FILENO, &settings) == 0) {
    before_ = settings;
    settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  }
}

StdioConsole::~StdioConsole() {
  if (before_) {
    ::tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
  }
}

std::string StdioConsole::receive() {
  return read_waiting(STDIN_FILENO, ended_);
}

void StdioConsole::send(std::string_view octets) {
  std::cout << octets << std::flush;
}

PtyConsole::PtyConsole() : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
  char name[128] = "";
  if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0 ||
      ::ptsname_r(master_, name, sizeof name) != 0 ||
      (slave_ = ::open(name, O_RDWR | O_NOCTTY)) < 0) {
    const std::string cause = std::strerror(errno);
    ::close(master_);
    throw InputError("no pseudoterminal can be had: " + cause);
  }
  termios settings{};
  ::tcgetattr(slave_, &settings);
  ::cfmakeraw(&settings);
  ::tcsetattr(slave_, TCSANOW, &settings);
  name_ = name;
}

PtyConsole::~PtyConsole() {
  ::close(slave_);
  ::close(master_);
}

std::string PtyConsole::receive() {
  send({});
  bool ended = false;
  return read_waiting(master_, ended);
}

void PtyConsole::send(std::string_view octets) {
  for (const char octet : octets.substr(0, kMostUnsent - std::min(unsent_.size(), kMostUnsent))) {
    unsent_ += octet == '\n' ? "\r\n" : std::string(1, octet);
  }
  if (unsent_.empty()) {
    return;
  }
  const ssize_t count = ::write(master_, unsent_.data(), unsent_.size());
  if (count > 0) {
    unsent_.erase(0, static_cast<std::size_t>(count));
  }
}

}  // namespace docsis_vp::platform
