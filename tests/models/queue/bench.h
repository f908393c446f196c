// Runs a discipline between sources and a link, and records all events.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/queue/discipline.h"
#include "models/queue/managers.h"
#include "models/queue/multi_queue.h"

namespace docsis_vp::queue {

inline FlowTable udp_flows(unsigned count) {
  FlowTable flows;
  for (unsigned i = 0; i < count; ++i) {
    FlowKey key;
    key.source = {10, 0, 0, 1};
    key.destination = {192, 0, 2, static_cast<std::uint8_t>(i / 8)};
    key.source_port = static_cast<std::uint16_t>(40'000 + i * 7);
    key.destination_port = 443;
    flows.add("flow" + std::to_string(i), key);
  }
  return flows;
}

// Every packet that was offered ends in exactly one of the lists.
struct Record : DisciplineListener {
  struct Item {
    FlowId flow;
    std::uint64_t sequence;
    std::uint32_t bytes;
  };
  std::vector<Item> sent;
  std::vector<Item> aqm_drops;
  std::vector<Item> buffer_drops;
  std::vector<Item> marks;
  std::vector<Shortage> shortages;  // of buffer_drops

  static Item item(const Packet& packet) {
    return {packet.flow, packet.sequence, packet.size_bytes};
  }
  void dropped(const Packet& packet, aqm_verdict verdict, Shortage shortage) override {
    (verdict == AQM_DROP ? aqm_drops : buffer_drops).push_back(item(packet));
    if (verdict == AQM_DROP_FULL) {
      shortages.push_back(shortage);
    }
  }
  void marked(const Packet& packet) override { marks.push_back(item(packet)); }
};

inline std::vector<std::uint64_t> numbers(const std::vector<Record::Item>& items) {
  std::vector<std::uint64_t> list;
  for (const Record::Item& item : items) {
    list.push_back(item.sequence);
  }
  return list;
}

struct QueueBench {
  explicit QueueBench(unsigned flow_count) : flows(udp_flows(flow_count)), next(flow_count) {}

  void use(const DisciplineConfig& config) { discipline = make_discipline(config, flows, record); }
  MultiQueue& use(const Manager& manager, const DisciplineConfig& config) {
    auto queues = std::make_unique<MultiQueue>(manager, config, flows, record);
    MultiQueue& reference = *queues;
    discipline = std::move(queues);
    return reference;
  }

  void offer(FlowId flow, std::uint32_t bytes, TimePs now = 0, Ecn ecn = Ecn::kNotEct) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->sequence = next[flow]++;
    packet->size_bytes = bytes;
    packet->ecn = ecn;
    ++offered;
    discipline->enqueue(std::move(packet), now);
  }
  bool send(TimePs now = 0) {
    const PacketHandle packet = discipline->dequeue(now).packet;
    if (packet) {
      record.sent.push_back(Record::item(*packet));
    }
    return static_cast<bool>(packet);
  }

  PacketPool pool;
  FlowTable flows;
  std::vector<std::uint64_t> next;
  std::uint64_t offered = 0;
  Record record;
  std::unique_ptr<Discipline> discipline;
};

inline DisciplineConfig plain(const std::string& algorithm, std::uint32_t buffer_bytes = 100'000) {
  DisciplineConfig config;
  config.law.algorithm = algorithm;
  config.law.settings.latency_target_us = 10'000;
  config.law.settings.msr_bytes_per_s = 1'250'000;
  config.law.settings.buffer_bytes = buffer_bytes;
  return config;
}

}  // namespace docsis_vp::queue
