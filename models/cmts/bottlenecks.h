// Finds the channels for which flows wait, and the worst-served flow on each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace docsis_vp::cmts {

// Uses integers only. The result does not depend on the order of flows.
class Bottlenecks {
 public:
  struct Backlog {  // of a flow with a long wait
    unsigned priority = 0;
    std::uint64_t weight = 1;
    std::uint64_t octets = 0;  // recently granted
    std::uint64_t bytes = 0;   // usable now
  };

  void begin(std::size_t channels) { channels_.assign(channels, {}); }
  // channel_mask: channels on which the flow may be granted.
  void add(std::uint64_t channel_mask, const Backlog& backlog);

  // True if a flow waiting for this channel is worse served than all flows waiting for another of
  // these channels: it has a higher priority, or the same priority and clearly less for its weight.
  // A flow with a choice then leaves the channel to it.
  bool is_contested(unsigned channel, std::uint64_t channel_mask) const;
  // Priority of the worst-served flow there.
  unsigned priority(unsigned channel) const { return channels_[channel].worst.priority; }
  // Sum of the usable bytes of all flows that wait there.
  std::uint64_t bytes(unsigned channel) const { return channels_[channel].bytes; }

 private:
  struct Channel {
    Backlog worst;
    std::uint64_t bytes = 0;  // 0: no flow waits
  };

  std::vector<Channel> channels_;
};

}  // namespace docsis_vp::cmts
