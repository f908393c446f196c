// Declares the interface of blocks that replace the AQM engine for a service flow: they hold its
// packets, judge them and choose the next one.
#pragma once

#include <cstdint>

#include "models/cm/flow_interfaces.h"
#include "models/queue/packet_tally.h"

namespace docsis_vp::cm {

// Receives every verdict.
class ManagerListener : public ArrivalListener {
 public:
  // Receives a verdict on a queued packet: a drop or a mark.
  virtual void judged_queued(unsigned flow, const Packet& packet, Judgement judgement,
                             TimePs at) = 0;
  // Called when queue protection has moved an arriving packet to another service flow, which judges
  // it next. verdict: AQM_MARK if the packet was marked before, else AQM_ACCEPT.
  virtual void redirected(unsigned /*from*/, unsigned /*to*/, const Packet&,
                          aqm_verdict /*verdict*/, TimePs /*at*/) {}
};

class QueueManager {
 public:
  virtual ~QueueManager() = default;
  // True if packets are chosen while a burst is built, within the grant's deadline.
  virtual bool decides_at_pull() const = 0;
  // As in FlowSink and DequeueAqm. Time never decreases between these calls.
  virtual void offer(unsigned flow, PacketHandle packet, TimePs arrived) = 0;
  virtual queue::PacketTally prepare(unsigned flow, std::uint64_t mac_bytes, TimePs at) = 0;
  virtual void pulled(unsigned flow, TimePs at) = 0;
};

}  // namespace docsis_vp::cm
