// Slow hop of the path: serialises packets, has a finite buffer and drops packets without room.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace docsis_vp::tcp_lab {

using TimeNs = std::int64_t;

// Computes, never waits: correct however late the caller's own clock tick comes, as long as the
// arrival times are right.
class Bottleneck {
 public:
  // buffer_bytes: room for what waits or is being sent.
  Bottleneck(std::uint64_t rate_bps, std::uint64_t buffer_bytes)
      : rate_bps_(rate_bps), buffer_bytes_(buffer_bytes) {}

  // When the last octet leaves; nothing if there is no room. Times must not decrease.
  std::optional<TimeNs> admit(TimeNs now, std::uint64_t size_bytes);
  // How long so many octets take to send.
  TimeNs time_of(std::uint64_t size_bytes) const {
    return static_cast<TimeNs>(size_bytes * 8 * 1'000'000'000 / rate_bps_);
  }

 private:
  struct Waiting {
    TimeNs sent;
    std::uint64_t size_bytes;
  };

  const std::uint64_t rate_bps_;
  const std::uint64_t buffer_bytes_;
  std::deque<Waiting> waiting_;
  std::uint64_t waiting_bytes_ = 0;
  TimeNs free_at_ = 0;
};

}  // namespace docsis_vp::tcp_lab
