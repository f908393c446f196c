// Packets, devices and the clock, as the relays use them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tests/external/tcp_lab/path/bottleneck.h"

namespace docsis_vp::tcp_lab {

constexpr TimeNs kNsPerSecond = 1'000'000'000;
constexpr std::size_t kLongestPacket = 2048;

TimeNs clock_now();

// RFC 791 sec. 3.1, RFC 9293 sec. 3.1.
struct TcpView {
  std::uint32_t sequence;
  std::uint32_t acknowledgment;
  std::uint32_t payload_bytes;
  bool is_syn;
};

// Nothing for a packet that is not TCP over IPv4.
std::optional<TcpView> view(const std::vector<std::uint8_t>& packet);

// Throws std::runtime_error if the device refuses the packet.
void write_packet(int device, const std::vector<std::uint8_t>& packet);

// How late packets were delivered because this machine was busy.
struct Lateness {
  std::uint64_t packets = 0;
  std::uint64_t over_1ms = 0;
  TimeNs worst = 0;

  void add(TimeNs late);
};

}  // namespace docsis_vp::tcp_lab
