#include "models/hosts/link/link.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

Link::Link(const sc_core::sc_module_name& name, const LinkConfig& config, PacketSink& sink)
    : sc_module(name), config_(config), sink_(sink), inside_(64) {
  SC_HAS_PROCESS(Link);
  SC_METHOD(admit_inbox);
  sensitive << collect_;
  dont_initialize();
  SC_METHOD(deliver);
  sensitive << arrival_;
  dont_initialize();
}

void Link::push(PacketHandle packet) {
  inbox_.push_back(std::move(packet));
  collect_.notify(sc_core::SC_ZERO_TIME);
}

void Link::admit_inbox() {
  if (inbox_.size() > 1) {
    std::stable_sort(inbox_.begin(), inbox_.end(),
                     [](const PacketHandle& a, const PacketHandle& b) {
                       return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
                     });
  }
  for (PacketHandle& packet : inbox_) {
    admit(std::move(packet));
  }
  inbox_.clear();
  deliver();
}

void Link::admit(PacketHandle packet) {
  const TimePs now = platform::now_ps();
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
  inside_.push_back({std::move(packet), serialise(size_bytes, now)});
}

TimePs Link::serialise(std::uint32_t size_bytes, TimePs now) {
  if (!config_.rate_bps) {
    return now;
  }
  if (busy_until_ < now) {
    busy_until_ = now;
    busy_remainder_ = 0;
  }
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t rate = *config_.rate_bps;
  const std::uint64_t bits = (std::uint64_t{size_bytes} + config_.overhead_bytes) * 8;
  const Wide scaled = Wide{bits} * kPsPerSecond + busy_remainder_;
  busy_until_ += static_cast<TimePs>(scaled / rate);
  busy_remainder_ = static_cast<std::uint64_t>(scaled % rate);
  return busy_until_;
}

void Link::forget_sent(TimePs now) {
  for (; sent_ < inside_.size() && inside_[sent_].sent <= now; ++sent_) {
    buffered_bytes_ -= inside_[sent_].packet->size_bytes;
  }
}

void Link::deliver() {
  const TimePs now = platform::now_ps();
  forget_sent(now);
  while (!inside_.empty() && inside_.front().sent + config_.delay <= now) {
    PacketHandle packet = std::move(inside_.front().packet);
    inside_.pop_front();
    --sent_;
    sink_.push(std::move(packet));
  }
  if (!inside_.empty()) {
    arrival_.notify(platform::to_sc_time(inside_.front().sent + config_.delay - now));
  }
}

}  // namespace docsis_vp::hosts
