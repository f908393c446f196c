// Models the LAN ports of a modem, and the hosts' queues and Wi-Fi cells behind them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/flow_router/flow_router.h"
#include "models/hosts/host_queue/host_queue.h"
#include "models/hosts/path/host_link.h"
#include "models/hosts/wifi/wifi_cell.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "system/scenario/fields/lan.h"

namespace docsis_vp::system {

// A port with Wi-Fi has a cell in place of line and queue. The others are full duplex. A port
// without a line transfers frames in no time. Frames of hosts wait in their queue until the line is
// free. Frames to hosts wait in the modem, at most kEgressBytes per port.
class Lan {
 public:
  // [engineering choice] 1000 frames of 1518 bytes, in the existing packet memory.
  static constexpr std::uint64_t kEgressBytes = 1'518'000;

  // Environment of the hosts. All members must outlive the object.
  struct Site {
    std::uint64_t seed = 1;
    std::string modem;  // name
    TimePs warmup = 0;
    hosts::HostFlows& flows;
    hosts::TimerQueue& timers;
    PacketSink& hosts;  // receives the frames that the modem sends
  };

  // config: complete; it must outlive the object.
  Lan(const LanConfig& config, const Site& site);

  // Receives the modem's frames for its hosts.
  PacketSink& from_modem();
  // Sets the sink for frames to the modem. Call it once, before any flow is laid.
  void connect(PacketSink& modem);

  // Returns the number of a host on the port, 0 without Wi-Fi: its station, which is made at the
  // first call with this name. Call it after connect().
  unsigned host(unsigned port, const std::string& station);
  // lay_to_hosts() routes a flow's packets for a host to a port. lay_from_hosts() returns the queue
  // into which the flow's host pushes.
  void lay_to_hosts(FlowId flow, unsigned port, unsigned host);
  PacketSink& lay_from_hosts(FlowId flow, unsigned port, unsigned host);
  // Flow control of the hosts' queues.
  hosts::HostFlows& flows() { return site_.flows; }
  // Rate of the port's line; empty: it has none.
  std::optional<std::uint64_t> rate_bps(unsigned port) const {
    return ports_[port].config.rate_bps;
  }

  unsigned ports() const { return static_cast<unsigned>(ports_.size()); }
  // Null: the port has Wi-Fi.
  const hosts::HostQueue* queue(unsigned port) const { return ports_[port].queue.get(); }
  // Null: the port has none.
  const hosts::WifiCell* wifi(unsigned port) const { return ports_[port].wifi.get(); }
  // Packets lost between the modem and its hosts.
  std::uint64_t egress_drops(unsigned port) const;
  std::uint64_t egress_drops() const;
  // Waiting times of all frames that hosts sent.
  Histogram waits_ps(unsigned port) const;
  // Packets in hosts' queues or on lines to the modem.
  std::size_t packets_to_modem() const;

 private:
  struct Port {
    hosts::HostQueueConfig config;
    std::unique_ptr<hosts::HostLink> to_hosts;  // null: Wi-Fi, as the queue
    std::unique_ptr<hosts::HostQueue> queue;
    std::unique_ptr<hosts::WifiCell> wifi;
    std::map<std::string, unsigned> stations;  // by name
    std::vector<FlowId> flows;                 // flows that start at these hosts
  };

  static PacketSink& to_hosts(Port& port);
  void add_line(const LanPortConfig& config);
  void add_wifi(const LanPortConfig& config);
  unsigned add_station(unsigned port, const std::string& name);

  const LanConfig& config_;
  const Site site_;
  std::vector<Port> ports_;
  std::optional<hosts::FlowRouter> router_;  // present if there are several ports
};

}  // namespace docsis_vp::system
