// Neighbours of the upstream blocks, for tests.
#pragma once

#include <utility>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/cm/map_parser/map_sink.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/request_engine/request_engine.h"
#include "models/docsis/rf.h"
#include "platform/base/packet.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

struct SentBurst {
  docsis::UpstreamBurst burst;
  TimePs handed_over = 0;
};

struct BurstLog : docsis::UpstreamTransmitter {
  void transmit(docsis::UpstreamBurst&& burst) override {
    bursts.push_back({std::move(burst), platform::now_ps()});
  }
  std::vector<SentBurst> bursts;
};

struct AcceptAll : DequeueAqm {
  bool judges_heads(unsigned) const override { return true; }
  void departed(unsigned, const Packet&, const Departure&) override {}
  bool judges_queue(unsigned) const override { return true; }
  aqm_queue queue_behind(unsigned, const Packet&, const queue::PacketTally&, TimePs) override {
    return {};
  }
  aqm_verdict judge_head(unsigned, Packet&, TimePs, const queue::PacketTally&, TimePs) override {
    return AQM_ACCEPT;
  }
};

inline PacketHandle take_packet(PacketPool& pool, std::uint32_t bytes) {
  PacketHandle packet = pool.take();
  packet->size_bytes = bytes;
  return packet;
}

inline void run_until(TimePs time) {
  sc_core::sc_start(platform::to_sc_time(time - platform::now_ps()));
}

}  // namespace docsis_vp::cm
