// A Wi-Fi cell without a kernel: stations that push frames, and sinks that note arrivals.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "models/hosts/wifi/wifi_cell.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts {

// Flow i goes up from station i; flow 1000 + i goes down to it.
class WifiBench {
 public:
  static constexpr FlowId kDown = 1000;
  static constexpr std::uint32_t kFullFrame = 1518;

  struct Sink : PacketSink {
    explicit Sink(WifiBench& owner) : bench(owner) {}
    void push(PacketHandle packet) override {
      times.push_back(bench.timers.now());
      flows.push_back(packet->flow);
      sequences.push_back(packet->sequence);
      if (bench.is_saturated) bench.refill(packet->flow);
    }
    WifiBench& bench;
    std::vector<TimePs> times;
    std::vector<FlowId> flows;
    std::vector<std::uint64_t> sequences;
  };

  WifiBench() : WifiBench(named()) {}
  explicit WifiBench(const WifiCellConfig& config) : cell(config, flows, timers, hosts) {
    cell.connect(modem);
  }

  static WifiCellConfig named() {
    WifiCellConfig config;
    config.name = "wifi";
    return config;
  }
  // rate_mbps: 0: Minstrel.
  std::size_t add(double snr_db, unsigned rate_mbps) {
    WifiStationConfig station;
    station.name = "s" + std::to_string(cell.stations());
    station.snr = {{0, snr_db}};
    if (rate_mbps != 0) station.rate = ofdm_rate_index(rate_mbps);
    return add(station);
  }
  std::size_t add(const WifiStationConfig& station) {
    const std::size_t number = cell.add_station(station);
    up = &cell.lay_from(static_cast<FlowId>(number), number);
    cell.lay_to(kDown + static_cast<FlowId>(number), number);
    return number;
  }
  void push(FlowId flow, std::uint32_t bytes = kFullFrame) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->sequence = pushed++;
    packet->size_bytes = bytes;
    packet->created = timers.now();
    (flow < kDown ? *up : cell.access_point()).push(std::move(packet));
  }
  // The station always has frames to send.
  void saturate(FlowId flow, std::uint32_t bytes = kFullFrame) {
    is_saturated = true;
    saturated_bytes = bytes;
    for (int i = 0; i < 10; ++i) push(flow, bytes);
  }
  void refill(FlowId flow) {
    const std::size_t station = flow % kDown;
    const std::size_t waiting =
        flow < kDown ? cell.packets_up(station) : cell.packets_down(station);
    for (std::size_t i = waiting; i < 10; ++i) push(flow, saturated_bytes);
  }
  double up_mbps(std::size_t station) const {
    return static_cast<double>(cell.up(station).delivered_packets) * (saturated_bytes - 18) * 8 /
           to_us(timers.now());
  }

  PacketPool pool;
  ManualTimerQueue timers;
  HostFlows flows;
  Sink modem{*this};
  Sink hosts{*this};
  WifiCell cell;
  PacketSink* up = nullptr;
  std::uint64_t pushed = 0;
  bool is_saturated = false;
  std::uint32_t saturated_bytes = kFullFrame;
};

}  // namespace docsis_vp::hosts
