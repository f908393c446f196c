#include "tests/external/tcp_lab/linux/host.h"

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace docsis_vp::tcp_lab {
namespace {

constexpr const char* kDevice = "lab0";

std::string path_of(const std::string& sysctl) {
  return "/proc/sys/net/ipv4/" + sysctl;
}

void set_sysctl(const std::string& name, const std::string& value) {
  std::ofstream out(path_of(name));
  out << value << std::flush;
  if (!out) throw std::runtime_error("cannot set " + name + " to " + value);
}

void configure(const std::string& arguments) {
  const std::string command = "ip " + arguments;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

Descriptor open_tun() {
  Descriptor tun(checked(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC), "/dev/net/tun"));
  ifreq request{};
  std::strncpy(request.ifr_name, kDevice, IFNAMSIZ - 1);
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  checked(ioctl(tun.get(), TUNSETIFF, &request), "TUNSETIFF");
  return tun;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

void Descriptor::reset() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

int checked(int result, const std::string& what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

Descriptor enter_namespace(const std::string& address,
                           const std::vector<std::pair<std::string, std::string>>& sysctls) {
  checked(unshare(CLONE_NEWNET), "a network namespace");
  Descriptor tun = open_tun();
  const std::string device = kDevice;
  configure("link set " + device + " mtu 1500 txqueuelen 10000 gso_max_segs 1 up");
  configure("address add " + address + " dev " + device);
  for (const auto& [name, value] : sysctls) set_sysctl(name, value);
  return tun;
}

std::string read_sysctl(const std::string& name) {
  std::ifstream in(path_of(name));
  std::string value;
  std::getline(in, value);
  return value;
}

bool run_in_real_time(int priority) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  return sched_setscheduler(0, SCHED_FIFO, &parameters) == 0;
}

}  // namespace docsis_vp::tcp_lab
