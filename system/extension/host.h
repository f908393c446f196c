// Hosts of somebody else's: what talks to whom over a flow of a scenario.
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
#include "system/scenario/parameters.h"

namespace docsis_vp::system {

// Of packets: in the flow's direction, or against it.
enum class Way : std::uint8_t { kForward, kBack };

// The two ends of a flow, as its hosts see them.
class HostSite {
 public:
  virtual ~HostSite() = default;

  virtual const std::string& name() const = 0;  // of the flow
  virtual Direction direction() const = 0;
  virtual const Parameters& parameters() const = 0;
  // Send nothing before, and begin nothing new from then on.
  virtual TimePs start() const = 0;
  virtual TimePs stop() const = 0;  // kNever: there is no such time
  virtual TimePs now() const = 0;

  // One packet, now, from the end where that way begins; Ethernet bytes, DA to CRC, 64 to 2000. It
  // waits until its line is free, to the modem or to the CMTS. Upstream it is lost where a thousand
  // frames wait already (lan.ports of the modem).
  // Returns its number among those that went that way, from 0 (Packet::sequence). Throws
  // std::invalid_argument for another size.
  virtual std::uint64_t send(Way way, std::uint32_t size_bytes, Ecn ecn = Ecn::kNotEct) = 0;
  // Runs the action whenever it is armed. It orders itself among all that happens at an instant.
  virtual std::unique_ptr<hosts::Timer> timer(std::function<void()> action) = 0;
  // A stream of the flow's own, "flow/<flow>/<purpose>".
  virtual RandomStream random(const std::string& purpose) const = 0;
};

// What runs at both ends.
class Host {
 public:
  virtual ~Host() = default;
  // A packet has arrived where its way ends. It may be answered at once.
  virtual void arrived(Way, const Packet&) {}
  // What results.json has in `measures`, beside what is measured of every flow.
  virtual std::vector<std::pair<std::string, double>> measures(TimePs) const { return {}; }
};

// How scenarios get one: flows of the kind "custom" name it.
struct HostKind {
  // site: outlives the host. Called while the system is built, before the first instant.
  std::function<std::unique_ptr<Host>(HostSite& site)> make;
  std::vector<ParameterSpec> parameters;
};

}  // namespace docsis_vp::system
