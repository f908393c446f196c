#include "models/cmts/bottlenecks.h"

namespace docsis_vp::cmts {
namespace {

// The shares must differ clearly, because a MAP that granted one channel and not yet the other
// makes no difference [engineering choice].
constexpr unsigned kClearly = 9;
constexpr unsigned kClearlyOf = 8;

__extension__ using WideRatio = unsigned __int128;

bool is_worse_off(const Bottlenecks::Backlog& one, const Bottlenecks::Backlog& other,
                  unsigned times = 1, unsigned of = 1) {
  if (one.priority != other.priority) return one.priority > other.priority;
  return static_cast<WideRatio>(one.octets) * other.weight * times <
         static_cast<WideRatio>(other.octets) * one.weight * of;
}

}  // namespace

void Bottlenecks::add(std::uint64_t channel_mask, const Backlog& backlog) {
  for (std::size_t index = 0; index < channels_.size(); ++index) {
    if ((channel_mask >> index & 1) == 0) continue;
    Channel& channel = channels_[index];
    if (channel.bytes == 0 || is_worse_off(backlog, channel.worst)) {
      channel.worst = backlog;
    }
    channel.bytes += backlog.bytes;
  }
}

bool Bottlenecks::is_contested(unsigned index, std::uint64_t channel_mask) const {
  const Channel& channel = channels_[index];
  if (channel.bytes == 0) return false;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if ((channel_mask >> i & 1) == 0) continue;
    const Channel& other = channels_[i];
    if (other.bytes == 0 || is_worse_off(channel.worst, other.worst, kClearly, kClearlyOf)) {
      return true;
    }
  }
  return false;
}

}  // namespace docsis_vp::cmts
