// A transmit queue with its memory and shaper, without kernel time, for tests.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "models/cm/transmit_queue/transmit_queue.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm {

// Drops the given packets, and records the calls for each.
struct ListedDrops : DequeueAqm {
  bool judges_heads(unsigned) const override { return judges; }
  bool judges_queue(unsigned) const override { return judges; }
  aqm_queue queue_behind(unsigned, const Packet&, const queue::PacketTally&, TimePs) override {
    return {};
  }
  aqm_verdict judge_head(unsigned, Packet& packet, TimePs accepted, const queue::PacketTally&,
                         TimePs at) override {
    waits_us.push_back((at - accepted) / kPsPerUs);
    return doomed.count(packet.sequence) > 0 ? AQM_DROP : AQM_ACCEPT;
  }
  void departed(unsigned, const Packet&, const Departure&) override {}

  bool judges = false;
  std::set<std::uint64_t> doomed;
  std::vector<TimePs> waits_us;
};

struct FullDrops : ManagerListener {
  void judged_arrival(unsigned, const Packet&, Judgement, TimePs) override { FAIL(); }
  void judged_queued(unsigned, const Packet& packet, Judgement judgement, TimePs at) override {
    EXPECT_EQ(judgement.verdict, AQM_DROP_FULL);
    EXPECT_EQ(judgement.shortage, queue::Shortage::kPackets);
    seen.emplace_back(packet.sequence, at);
  }
  std::vector<std::pair<std::uint64_t, TimePs>> seen;
};

inline QueueMemoryConfig memory_of_one_queue() {
  QueueMemoryConfig config;
  config.flows.resize(1);
  return config;
}

struct TransmitQueueBench : BacklogListener {
  explicit TransmitQueueBench(const ShaperConfig& rates, const TransmitQueueConfig& config = {},
                              Sojourn sojourn = Sojourn::kWhole)
      : memory("memory", memory_of_one_queue()),
        shaper("shaper",
               {{rates.max_sustained_rate_bps, rates.max_burst_bytes, rates.peak_rate_bps, true}},
               memory),
        queue({0, sojourn, 0}, config, memory, shaper) {
    memory.set_listener(shaper);
    shaper.set_listener(*this);
    queue.connect(law, drops);
  }

  void backlog_grew(unsigned) override { over.push_back(now); }
  void offer(std::uint32_t bytes, TimePs at) {
    run(at);
    offer_at_once(bytes);
  }
  // Beside others of the instant, before time moves anything.
  void offer_at_once(std::uint32_t bytes) {
    PacketHandle packet = take_packet(pool, bytes);
    packet->sequence = offered++;
    queue.write(std::move(packet), now, now);
  }
  // Drop tail in front of it: drops the packet if `waiting` others wait for the shaper. Returns
  // false then.
  bool offer_to_tail(std::uint32_t bytes, TimePs at, std::uint64_t waiting) {
    if (at > now) run(at);
    if (shaper.unreleased_packets(0) >= waiting) return false;
    offer_at_once(bytes);
    return true;
  }
  // As the staging module does: acts whenever time moves the next packet.
  void run(TimePs until) {
    while (queue.next() <= until) {
      now = queue.next();
      queue.advance(now);
    }
    now = until;
  }
  // A burst takes whole packets.
  void pull(unsigned packets) {
    for (; packets > 0; --packets) {
      const queue::Descriptor gone =
          shaper.read(0, memory.stream(0).fifo().head().packet->size_bytes);
      queue.departed(*gone.packet, now);
    }
    queue.advance(now);
  }

  PacketPool pool;
  QueueMemory memory;
  Shaper shaper;
  ListedDrops law;
  FullDrops drops;
  TransmitQueue queue;
  TimePs now = 0;
  std::uint64_t offered = 0;
  std::vector<TimePs> over;  // when packets went over
};

}  // namespace docsis_vp::cm
