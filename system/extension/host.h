// Declares the interface of custom hosts: applications at the ends of a scenario's flow.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/packet.h"
#include "platform/base/random.h"
#include "platform/base/time.h"
#include "system/scenario/fields/direction.h"
#include "system/scenario/schema/parameters.h"

namespace docsis_vp::system {

// Direction of packets: with the flow's direction, or against it.
enum class Way : std::uint8_t { kForward, kBack };

// The two ends of a flow, as its hosts see them.
class HostSite {
 public:
  virtual ~HostSite() = default;

  virtual const std::string& name() const = 0;  // name of the flow
  virtual Direction direction() const = 0;
  virtual const Parameters& parameters() const = 0;
  // Send nothing before start(), and start no new transfer from stop() on.
  virtual TimePs start() const = 0;
  virtual TimePs stop() const = 0;  // kNever: no end
  virtual TimePs now() const = 0;

  // Sends one packet now, from the end at which that way begins. size_bytes: Ethernet, DA to CRC,
  // 64 to 2000. The packet waits until its line to the modem or the CMTS is free. Upstream it is
  // lost if a thousand frames already wait (lan.ports of the modem). Returns its number on that
  // way, from 0 (Packet::sequence). Throws std::invalid_argument for another size.
  virtual std::uint64_t send(Way way, std::uint32_t size_bytes, Ecn ecn = Ecn::kNotEct) = 0;
  // Returns a timer that runs the action whenever it is armed, ordered among the events of an
  // instant.
  virtual std::unique_ptr<hosts::Timer> timer(std::function<void()> action) = 0;
  // Returns a random stream of the flow, "flow/<flow>/<purpose>".
  virtual RandomStream random(const std::string& purpose) const = 0;
};

// Application that runs at both ends.
class Host {
 public:
  virtual ~Host() = default;
  // A packet arrived at the end of its way. The host may answer immediately.
  virtual void arrived(Way, const Packet&) {}
  // Returns values for `measures` in results.json, in addition to the results of every flow.
  virtual std::vector<std::pair<std::string, double>> measures(TimePs) const { return {}; }
};

// A kind of host; flows of the kind "custom" refer to it by name.
struct HostKind {
  // Called while the system is built, before the first instant. site: outlives the host.
  std::function<std::unique_ptr<Host>(HostSite& site)> make;
  std::vector<ParameterSpec> parameters;
};

}  // namespace docsis_vp::system
