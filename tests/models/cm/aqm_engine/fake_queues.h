// Fake queues whose whole state a test sets.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/cm/flow_interfaces.h"

namespace docsis_vp::cm {

struct FakeQueues : QueueState, QueueWriter {
  aqm_queue snapshot(unsigned flow, TimePs at) override {
    snapshots.push_back({flow, at});
    return queues[flow];
  }
  queue::Shortage shortage(unsigned, const Packet&, TimePs) override { return short_of; }
  void write(unsigned flow, PacketHandle packet, TimePs accepted) override {
    queues[flow].bytes += grow ? packet->size_bytes : 0;
    written.push_back({flow, packet->sequence, packet->ecn, accepted});
  }

  struct Snapshot {
    unsigned flow;
    TimePs at;
  };
  struct Written {
    unsigned flow;
    std::uint64_t sequence;
    Ecn ecn;
    TimePs accepted;
  };
  std::array<aqm_queue, kMaxUpstreamFlows> queues{};
  queue::Shortage short_of = queue::Shortage::kNone;
  bool grow = false;
  std::vector<Snapshot> snapshots;
  std::vector<Written> written;
};

}  // namespace docsis_vp::cm
