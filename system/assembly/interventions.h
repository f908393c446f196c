// Lets a program act on a running system, beyond the scenario's events.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/cmts/cmts.h"
#include "models/docsis/rf.h"
#include "platform/base/packet.h"
#include "platform/kernel/agenda.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/modem/rf_plant.h"
#include "system/assembly/traffic/network.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// A packet from a host of its own, behind the modem's first Ethernet port, or behind the CMTS with
// a line of 10 Gbit/s. It enters the cable with its last octet.
struct PacketInjection {
  std::string modem;
  // Name of the service flow, whose direction selects the entrance. Classifiers are not consulted.
  std::string service_flow;
  std::uint32_t size_bytes = 1500;  // Ethernet, DA to CRC
  Ecn ecn = Ecn::kNotEct;
};

// Actions may use SystemC freely: sc_time_stamp() is their time.
//
// All functions act at the present instant, after the code that runs now. Call them between two
// runs, within at(), or from an EventObserver. They throw InputError, one line, for unknown names
// and impossible values.
class Interventions {
 public:
  // The parts of the system, which must outlive the object. scenario: with every modem listed.
  struct Targets {
    const Scenario& scenario;
    std::vector<std::unique_ptr<ModemUnit>>& modems;
    cmts::Cmts& cmts;
    RfPlant& plant;
    Network& network;
    std::function<Network::Entrances(unsigned modem)> entrances;
  };

  explicit Interventions(Targets targets);

  // Runs the action at `time`, or now if `time` is past. Actions of one instant run in the order of
  // the calls.
  void at(const sc_core::sc_time& time, std::function<void()> action);
  void now(std::function<void()> action);

  void inject_packet(const PacketInjection& injection);
  // Delivers a MAC management frame of any octets, header and CRC included, to a modem as if from
  // the plant. RF faults of the scenario apply to it.
  void inject_management(const std::string& modem, std::vector<std::uint8_t> octets);
  // Sends a burst without a grant, or a forged one. It begins at burst.start, now or later, and
  // reaches the CMTS after the plant's delay. The function fills in burst.modem; the burst's runs
  // name no packets.
  void inject_burst(const std::string& modem, docsis::UpstreamBurst burst);
  // Adds an event as in the scenario's `events`, at its time_s, now or later: plant faults and CPU
  // events.
  void add_event(const EventConfig& event);

 private:
  // Source of injected packets for one service flow.
  struct Source {
    FlowId flow = 0;
    std::uint64_t sent = 0;
  };

  unsigned index_of(const std::string& modem) const;
  Source& source_of(unsigned modem, const PacketInjection& injection);
  void send(Source& source, const PacketInjection& injection);
  void run_due();
  void schedule();

  const Targets targets_;
  std::map<std::pair<unsigned, std::string>, Source> sources_;
  std::multimap<TimePs, std::function<void()>> actions_;
  platform::Alarm due_;
  sc_core::sc_event present_;  // the kernel has reached the time of the next action
};

}  // namespace docsis_vp::system
