#include "tests/external/tcp_lab/linux/wire.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <stdexcept>

namespace docsis_vp::tcp_lab {
namespace {

std::uint32_t word_at(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

TimeNs clock_now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * kNsPerSecond + time.tv_nsec;
}

std::optional<TcpView> view(const std::vector<std::uint8_t>& packet) {
  constexpr std::uint8_t kTcp = 6;
  if (packet.size() < 40 || packet[0] >> 4 != 4 || packet[9] != kTcp) return std::nullopt;
  const std::uint32_t ip_bytes = (packet[0] & 15u) * 4;
  if (packet.size() < ip_bytes + 20) return std::nullopt;
  const std::uint8_t* tcp = packet.data() + ip_bytes;
  const std::uint32_t tcp_bytes = (tcp[12] >> 4) * 4u;
  return TcpView{word_at(tcp + 4), word_at(tcp + 8),
                 static_cast<std::uint32_t>(packet.size()) - ip_bytes - tcp_bytes,
                 (tcp[13] & 2) != 0};
}

void write_packet(int device, const std::vector<std::uint8_t>& packet) {
  while (::write(device, packet.data(), packet.size()) < 0) {
    if (errno != EINTR) throw std::runtime_error("a packet was refused by its device");
  }
}

void Lateness::add(TimeNs late) {
  ++packets;
  if (late > kNsPerSecond / 1000) ++over_1ms;
  worst = std::max(worst, late);
}

}  // namespace docsis_vp::tcp_lab
