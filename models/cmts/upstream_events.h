// What the receiver tells the scheduler.
#pragma once

#include <cstdint>
#include <optional>

#include "models/docsis/channel.h"
#include "models/docsis/ugs_header.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Dense number of an upstream flow: its place in CmtsConfig::flows.
using UpstreamFlow = std::uint32_t;

enum class Interval : std::uint8_t {
  kNone,     // nothing was allocated there, or not to this sender
  kRequest,  // an opportunity that anybody may take, or a poll of this sender
  kGrant
};

class UpstreamEvents {
 public:
  virtual ~UpstreamEvents() = default;

  virtual std::optional<UpstreamFlow> flow_of(std::uint16_t sid) const = 0;
  // What a burst of a flow may do where it was sent. A grant can be claimed once.
  virtual Interval claim(unsigned channel, docsis::Minislot first, UpstreamFlow flow) = 0;
  // A request heard; `sent` is when its burst began.
  virtual void requested(unsigned channel, UpstreamFlow flow, std::uint32_t units, TimePs sent) = 0;
  // The grant was used for so many Ethernet bytes.
  virtual void used(unsigned channel, docsis::Minislot first, std::uint64_t ethernet_bytes) = 0;
  // Whole packets came that were so much shorter, together, than the flow's smallest that counts.
  virtual void fell_short(UpstreamFlow flow, std::uint64_t bytes) = 0;
  // A frame of the flow began; what its modem reports in it. none: no extended header says so.
  virtual void reported(UpstreamFlow flow, const std::optional<docsis::UgsStatus>& status) = 0;
  // Two or more modems took one opportunity.
  virtual void collided(unsigned channel, docsis::Minislot first) = 0;
};

}  // namespace docsis_vp::cmts
