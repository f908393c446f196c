// Declares the events of a running system that programs may observe. Observation changes no result.
#pragma once

#include <cstdint>

#include "models/cm/map_parser/map_sink.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "platform/bus/watched_target.h"
#include "system/scenario/fields/direction.h"

namespace docsis_vp::system {

// Kinds of events, combined with |.
enum Events : unsigned {
  kPacketEvents = 1,    // enqueued, marked, dropped, departed, delivered
  kGrantEvents = 2,     // granted
  kRegisterEvents = 4,  // accessed: a control CPU accesses the registers of devices
};

struct PacketEvent {
  TimePs at = 0;
  Direction direction = Direction::kUpstream;
  unsigned modem = 0;  // index in System::scenario().modems
  // Index among the modem's service flows of that direction, in the scenario's order.
  unsigned service_flow = 0;
  const Packet& packet;
};

enum class DropCause : std::uint8_t {
  kAqm,         // decision of the algorithm
  kBufferFull,  // no room
};

// A grant to the modem, reported when its MAP parser reaches it.
struct GrantEvent {
  TimePs at = 0;
  unsigned modem = 0;
  const cm::Grant& grant;
};

struct RegisterEvent {
  unsigned modem = 0;
  const platform::WatchedAccess& access;
};

// Override the functions of interest. They must not change the system directly, but may call
// System::interventions(). sc_time_stamp() is the time of the call, which is the time of the event
// unless the comment says otherwise.
class EventObserver {
 public:
  virtual ~EventObserver() = default;

  // A queue of modem or CMTS accepted the packet.
  virtual void enqueued(const PacketEvent&) {}
  // The algorithm marked the packet, before the queue or at its head. The packet carries CE.
  virtual void marked(const PacketEvent&) {}
  // Queue management dropped the packet, before the queue or in it. The results count other losses
  // (oversize, plant, given-up requests).
  virtual void dropped(const PacketEvent&, DropCause) {}
  // The whole packet left its queue. `at`: start of the transmission that carries its end, not
  // earlier than the call.
  virtual void departed(const PacketEvent&) {}
  // The packet left the cable: to the WAN behind the CMTS, or to the modem's LAN.
  virtual void delivered(const PacketEvent&) {}

  virtual void granted(const GrantEvent&) {}
  virtual void accessed(const RegisterEvent&) {}
};

}  // namespace docsis_vp::system
