#include "system/assembly/traffic/lan_result.h"

#include <algorithm>

#include "models/hosts/host_queue/host_queue.h"
#include "models/hosts/wifi/wifi_cell.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

namespace {

void add_line(LanPortResult& result, const hosts::HostQueue& queue) {
  const hosts::HostCount& total = queue.total();
  result.entered = {queue.sent_packets(), queue.sent_bytes()};
  result.host_drops = {total.dropped_packets, total.dropped_bytes};
  result.host_peak_packets = queue.peak_packets();
}

WifiWayResult way_result(const hosts::WifiCount& count, std::uint64_t waiting, TimePs measured) {
  WifiWayResult result;
  result.entered_packets = count.entered_packets;
  result.delivered = {count.delivered_packets, count.delivered_bytes};
  result.queue_drops = count.queue_drops;
  result.retry_drops = count.retry_drops;
  result.waiting_packets = waiting;
  result.sendings = count.sendings;
  result.collisions = count.collisions;
  result.errors = count.errors;
  result.airtime_s = to_seconds(count.airtime);
  if (count.data_airtime > 0) {
    result.mean_rate_mbps = count.air_mbps / static_cast<double>(count.data_airtime);
  }
  if (measured > 0) {
    result.throughput_mbps =
        8e-6 * static_cast<double>(count.measured_bytes) / to_seconds(measured);
  }
  result.delay_ms = spread(count.delay_ps, kPsPerMs);
  return result;
}

void add_wifi(LanPortResult& result, const hosts::WifiCell& cell, TimePs warmup) {
  const TimePs now = platform::now_ps();
  const TimePs measured = now - warmup;
  WifiResult& wifi = result.wifi.emplace();
  wifi.busy_percent = now > 0 ? 100 * to_seconds(cell.busy(now)) / to_seconds(now) : 0;
  for (std::size_t i = 0; i < cell.stations(); ++i) {
    const hosts::WifiCount& up = cell.up(i);
    WifiStationResult station;
    station.name = cell.name(i);
    station.up = way_result(up, cell.packets_up(i), measured);
    station.down = way_result(cell.down(i), cell.packets_down(i), measured);
    wifi.stations.push_back(station);
    result.entered.packets += up.delivered_packets;
    result.entered.bytes += up.delivered_bytes;
    result.host_drops.packets += up.queue_drops + up.retry_drops;
    result.host_drops.bytes += up.dropped_bytes;
    result.host_peak_packets = std::max(result.host_peak_packets, up.peak_packets);
  }
}

}  // namespace

LanPortResult lan_result(const Lan& lan, const ModemConfig& modem, unsigned port, TimePs warmup) {
  const LanPortConfig& config = modem.lan.ports[port];
  LanPortResult result;
  result.modem = modem.name;
  result.name = config.name;
  if (const hosts::WifiCell* const cell = lan.wifi(port)) {
    add_wifi(result, *cell, warmup);
  } else {
    add_line(result, *lan.queue(port));
    if (config.line == LanLine::kEthernet) {
      result.rate_mbps = config.rate_mbps;
    }
  }
  result.host_wait_ms = spread(lan.waits_ps(port), kPsPerMs);
  result.egress_drops = lan.egress_drops(port);
  return result;
}

}  // namespace docsis_vp::system
