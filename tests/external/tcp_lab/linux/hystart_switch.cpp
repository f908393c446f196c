#include "tests/external/tcp_lab/linux/hystart_switch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <string>

namespace docsis_vp::tcp_lab {
namespace {

constexpr const char* kParameter = "/sys/module/tcp_cubic/parameters/hystart";

std::string read_parameter() {
  std::ifstream in(kParameter);
  std::string value;
  std::getline(in, value);
  if (value.empty()) throw std::runtime_error(std::string("cannot read ") + kParameter);
  return value;
}

void write_parameter(const std::string& value) {
  std::ofstream out(kParameter);
  out << value << std::flush;
  if (!out) throw std::runtime_error(std::string("cannot write ") + kParameter);
}

// A session of its own: what interrupts the other process does not reach this one.
[[noreturn]] void restore_when_gone(const Descriptor& gone, const std::string& value) {
  setsid();
  char nothing = 0;
  while (read(gone.get(), &nothing, 1) > 0) {
  }
  try {
    write_parameter(value);
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

HystartSwitch::HystartSwitch() {
  // The second process inherits the lock, so no other run starts before the parameter is restored.
  const Descriptor lock(checked(open(kParameter, O_RDONLY | O_CLOEXEC), kParameter));
  checked(flock(lock.get(), LOCK_EX), kParameter);
  const std::string before = read_parameter();
  std::array<int, 2> ends{};
  checked(pipe2(ends.data(), O_CLOEXEC), "pipe");
  const Descriptor gone(ends[0]);
  alive_ = Descriptor(ends[1]);
  restorer_ = checked(fork(), "fork");
  if (restorer_ == 0) {
    alive_.reset();
    restore_when_gone(gone, before);
  }
}

HystartSwitch::~HystartSwitch() {
  alive_.reset();
  waitpid(restorer_, nullptr, 0);
}

void HystartSwitch::set(bool on) {
  write_parameter(on ? "1" : "0");
}

}  // namespace docsis_vp::tcp_lab
