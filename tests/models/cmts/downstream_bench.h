// A downstream channel and what it sends.
#pragma once

#include <memory>
#include <vector>

#include "models/cmts/downstream.h"
#include "platform/kernel/kernel_time.h"
#include "tests/models/cmts/bench.h"

namespace docsis_vp::cmts {

constexpr TimePs kLatency = 90 * kPsPerUs;

// Records departures in order: a modem's packet, or a management frame by its first octet.
class Line : public docsis::DownstreamTransmitter {
 public:
  struct Item {
    int modem;  // -1: management
    std::uint64_t number;
    TimePs departed;
  };
  void broadcast(unsigned, docsis::ManagementOctets frame, TimePs departed) override {
    items.push_back({-1, frame->front(), departed});
  }
  void send(unsigned modem, docsis::DownstreamFrame frame, TimePs departed) override {
    items.push_back({static_cast<int>(modem), frame.packet->sequence, departed});
    frames.push_back(
        {frame.channel, {frame.header.begin(), frame.header.begin() + frame.header_bytes}});
  }
  // Channel of a packet, and the octets of its header if it is not plain.
  struct Frame {
    unsigned channel;
    std::vector<std::uint8_t> header;
  };
  std::vector<Item> items;
  std::vector<Frame> frames;
};

inline DownstreamConfig gigabit(unsigned modems) {
  DownstreamConfig config;
  config.modems.resize(modems);
  return config;
}

inline void expect_items(const Line& line, const std::vector<Line::Item>& expected) {
  ASSERT_EQ(line.items.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(line.items[i].modem, expected[i].modem) << i;
    EXPECT_EQ(line.items[i].number, expected[i].number) << i;
    EXPECT_EQ(line.items[i].departed, expected[i].departed) << i;
  }
}

struct DownstreamBench {
  explicit DownstreamBench(const DownstreamConfig& config)
      : sequencer("sequencer"), downstream("downstream", config, kLatency, sequencer, line) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  void offer(unsigned modem, std::uint64_t number, std::uint32_t bytes, FlowId flow = 0,
             Ecn ecn = Ecn::kNotEct) {
    PacketHandle packet = pool.take();
    packet->ecn = ecn;
    packet->sequence = number;
    packet->size_bytes = bytes;
    packet->flow = 100 * modem + flow;  // a flow is one modem's
    downstream.port(modem).push(std::move(packet));
  }
  void manage(std::uint8_t number, std::size_t octets, TimePs ready) {
    downstream.send_management(std::make_shared<const std::vector<std::uint8_t>>(octets, number),
                               ready);
  }

  PacketPool pool;
  Line line;
  platform::InstantSequencer sequencer;
  Downstream downstream;
};

}  // namespace docsis_vp::cmts
