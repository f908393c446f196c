// What a program does to a system while it runs, beside what the scenario says.
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
#include "system/assembly/modem_unit.h"
#include "system/assembly/rf_plant.h"
#include "system/assembly/traffic/network.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// A packet that a host of its own sends: behind the modem's first Ethernet port, or behind the CMTS
// with a line of 10 Gbit/s. It enters the cable with its last octet.
struct PacketInjection {
  std::string modem;
  // By its name; its direction says which entrance. Classifiers are not asked.
  std::string service_flow;
  std::uint32_t size_bytes = 1500;  // Ethernet, DA to CRC
  Ecn ecn = Ecn::kNotEct;
};

// Actions may use SystemC as they like: sc_time_stamp() is their time.
//
// All act at the present instant, once what runs now is done: call them between two runs, from
// within at(), or from an EventObserver. They throw InputError, one line, for names that the
// scenario does not have and values that cannot be.
class Interventions {
 public:
  // What it acts on must outlive it. scenario: modem by modem.
  struct Targets {
    const Scenario& scenario;
    std::vector<std::unique_ptr<ModemUnit>>& modems;
    cmts::Cmts& cmts;
    RfPlant& plant;
    Network& network;
    std::function<Network::Entrances(unsigned modem)> entrances;
  };

  explicit Interventions(Targets targets);

  // Runs the action then, or now if that is past. Actions of one instant run in the order of these
  // calls.
  void at(const sc_core::sc_time& time, std::function<void()> action);
  void now(std::function<void()> action);

  void inject_packet(const PacketInjection& injection);
  // A MAC management frame, header and CRC included, that arrives at a modem as if from the plant:
  // of hand-written octets, right or wrong. RF faults of the scenario strike it as any other.
  void inject_management(const std::string& modem, std::vector<std::uint8_t> octets);
  // A transmission that nobody granted the modem, or a forged one: it begins at burst.start, now or
  // later, and reaches the CMTS after the plant's delay. burst.modem is filled in; its runs name
  // no packets.
  void inject_burst(const std::string& modem, docsis::UpstreamBurst burst);
  // As an entry of the scenario's `events`, at its time_s, now or later: what goes wrong on the
  // plant, and what strikes the CPU.
  void add_event(const EventConfig& event);

 private:
  // Whose packets go to one service flow.
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
  sc_core::sc_event present_;  // has the kernel come to the time of the next action
};

}  // namespace docsis_vp::system
