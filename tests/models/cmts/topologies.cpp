#include "tests/models/cmts/topologies.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include "models/cmts/downstream_scheduler.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "platform/base/random.h"

namespace docsis_vp::cmts {
namespace {

struct Nobody : queue::DisciplineListener {
  void dropped(const Packet&, aqm_verdict, queue::Shortage) override {}
  void marked(const Packet&) override {}
};

std::uint64_t bps(double mbps) {
  return static_cast<std::uint64_t>(std::llround(mbps * 1e6));
}

// A bucket of a slot's own rate has to hold what it earns while others send.
constexpr double kBucketSeconds = 0.005;

TimePs time_of(std::uint64_t bytes, double mbps) {
  return static_cast<TimePs>(std::llround(static_cast<double>(bytes) * 8e6 / mbps));
}

class Run {
 public:
  explicit Run(const Topology& topology) : topology_(topology), sent_(topology.slots.size()) {
    for (const TopologySlot& slot : topology.slots) {
      QueueSlotConfig config;
      config.priority = slot.asks.priority;
      config.weight = bps(slot.asks.weight);
      config.min_reserved_rate_bps = bps(slot.asks.reserved);
      config.channels = slot.asks.channels;
      if (slot.is_shaped) {
        config.shaper = docsis::PacketShaperConfig{bps(slot.asks.most)};
        config.shaper->max_burst_bytes =
            std::max(config.shaper->max_burst_bytes, bps(slot.asks.most * kBucketSeconds / 8));
      }
      queue::DisciplineConfig queue;
      queue.law.settings.buffer_bytes = 1U << 20;
      scheduler_.add(queue::make_discipline(queue, flows_, nobody_), config);
      const bool greedy = slot.is_shaped || std::isinf(slot.asks.most);
      greedy_.push_back(greedy);
    }
    for (unsigned i = 0; i < topology.slots.size(); ++i) {
      const TopologySlot& slot = topology.slots[i];
      if (greedy_[i]) {
        for (int n = 0; n < 4; ++n) offer(i, 0);
      } else {
        arrivals_.push({time_of(slot.bytes * (i + 1) / 7, slot.asks.most), i});
      }
    }
  }
  void until(TimePs end) {
    std::vector<TimePs>& free = free_;
    free.resize(topology_.capacities_mbps.size(), 0);
    while (now_ < end) {
      while (!arrivals_.empty() && arrivals_.top().first <= now_) {
        const unsigned slot = arrivals_.top().second;
        const TimePs at = arrivals_.top().first;
        arrivals_.pop();
        offer(slot, now_);
        arrivals_.push(
            {at + time_of(topology_.slots[slot].bytes, topology_.slots[slot].asks.most), slot});
      }
      for (unsigned channel = 0; channel < free.size(); ++channel) {
        DownstreamScheduler::Next next;
        if (free[channel] > now_ || !scheduler_.next(channel, now_, next)) continue;
        const std::uint32_t bytes = next.packet.packet->size_bytes;
        sent_[next.slot] += bytes;
        free[channel] = now_ + time_of(bytes, topology_.capacities_mbps[channel]);
        if (greedy_[next.slot]) offer(next.slot, now_);
      }
      TimePs then = end;
      if (scheduler_.next_release() > now_) then = std::min(then, scheduler_.next_release());
      for (const TimePs at : free) {
        if (at > now_) then = std::min(then, at);
      }
      if (!arrivals_.empty()) then = std::min(then, arrivals_.top().first);
      now_ = std::max(then, now_ + 1);
    }
  }
  const std::vector<std::uint64_t>& sent() const { return sent_; }

 private:
  void offer(unsigned slot, TimePs now) {
    PacketHandle packet = pool_.take();
    packet->size_bytes = topology_.slots[slot].bytes;
    scheduler_.enqueue(slot, std::move(packet), now);
  }

