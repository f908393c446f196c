#include "app/processes.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>

#include "app/command.h"
#include "app/host_process.h"
#include "app/stop_signals.h"
#include "platform/base/errors.h"

namespace docsis_vp::app {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

// Limit of the child's error message through the pipe; the rest is cut.
constexpr std::size_t kLongestMessage = 4096;

int guarded(const std::function<int(unsigned)>& work, unsigned number, std::string& error) {
  try {
    return work(number);
  } catch (const SimulationFailure& failure) {
    error = failure.what();
    return kSimulationFailed;
  } catch (const InputError& input) {
    error = input.what();
    return kBadInput;
  } catch (const std::exception& other) {
    error = std::string("internal error: ") + other.what();
    return 1;
  }
}

[[noreturn]] void be_child(const std::function<int(unsigned)>& work, unsigned number, int pipe) {
  std::string error;
  const int status = guarded(work, number, error);
  error.resize(std::min(error.size(), kLongestMessage));
  const bool told = ::write(pipe, error.data(), error.size()) >= 0;
  std::fflush(nullptr);
  // Not exit(): the parent's cleanup must not run in the child.
  ::_exit(told || status != kDone ? status : 1);
}

struct Child {
  unsigned number;
  int pipe;
};

class ChildPool {
 public:
  explicit ChildPool(const std::function<int(unsigned)>& work) : work_(work) {}

  std::size_t running() const { return children_.size(); }
  bool is_stopped() const { return stopped_; }

  void start(unsigned number) {
    int ends[2];
    if (::pipe(ends) != 0) {
      fail("pipe");
    }
    std::fflush(nullptr);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
      fail("fork");
    }
    if (child == 0) {
      end_silently_on_stop_signals();
      signals_.release();
      end_with(parent);
      ::close(ends[0]);
      be_child(work_, number, ends[1]);
    }
    ::close(ends[1]);
    children_[child] = {number, ends[0]};
  }

  // Waits for the next child to end. A stop signal to this process is forwarded to all of them.
  std::pair<unsigned, ProcessEnding> reap() {
    int status = 0;
    pid_t child = 0;
    while ((child = ::waitpid(-1, &status, WNOHANG)) == 0) {
      if (const int number = signals_.wait(); number != SIGCHLD) {
        stop(number);
      }
    }
    const auto found = children_.find(child);
    if (found == children_.end()) {
      fail("waitpid");
    }
    ProcessEnding ending;
    ending.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ending.error = text_of(found->second.pipe);
    const unsigned number = found->second.number;
    children_.erase(found);
    return {number, ending};
  }

 private:
  void stop(int number) {
    stopped_ = true;
    remember_stop_signal(number);
    for (const auto& child : children_) {
      ::kill(child.first, number);
    }
  }

  static std::string text_of(int pipe) {
    std::string text(kLongestMessage, '\0');
    const ssize_t length = ::read(pipe, text.data(), text.size());
    ::close(pipe);
    text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return text;
  }

  const std::function<int(unsigned)>& work_;
  std::map<pid_t, Child> children_;
  const HeldSignals signals_;
  bool stopped_ = false;
};

}  // namespace

std::optional<std::vector<ProcessEnding>> run_in_processes(
    unsigned count, unsigned jobs, const std::function<int(unsigned number)>& work,
    const std::function<void(unsigned finished)>& ended) {
  std::vector<ProcessEnding> endings(count);
  ChildPool pool(work);
  unsigned started = 0;
  for (unsigned finished = 0; finished < count; ended(++finished)) {
    while (started < count && pool.running() < jobs && !pool.is_stopped()) {
      pool.start(++started);
    }
    if (pool.running() == 0) {
      break;
    }
    const auto [number, ending] = pool.reap();
    endings[number - 1] = ending;
  }
  if (pool.is_stopped()) {
    return {};
  }
  return endings;
}

}  // namespace docsis_vp::app
