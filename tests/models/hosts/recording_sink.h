// Records arriving packets and their times.
#pragma once

#include <tuple>
#include <vector>

#include "platform/base/packet.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

struct RecordingSink : PacketSink {
  using Row = std::tuple<TimePs, FlowId, std::uint64_t, std::uint32_t>;

  void push(PacketHandle packet) override {
    rows.emplace_back(platform::now_ps(), packet->flow, packet->sequence, packet->size_bytes);
    created.push_back(packet->created);
    ecn.push_back(packet->ecn);
  }

  std::vector<Row> rows;  // time, flow, sequence, size
  std::vector<TimePs> created;
  std::vector<Ecn> ecn;
};

}  // namespace docsis_vp::hosts
