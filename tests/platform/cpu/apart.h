// Runs a simulation in a process of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

namespace docsis_vp::platform::testing {

// Returns the function's result from a child process.
inline std::string observe_apart(const std::function<std::string()>& observe) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = observe();
    const bool sent = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    std::_Exit(sent ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return text;
}

}  // namespace docsis_vp::platform::testing
