// Declares the events that the receiver reports to the scheduler.
#pragma once

#include <cstdint>
#include <optional>

#include "models/docsis/channel.h"
#include "models/docsis/ugs_header.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Index of an upstream flow in CmtsConfig::flows.
using UpstreamFlow = std::uint32_t;

enum class Interval : std::uint8_t {
  kNone,     // nothing was allocated there to this sender
  kRequest,  // an opportunity for any modem, or a poll of this sender
  kGrant
};

class UpstreamEvents {
 public:
  virtual ~UpstreamEvents() = default;

  virtual std::optional<UpstreamFlow> flow_of(std::uint16_t sid) const = 0;
  // Returns the permission for a flow's burst at this minislot. A grant can be claimed once.
  virtual Interval claim(unsigned channel, docsis::Minislot first, UpstreamFlow flow) = 0;
  // A request was received; `sent`: start of its burst.
  virtual void requested(unsigned channel, UpstreamFlow flow, std::uint32_t units, TimePs sent) = 0;
  // The grant carried this number of Ethernet bytes.
  virtual void used(unsigned channel, docsis::Minislot first, std::uint64_t ethernet_bytes) = 0;
  // Whole packets were shorter than the flow's minimum packet size, by this number of bytes in
  // total.
  virtual void fell_short(UpstreamFlow flow, std::uint64_t bytes) = 0;
  // A frame of the flow began. status: the report of its modem; empty without an extended header.
  virtual void reported(UpstreamFlow flow, const std::optional<docsis::UgsStatus>& status) = 0;
  // Two or more modems used the same opportunity.
  virtual void collided(unsigned channel, docsis::Minislot first) = 0;
};

}  // namespace docsis_vp::cmts
