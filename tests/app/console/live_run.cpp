#include "tests/app/console/live_run.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>

namespace docsis_vp::app {

LiveRun::LiveRun(const std::string& arguments)
    : program_("run " + arguments + " --quiet -o " + folder_.file("out")) {}

LiveRun::~LiveRun() {
  ::close(console_);
}

void LiveRun::connect_to_port() {
  console_ = program_.connect_to_port();
}

void LiveRun::open_terminal() {
  console_ = ::open(program_.word_after("cm0: ").c_str(), O_RDWR | O_NOCTTY);
  if (console_ < 0) {
    throw std::runtime_error("no such terminal: " + greeting());
  }
}

void LiveRun::type(const std::string& text) const {
  if (::write(console_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("nobody reads");
  }
}

std::string LiveRun::read_until(const std::string& end) const {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point patience = Clock::now() + std::chrono::seconds(20);
  std::string text;
  while (text.find(end) == std::string::npos && Clock::now() < patience) {
    pollfd waiting{console_, POLLIN, 0};
    char octets[4096];
    if (::poll(&waiting, 1, 100) > 0) {
      const ssize_t count = ::read(console_, octets, sizeof octets);
      if (count <= 0) {
        break;
      }
      text.append(octets, static_cast<std::size_t>(count));
    }
  }
  return text;
}

int LiveRun::interrupt() {
  program_.signal(SIGINT);
  return program_.status();
}

}  // namespace docsis_vp::app
