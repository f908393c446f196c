// Runs several systems in one test, each in a process of its own.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <functional>
#include <string>

namespace docsis_vp::system {

// Returns the action's result, or the message of its exception.
inline std::string in_child(const std::function<std::string()>& action) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) {
    return "no pipe";
  }
  const pid_t child = fork();
  if (child == 0) {
    std::string text;
    try {
      text = action();
    } catch (const std::exception& error) {
      text = error.what();
    }
    std::size_t written = 0;
    while (written < text.size()) {
      const ssize_t now = write(ends[1], text.data() + written, text.size() - written);
      if (now <= 0) {
        _exit(1);
      }
      written += static_cast<std::size_t>(now);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t got = 0; (got = read(ends[0], piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return text;
}

}  // namespace docsis_vp::system