  const Topology& topology_;
  PacketPool pool_;
  FlowTable flows_;
  Nobody nobody_;
  DownstreamScheduler scheduler_;
  std::vector<bool> greedy_;
  std::vector<std::uint64_t> sent_;
  std::vector<TimePs> free_;
  using Arrival = std::pair<TimePs, unsigned>;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals_;
  TimePs now_ = 0;
};

}  // namespace

Topology random_topology(std::uint64_t seed) {
  constexpr std::uint32_t kSizes[] = {64, 300, 594, 1'000, 1'518};
  RandomStream random(seed, "topology");
  Topology topology;
  const auto channels = static_cast<unsigned>(2 + random.below(5));
  for (unsigned i = 0; i < channels; ++i) {
    topology.capacities_mbps.push_back(static_cast<double>(10 + random.below(90)));
  }
  topology.slots.resize(2 + random.below(14));
  for (TopologySlot& slot : topology.slots) {
    slot.asks.channels = 1 + random.below((std::uint64_t{1} << channels) - 1);
    slot.asks.weight = std::pow(10.0, static_cast<double>(random.below(200)) / 100 - 1);
    slot.asks.priority = static_cast<unsigned>(random.below(3));
    slot.bytes = kSizes[random.below(5)];
  }
  return topology;
}

Topology random_topology(std::uint64_t seed, Limits limits) {
  Topology topology = random_topology(seed);
  RandomStream random(seed, "limits");
  for (TopologySlot& slot : topology.slots) {
    slot.asks.priority = 0;
    slot.asks.weight = 1;
    if (random.below(2) == 0) continue;
    if (limits == Limits::kReservedRates) {
      slot.asks.reserved = static_cast<double>(1 + random.below(20));
    } else {
      slot.asks.most = static_cast<double>(1 + random.below(40));
      slot.is_shaped = random.below(2) == 0;
    }
  }
  return topology;
}

Topology mixed_topology(std::uint64_t seed) {
  RandomStream random(seed, "mixed");
  const auto uniform = [&random] { return static_cast<double>(random.below(1'000'000)) / 1e6; };
  Topology topology;
  const auto channels = static_cast<unsigned>(2 + random.below(7));
  const double capacity = 10 + 40 * uniform();
  for (unsigned i = 0; i < channels; ++i) {
    const double times = random.below(4) == 0 ? static_cast<double>(1 + random.below(3)) : 1;
    topology.capacities_mbps.push_back(capacity * times);
  }
  topology.slots.resize(3 + random.below(28));
  const auto priorities = 1 + random.below(4);
  const double mean = capacity * channels / static_cast<double>(topology.slots.size());
  for (TopologySlot& slot : topology.slots) {
    const auto width = 1 + random.below(std::min(4U, channels));
    slot.asks.channels = ((std::uint64_t{1} << width) - 1) << random.below(channels - width + 1);
    slot.asks.weight = random.below(3) == 0 ? static_cast<double>(1 + random.below(8)) : 1;
    slot.asks.priority = static_cast<unsigned>(2 * random.below(priorities));
    slot.bytes = static_cast<std::uint32_t>(64 + random.below(1'455));
    const double drawn = -std::log(1 - uniform()) * mean;
    const auto limits = random.below(10);
    if (limits < 3) {
      slot.asks.most = 0.3 + drawn;
      slot.is_shaped = random.below(2) == 0;
    }
    if (limits >= 2 && limits < 5) {
      slot.asks.reserved = std::min(slot.asks.most, 0.2 + drawn / 2);
    }
  }
  return topology;
}

std::vector<double> measured_rates(const Topology& topology, TimePs settle, TimePs duration) {
  Run run(topology);
  run.until(settle);
  const std::vector<std::uint64_t> before = run.sent();
  run.until(settle + duration);
  std::vector<double> rates;
  for (std::size_t i = 0; i < before.size(); ++i) {
    rates.push_back(static_cast<double>(run.sent()[i] - before[i]) * 8e6 /
                    static_cast<double>(duration));
  }
  return rates;
}

std::vector<double> max_min_rates(const Topology& topology) {
  std::vector<MaxMinSlot> slots;
  for (const TopologySlot& slot : topology.slots) slots.push_back(slot.asks);
  return MaxMinSolver(topology.capacities_mbps, slots).rates();
}

double largest_deviation(const std::vector<double>& measured, const std::vector<double>& expected,
                         double least_mbps) {
  double largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest =
        std::max(largest, std::abs(measured[i] - expected[i]) / std::max(expected[i], least_mbps));
  }
  return largest;
}

double jain_index(const std::vector<double>& measured, const std::vector<double>& expected,
                  double least_mbps) {
  double sum = 0;
  double squares = 0;
  int count = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] < least_mbps) continue;
    const double part = measured[i] / expected[i];
    sum += part;
    squares += part * part;
    ++count;
  }
  return count == 0 ? 1 : sum * sum / (count * squares);
}

}  // namespace docsis_vp::cmts
