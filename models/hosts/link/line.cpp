#include "models/hosts/link/line.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace docsis_vp::hosts {

void Line::push(PacketHandle packet, TimePs now) {
  if (!inbox_.empty() && inbox_time_ < now) {
    admit_inbox();
  }
  inbox_time_ = now;
  if (inside_.empty()) {
    expect(packet->size_bytes);
  }
  inbox_.push_back(std::move(packet));
}

// Whichever of an instant's packets enters first: none arrives before the shortest would alone.
void Line::expect(std::uint32_t size_bytes) {
  earliest_ = std::min(earliest_, sent_at(size_bytes, inbox_time_).time + config_.delay);
}

void Line::admit_inbox() {
  const auto earlier = [](const PacketHandle& a, const PacketHandle& b) {
    return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
  };
  // Mostly they are in order, and a stable sort would ask for memory to find out.
  if (!std::is_sorted(inbox_.begin(), inbox_.end(), earlier)) {
    std::stable_sort(inbox_.begin(), inbox_.end(), earlier);
  }
  for (PacketHandle& packet : inbox_) {
    admit(std::move(packet), inbox_time_);
  }
  inbox_.clear();
  earliest_ = kNever;
}

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
  inside_.push_back({std::move(packet), busy_until_.time, busy_until_.time + config_.delay});
}

PacketHandle Line::take_arrived(TimePs now) {
  if (!inbox_.empty() && (inbox_time_ < now || next_arrival() <= now)) {
    admit_inbox();
  }
  if (inside_.empty() || inside_.front().arrival > now) {
    return {};
  }
  forget_sent(now);
  PacketHandle packet = std::move(inside_.front().packet);
  inside_.pop_front();
  --sent_;
  if (inside_.empty()) {
    for (const PacketHandle& waiting : inbox_) {
      expect(waiting->size_bytes);
    }
  }
  return packet;
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
