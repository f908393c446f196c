#include "tests/app/console/live_run.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>

namespace docsis_vp::app {

LiveRun::LiveRun(const std::string& arguments) {
  int pipe_ends[2];
  if (::pipe(pipe_ends) != 0) {
    throw std::runtime_error("no pipe");
  }
  const std::string command = "exec " + std::string(DOCSIS_VP_SIM) + " run " + arguments +
                              " --quiet -o " + folder_.file("out");
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

LiveRun::~LiveRun() {
  ::close(console_);
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  std::fclose(output_);
}

std::string LiveRun::word_after(const std::string& words) const {
  const std::size_t at = greeting_.find(words);
  if (at == std::string::npos) {
    throw std::runtime_error("unexpected: " + greeting_);
  }
  const std::size_t begin = at + words.size();
  return greeting_.substr(begin, greeting_.find_first_of(" \n", begin) - begin);
}

void LiveRun::connect_to_port() {
  console_ = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoul(word_after("port "))));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(console_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("nobody listens: " + greeting_);
  }
}

void LiveRun::open_terminal() {
  console_ = ::open(word_after("cm0: ").c_str(), O_RDWR | O_NOCTTY);
  if (console_ < 0) {
    throw std::runtime_error("no such terminal: " + greeting_);
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
  ::kill(process_, SIGINT);
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace docsis_vp::app
