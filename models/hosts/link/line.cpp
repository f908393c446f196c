#include "models/hosts/link/line.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace docsis_vp::hosts {

namespace {

TimePs ps_per_octet(const std::optional<std::uint64_t>& rate_bps) {
  constexpr std::uint64_t kOctet = 8 * static_cast<std::uint64_t>(kPsPerSecond);
  return rate_bps && kOctet % *rate_bps == 0 ? static_cast<TimePs>(kOctet / *rate_bps) : 0;
}

}  // namespace

LinkConfig ethernet_link(std::uint64_t rate_bps, TimePs delay) {
  LinkConfig config;
  config.rate_bps = rate_bps;
  config.overhead_bytes = kPreambleBytes + kFrameGapBytes;
  config.gap_bytes = kFrameGapBytes;
  config.delay = delay;
  return config;
}

Line::Line(const LinkConfig& config, LinkAdmission* admission)
    : config_(config),
      admission_(admission),
      ps_per_octet_(ps_per_octet(config.rate_bps)),
      inside_(64) {}

// The functions on every packet's path come first, so that they are inlined into their callers.

// Returns the time when the line is free again if the packet enters it next.
inline Line::Instant Line::free_after(std::uint32_t size_bytes, TimePs now) const {
  if (ps_per_octet_ != 0) {
    const TimePs free = std::max(busy_until_.time, now);
    return {free + ps_per_octet_ * (TimePs{size_bytes} + config_.overhead_bytes), 0};
  }
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

inline TimePs Line::before_gap(const Instant& end) const {
  if (ps_per_octet_ != 0) {
    return end.time - ps_per_octet_ * config_.gap_bytes;
  }
  if (config_.gap_bytes == 0 || !config_.rate_bps) {
    return end.time;
  }
  __extension__ using Wide = __int128;
  const auto rate = static_cast<Wide>(*config_.rate_bps);
  const Wide gap = Wide{config_.gap_bytes} * 8 * kPsPerSecond;
  return static_cast<TimePs>((end.time * rate + end.remainder - gap) / rate);
}

inline void Line::forget_sent(TimePs now) {
  for (; sent_ < inside_.size() && inside_[sent_].sent <= now; ++sent_) {
    buffered_bytes_ -= inside_[sent_].packet->size_bytes;
  }
}

inline void Line::admit(PacketHandle& packet, TimePs now) {
  const std::uint32_t size_bytes = packet->size_bytes;
  forget_sent(now);
  const bool has_room =
      !config_.buffer_bytes || buffered_bytes_ + size_bytes <= *config_.buffer_bytes;
  const TimePs wait = std::max<TimePs>(busy_until_.time - now, 0);
  if (!has_room ||
      (admission_ != nullptr && !admission_->admits(*packet, inside_.size() - sent_, wait))) {
    ++dropped_packets_;
    dropped_bytes_ += size_bytes;
    packet.reset();
    return;
  }
  if (inside_.full()) {
    inside_.set_capacity(inside_.capacity() * 2);
  }
  buffered_bytes_ += size_bytes;
  busy_until_ = free_after(size_bytes, now);
  inside_.push_back({std::move(packet), before_gap(busy_until_)});
}

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

// No packet of an instant arrives earlier than the shortest one would alone, whatever their order.
void Line::expect(std::uint32_t size_bytes) {
  earliest_ = std::min(earliest_, before_gap(free_after(size_bytes, inbox_time_)) + config_.delay);
}

void Line::admit_inbox() {
  const auto earlier = [](const PacketHandle& a, const PacketHandle& b) {
    return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
  };
  // The order is usually right already, and std::stable_sort would allocate memory to find out.
  if (!std::is_sorted(inbox_.begin(), inbox_.end(), earlier)) {
    std::stable_sort(inbox_.begin(), inbox_.end(), earlier);
  }
  for (PacketHandle& packet : inbox_) {
    admit(packet, inbox_time_);
  }
  inbox_.clear();
  earliest_ = kNever;
}

// Packets pushed before now enter before this packet leaves, so they find it in the buffer. Packets
// pushed now enter later: more may follow at this instant, even from this packet's receiver.
PacketHandle Line::take_first(TimePs now) {
  if (!inbox_.empty() && (inbox_time_ < now || inside_.empty())) {
    admit_inbox();
  }
  if (inside_.empty() || first_arrival() > now) {
    return {};
  }
  PacketHandle packet = std::move(inside_.front().packet);
  inside_.pop_front();
  if (sent_ > 0) {
    --sent_;
  } else {
    buffered_bytes_ -= packet->size_bytes;
  }
  if (inside_.empty()) {
    for (const PacketHandle& waiting : inbox_) {
      expect(waiting->size_bytes);
    }
  }
  return packet;
}

}  // namespace docsis_vp::hosts
