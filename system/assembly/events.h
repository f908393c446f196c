// What programs may be told of a system as it runs. Who is told changes no result.
#pragma once

#include <cstdint>

#include "models/cm/map_parser/map_sink.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "platform/bus/watched_target.h"
#include "system/scenario/fields/direction.h"

namespace docsis_vp::system {

// What of it, put together with |.
enum Events : unsigned {
  kPacketEvents = 1,    // enqueued, marked, dropped, departed, delivered
  kGrantEvents = 2,     // granted
  kRegisterEvents = 4,  // accessed: what a control CPU does to the registers of devices
};

struct PacketEvent {
  TimePs at = 0;
  Direction direction = Direction::kUpstream;
  unsigned modem = 0;         // index in System::scenario().modems
  unsigned service_flow = 0;  // number among the modem's of that direction, in the scenario's order
  const Packet& packet;
};

enum class DropCause : std::uint8_t {
  kAqm,         // the algorithm's choice
  kBufferFull,  // no room
};

// A grant to the modem, as its MAP parser finds it.
struct GrantEvent {
  TimePs at = 0;
  unsigned modem = 0;
  const cm::Grant& grant;
};

struct RegisterEvent {
  unsigned modem = 0;
  const platform::Access& access;
};

// Functions that are not overridden are not interested. They must not change the system, but may
// ask System::interventions() to. The kernel is where the system is: sc_time_stamp() is the time of
// the call, which is that of the event unless its comment says otherwise.
class EventObserver {
 public:
  virtual ~EventObserver() = default;

  // A queue of modem or CMTS took it.
  virtual void enqueued(const PacketEvent&) {}
  // By an algorithm, before the queue or at its head. The packet says CE.
  virtual void marked(const PacketEvent&) {}
  // By queue management, before the queue or in it. What is lost otherwise (oversize, plant, given
  // up requests) is counted in the results.
  virtual void dropped(const PacketEvent&, DropCause) {}
  // It has left its queue whole; `at` is when the transmission begins that carries its end, not
  // earlier than the call.
  virtual void departed(const PacketEvent&) {}
  // It has left the cable: to the WAN behind the CMTS, or to the modem's LAN.
  virtual void delivered(const PacketEvent&) {}

  virtual void granted(const GrantEvent&) {}
  virtual void accessed(const RegisterEvent&) {}
};

}  // namespace docsis_vp::system
