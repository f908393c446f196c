// One end of the path: a network namespace with a TUN device, owned by the thread that enters it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace docsis_vp::tcp_lab {

// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }

  void reset();
  int get() const { return fd_; }

 private:
  int fd_ = -1;
};

// Throws std::system_error with errno if result is negative, else returns it.
int checked(int result, const std::string& what);

// Puts the calling thread into a fresh namespace, which disappears with the thread, its sockets
// and the device. IP packets that the namespace sends are read from the device; those written to
// it arrive there. No segmentation offload: one TCP segment per packet.
// address: with prefix, "10.90.0.1/30". sysctls: name below net/ipv4, value.
Descriptor enter_namespace(const std::string& address,
                           const std::vector<std::pair<std::string, std::string>>& sysctls);

// Reads a setting of the thread's network namespace.
std::string read_sysctl(const std::string& name);

// Raises the calling thread; returns false without permission.
bool run_in_real_time(int priority);

}  // namespace docsis_vp::tcp_lab
