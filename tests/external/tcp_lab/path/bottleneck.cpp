#include "tests/external/tcp_lab/path/bottleneck.h"

#include <algorithm>

namespace docsis_vp::tcp_lab {

std::optional<TimeNs> Bottleneck::admit(TimeNs now, std::uint64_t size_bytes) {
  while (!waiting_.empty() && waiting_.front().sent <= now) {
    waiting_bytes_ -= waiting_.front().size_bytes;
    waiting_.pop_front();
  }
  if (waiting_bytes_ + size_bytes > buffer_bytes_) return std::nullopt;
  free_at_ = std::max(free_at_, now) + time_of(size_bytes);
  waiting_.push_back({free_at_, size_bytes});
  waiting_bytes_ += size_bytes;
  return free_at_;
}

}  // namespace docsis_vp::tcp_lab
