// Which channels flows wait for, and how badly off who waits there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace docsis_vp::cmts {

// Integers only; what is found does not hang on the order of flows.
class Bottlenecks {
 public:
  struct Backlog {  // of a flow that has long waited
    unsigned priority = 0;
    std::uint64_t weight = 1;
    std::uint64_t octets = 0;  // that it got lately
    std::uint64_t bytes = 0;   // that it could use
  };

  void begin(std::size_t channels) { channels_.assign(channels, {}); }
  // It may be granted on any of these channels.
  void add(std::uint64_t channel_mask, const Backlog& backlog);

  // Whether somebody who waits for this channel is worse off than all who wait for another of
  // these: of higher priority, or of the same and with clearly less for its weight. So who has the
  // choice leaves it to them.
  bool is_contested(unsigned channel, std::uint64_t channel_mask) const;
  // Of who is worst off there.
  unsigned priority(unsigned channel) const { return channels_[channel].worst.priority; }
  // That all who wait there could use.
  std::uint64_t bytes(unsigned channel) const { return channels_[channel].bytes; }

 private:
  struct Channel {
    Backlog worst;
    std::uint64_t bytes = 0;  // 0: nobody waits
  };

  std::vector<Channel> channels_;
};

}  // namespace docsis_vp::cmts
