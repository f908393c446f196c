#include "models/hosts/link/line.h"

#include <utility>

namespace docsis_vp::hosts {

void Line::admit(PacketHandle packet, TimePs now) {
  const std::uint32_t size_bytes = packet->size_bytes;
  forget_sent(now);
  if (config_.buffer_bytes && buffered_bytes_ + size_bytes > *config_.buffer_bytes) {
    ++dropped_packets_;
    dropped_bytes_ += size_bytes;
    return;
  }
  if (inside_.full()) {
    inside_.set_capacity(inside_.capacity() * 2);
  }
  buffered_bytes_ += size_bytes;
  busy_until_ = sent_at(size_bytes, now);
  inside_.push_back({std::move(packet), busy_until_.time});
}

PacketHandle Line::take(TimePs now) {
  forget_sent(now);
  PacketHandle packet = std::move(inside_.front().packet);
  inside_.pop_front();
  --sent_;
  return packet;
}

TimePs Line::arrival_of(std::uint32_t size_bytes, TimePs now) const {
  return sent_at(size_bytes, now).time + config_.delay;
}

Line::Instant Line::sent_at(std::uint32_t size_bytes, TimePs now) const {
  if (!config_.rate_bps) {
    return {now, 0};
  }
  const Instant free = busy_until_.time < now ? Instant{now, 0} : busy_until_;
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t rate = *config_.rate_bps;
  const std::uint64_t bits = (std::uint64_t{size_bytes} + config_.overhead_bytes) * 8;
  const Wide scaled = Wide{bits} * kPsPerSecond + free.remainder;
  return {free.time + static_cast<TimePs>(scaled / rate),
          static_cast<std::uint64_t>(scaled % rate)};
}

void Line::forget_sent(TimePs now) {
  for (; sent_ < inside_.size() && inside_[sent_].sent <= now; ++sent_) {
    buffered_bytes_ -= inside_[sent_].packet->size_bytes;
  }
}

}  // namespace docsis_vp::hosts
