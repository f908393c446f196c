// Measures what downstream slots ask for and what channels carry, and plans from it how sets of
// slots divide their traffic among groups of channels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "models/cmts/max_min_plan.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Amounts are averages over about a quarter of a second. A slot asks for what it sent if it was
// without packets for some time since the last plan. If it always waited for a channel, it asks for
// more: by a part of its backlog, twice as much with each plan in a row.
class DownstreamLoad {
 public:
  struct Slot {
    unsigned set = 0;
    unsigned level = 0;
    double weight = 1;
    double reserved_bps = 0;
    // Rate of its own; infinite: none, or not known.
    double own_bps = std::numeric_limits<double>::infinity();
  };
  enum class State : std::uint8_t {
    kMet,        // it had no packets for some time since the last plan
    kRateBound,  // it always had packets, and waited for its own rate for some time
    kUnmet       // it always waited for a channel
  };
  struct Report {
    State state = State::kMet;
    std::uint64_t backlog_bytes = 0;
  };

  // sets: the groups of each set, one bit for each. groups: the group of each channel, or a number
  // not below `group_count`.
  DownstreamLoad(const std::vector<std::uint64_t>& sets, const std::vector<Slot>& slots,
                 const std::vector<unsigned>& groups, std::size_t group_count);

  // Call it before a free channel is served. True: it is time to plan.
  bool begin_service(unsigned channel, TimePs now) {
    end_packet(channels_[channel], now);
    return now >= planned_ + kPeriod;
  }
  // The channel sends a packet. is_waited_for: some slot waits for it, so that it is served again
  // as soon as it is free.
  void sent(unsigned channel, unsigned slot, std::uint32_t bytes, bool is_waited_for) {
    channels_[channel].bytes = bytes;
    channels_[channel].is_timed = is_waited_for;
    asks_[slot].sent_bytes += bytes;
  }

  // Call it if a slot begins to wait and no other waits. Channels that became free since are idle:
  // their time is no time of a packet.
  void end_idle_time() {
    for (Channel& channel : channels_) channel.is_timed = false;
  }

  // Time of the last plan.
  TimePs planned() const { return planned_; }
  // Plans by what slots did since the last plan. False: the rate of no channel is known yet.
  bool plan(const std::vector<Report>& reports, TimePs now);
  // How the set divides its traffic among its groups, in 1/65536. Empty: it has none.
  std::vector<std::uint32_t> parts_q16(unsigned set) const;
  // True if the slot gets all that it asks for.
  bool is_met(unsigned slot) const { return plan_.rate(slot) >= demands_[slot].most; }

 private:
  static constexpr TimePs kPeriod = 32 * kPsPerMs;  // [engineering choice]

  struct Asks {
    std::uint64_t sent_bytes = 0;  // since the last plan
    double sent_bps = 0;           // average
    double own_bps = 0;
    double most_bps = std::numeric_limits<double>::infinity();  // all that it asks for
    unsigned unmet = 0;  // number of plans in a row before which it always waited
  };
  struct Channel {
    unsigned group = 0;
    std::uint32_t bytes = 0;  // of the packet that it sends
    TimePs since = 0;         // begin of that packet
    bool is_timed = false;
    // Packets that were timed recently.
    std::uint64_t timed_bytes = 0;
    TimePs timed = 0;
    TimePs timed_at_plan = 0;  // after the last plan
  };

  static void end_packet(Channel& channel, TimePs now) {
    if (channel.is_timed) {
      channel.timed_bytes += channel.bytes;
      channel.timed += now - channel.since;
      channel.is_timed = false;
    }
    channel.since = now;
  }
  static double rate_of(const Channel& channel);
  static double most(Asks& asks, const Report& report, double period_s);
  bool measure_channels();

  std::vector<std::uint64_t> sets_;
  MaxMinPlan plan_;
  std::vector<MaxMinPlan::Demand> demands_;
  std::vector<Asks> asks_;
  std::vector<Channel> channels_;
  std::vector<double> capacities_bps_;  // by group
  TimePs planned_ = 0;
};

}  // namespace docsis_vp::cmts
