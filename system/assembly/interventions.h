// Lets a program act on a running system, in addition to the scenario's events.
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

// A packet to inject. A dedicated host sends it: upstream through the modem's first Ethernet port,
// downstream over a 10 Gbit/s link to the CMTS. It enters the modem or the CMTS with its last
// octet.
struct PacketInjection {
  std::string modem;
  // Name of the service flow; its direction selects the host. Classifiers do not apply.
  std::string service_flow;
  std::uint32_t size_bytes = 1500;  // Ethernet, DA to CRC
  Ecn ecn = Ecn::kNotEct;
};

// Actions may call any function of SystemC; sc_time_stamp() is their time.
//
// All functions act at the present instant, after the code that runs now. Call them between two
// runs, within at(), or from an EventObserver. They throw InputError, whose message has one line,
// for unknown names and impossible values.
class Interventions {
 public:
  // The parts of the system, which must outlive the object. scenario: with modem groups expanded.
  struct Targets {
    const Scenario& scenario;
    std::vector<std::unique_ptr<ModemUnit>>& modems;
    cmts::Cmts& cmts;
    RfPlant& plant;
    Network& network;
    std::function<Network::Entrances(unsigned modem)> entrances;
  };

  explicit Interventions(Targets targets);

  // Runs the action at `time`, or now if `time` is past. Actions of the same instant run in the
  // order of the calls.
  void at(const sc_core::sc_time& time, std::function<void()> action);
  void now(std::function<void()> action);

  void inject_packet(const PacketInjection& injection);
  // Delivers a MAC management frame to a modem as if it came from the plant. octets: any, with
  // header and CRC. RF faults of the scenario apply to the frame.
  void inject_management(const std::string& modem, std::vector<std::uint8_t> octets);
  // Sends a burst without a grant, or a forged burst. It begins at burst.start, now or later, and
  // reaches the CMTS after the plant's delay. The function fills in burst.modem; burst.runs must
  // refer to no packets.
  void inject_burst(const std::string& modem, docsis::UpstreamBurst burst);
  // Adds a plant fault or a CPU event, as in the scenario's `events`. time_s must not be past.
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
  sc_core::sc_event present_;  // notified when the kernel reaches the time of the next action
};

}  // namespace docsis_vp::system
