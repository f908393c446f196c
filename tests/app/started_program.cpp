#include "tests/app/started_program.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace docsis_vp::app {

StartedProgram::StartedProgram(const std::string& arguments) {
  int pipe_ends[2];
  if (::pipe(pipe_ends) != 0) {
    throw std::runtime_error("no pipe");
  }
  const std::string command = "exec " + std::string(DOCSIS_VP_SIM) + " " + arguments;
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

StartedProgram::~StartedProgram() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  std::fclose(output_);
}

std::string StartedProgram::word_after(const std::string& words) const {
  const std::size_t at = greeting_.find(words);
  if (at == std::string::npos) {
    throw std::runtime_error("unexpected: " + greeting_);
  }
  const std::size_t begin = at + words.size();
  return greeting_.substr(begin, greeting_.find_first_of(" \n", begin) - begin);
}

std::uint16_t StartedProgram::port() const {
  return static_cast<std::uint16_t>(std::stoul(word_after("port ")));
}

int StartedProgram::connect_to_port() const {
  const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port());
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    ::close(connection);
    throw std::runtime_error("nobody listens: " + greeting_);
  }
  return connection;
}

void StartedProgram::signal(int number) const {
  ::kill(process_, number);
}

int StartedProgram::status() {
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace docsis_vp::app
