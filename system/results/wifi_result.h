// Declares the results of the Wi-Fi cell of a LAN port.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "system/results/service_flow_result.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

// Frames of a station in one direction.
struct WifiWayResult {
  std::uint64_t entered_packets = 0;
  ServiceFlowResult::Amount delivered;
  std::uint64_t queue_drops = 0;
  std::uint64_t retry_drops = 0;
  std::uint64_t waiting_packets = 0;
  std::uint64_t sendings = 0;
  std::uint64_t collisions = 0;
  std::uint64_t errors = 0;
  double airtime_s = 0;
  std::optional<double> mean_rate_mbps;
  std::optional<double> throughput_mbps;
  Spread delay_ms;

  template <class Table>
  static void describe(Table& table) {
    using This = WifiWayResult;
    using Amount = ServiceFlowResult::Amount;
    table.object(
        "wifi_way",
        "Frames of a Wi-Fi station in one direction, over the whole run but for throughput "
        "and delay. `entered_packets` = delivered + both drops + waiting.");
    table.field("entered_packets", &This::entered_packets, "packets",
                "Packets handed to the sender's queue.");
    table.field("delivered_packets", &This::delivered, &Amount::packets, "packets",
                "Packets that arrived at the other end of the hop.");
    table.field("delivered_bytes", &This::delivered, &Amount::bytes, "bytes",
                "The same in bytes of Ethernet.");
    table.field("queue_drops", &This::queue_drops, "packets", "Packets lost, the queue full.");
    table.field("retry_drops", &This::retry_drops, "packets", "Packets lost after their last try.");
    table.field("waiting_packets", &This::waiting_packets, "packets",
                "Packets that wait or are being sent at the end.");
    table.field("sendings", &This::sendings, "frames", "Frames sent, repetitions included.");
    table.field("collisions", &This::collisions, "frames", "Those that collided.");
    table.field("errors", &This::errors, "frames", "Those lost on the channel, alone on it.");
    table.field("airtime_s", &This::airtime_s, "s", "Time of these frames and their ACKs on air.");
    table.field("mean_rate_mbps", &This::mean_rate_mbps, "Mbit/s",
                "Mean rate of the frames by time on air; null: none.");
    table.field("throughput_mbps", &This::throughput_mbps, "Mbit/s",
                "Delivered after the warm-up, Ethernet frames.");
    table.field("delay_ms", &This::delay_ms, "ms", "Hand-over to the other end of the hop.");
  }
};

struct WifiStationResult {
  std::string name;
  WifiWayResult up;
  WifiWayResult down;

  template <class Table>
  static void describe(Table& table) {
    using This = WifiStationResult;
    table.object("wifi_station_result", "A host with a Wi-Fi radio.");
    table.field("name", &This::name, "", "The station's name.");
    table.field("up", &This::up, "", "From the station to the modem.");
    table.field("down", &This::down, "", "From the modem to the station.");
  }
};

struct WifiResult {
  double busy_percent = 0;
  std::vector<WifiStationResult> stations;

  template <class Table>
  static void describe(Table& table) {
    using This = WifiResult;
    table.object("wifi_result", "The Wi-Fi cell of a LAN port.");
    table.field("busy_percent", &This::busy_percent, "%",
                "Time with a frame, its ACK or the gap between them.");
    table.field("stations", &This::stations, "", "Its stations.");
  }
};

}  // namespace docsis_vp::system
