// Connects the hosts of a scenario to the cable network: modem and CMTS ports, links, and packet
// counters at both ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/hosts/counting_sink/counting_sink.h"
#include "models/hosts/flow_router/flow_router.h"
#include "models/hosts/path/host_link.h"
#include "models/hosts/timer_queue/kernel_timer_queue.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "system/assembly/traffic/lan.h"
#include "system/scenario/fields/direction.h"
#include "system/scenario/fields/modem.h"

namespace docsis_vp::system {

// Link between the CMTS and a host behind it.
struct WireConfig {
  TimePs delay = 0;                           // one way
  std::uint64_t rate_bps = 10'000'000'000;    // each way; > 0
  std::optional<std::uint64_t> buffer_bytes;  // at each end; empty: infinite
};

// A pair of links, one per direction.
class Wire {
 public:
  Wire(const WireConfig& config, hosts::TimerQueue& timers, PacketSink& cmts, PacketSink& host);

  PacketSink& to_cmts() { return to_cmts_; }
  PacketSink& to_host() { return to_host_; }
  std::size_t packets_inside() const {
    return to_cmts_.packets_inside() + to_host_.packets_inside();
  }

 private:
  hosts::HostLink to_cmts_;
  hosts::HostLink to_host_;
};

// State of a flow's packets so far.
struct FlowFate {
  std::uint64_t sent = 0;
  std::uint64_t arrived = 0;
  std::uint64_t lost = 0;  // number that will never arrive
  // The same for packets created after the warm-up.
  std::uint64_t measured_sent = 0;
  std::uint64_t measured_lost = 0;
};

class Network {
 public:
  // The modem's LAN, and the entrance of the CMTS for that modem.
  struct Entrances {
    Lan& lan;
    PacketSink& cmts;
  };
  // Path between the hosts of a flow.
  struct Way {
    Entrances entrances;
    unsigned port = 0;     // index of the modem's port
    unsigned host = 0;     // number of the host on it
    Wire* wire = nullptr;  // null: upstream packets end at the CMTS's exit
  };

  explicit Network(TimePs warmup);

  FlowTable& table() { return table_; }
  const FlowTable& table() const { return table_; }
  PacketPool& pool() { return pool_; }
  hosts::TimerQueue& timers() { return timers_; }
  TimePs warmup() const { return warmup_; }

  // Sinks for packets that leave the cable: at the CMTS's WAN side and at the modems' LAN sides.
  PacketSink& wan_exit() { return wan_exit_; }
  PacketSink& lan_exit() { return lan_arrivals_; }

  // Adds the LAN of the next modem. hosts: the stage in front of lan_exit(), or lan_exit() itself.
  Lan& add_lan(const ModemConfig& modem, std::uint64_t seed, PacketSink& hosts);
  const std::vector<std::unique_ptr<Lan>>& lans() const { return lans_; }
  Wire& add_wire(const WireConfig& config, const Entrances& entrances);

  // Sets up the path of a flow. Sources push into departures(). receiver: null if packets end at
  // the counter.
  void lay(FlowId flow, Direction direction, const Way& way, PacketSink* receiver);
  PacketSink& departures() { return departures_; }
  // Returns the first flow laid in that direction whose id is at least `first`.
  std::optional<FlowId> first_since(FlowId first, Direction direction) const;

  // Sets the observer of each packet at the end of its flow, at most one. It must outlive the run.
  void observe_arrivals(hosts::ArrivalObserver& observer);
  // Returns nothing if the flow has not been laid.
  std::optional<Direction> direction_of(FlowId flow) const;
  // Returns the index of the modem that a laid flow passes; searches all modems.
  unsigned modem_of(FlowId flow) const;

  const hosts::FlowCount& arrivals(FlowId flow, Direction direction) const;
  FlowFate fate(FlowId flow, Direction direction) const;
  // Counters of the host behind the modem.
  const hosts::HostCount& in_host(FlowId flow) const { return host_flows_.count(flow); }

  // Number of packets that left the cable, or were lost at its exit.
  std::uint64_t packets_delivered() const;
  // Number of packets on links and in hosts behind modems.
  std::size_t packets_on_wires() const;
  std::size_t packets_alive() const { return pool_.in_use(); }

 private:
  TimePs warmup_;
  FlowTable table_;
  PacketPool pool_;
  hosts::KernelTimerQueue timers_;
  hosts::FlowRouter departures_;
  hosts::CountingSink wan_arrivals_;
  hosts::CountingSink lan_arrivals_;
  hosts::FlowRouter wan_exit_;
  hosts::HostFlows host_flows_;
  std::vector<std::unique_ptr<Lan>> lans_;
  std::vector<std::unique_ptr<Wire>> wires_;
  std::vector<std::optional<Direction>> directions_;  // by flow; empty: not laid
  std::vector<const Lan*> ports_;                     // by flow: LAN of an upstream flow
};

}  // namespace docsis_vp::system
