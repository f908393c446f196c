// Models the upstream receiver of the CMTS: turns bursts into requests and whole packets.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/reassembler.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/burst_queue.h"
#include "models/docsis/rf.h"
#include "platform/base/packet.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cmts {

// Ranging aligns all modems to the farthest one. A burst therefore arrives one farthest plant delay
// after its end, and is decoded a decode time later. Bursts decoded at one instant are processed in
// the order of channel, minislot and SID.
class Receiver : public sc_core::sc_module, public docsis::UpstreamReceiver {
 public:
  struct Counters {
    std::uint64_t bursts = 0;
    std::uint64_t requests = 0;      // contention requests received
    std::uint64_t bad_bursts = 0;    // octets that are no request or segment
    std::uint64_t stray_bursts = 0;  // sent without permission
  };

  Receiver(const sc_core::sc_module_name& name, const CmtsConfig& config,
           platform::InstantSequencer& sequencer, UpstreamEvents& events, PacketSink& wan);

  void receive(docsis::UpstreamBurst&& burst) override;

  // From now on the flow's segments may arrive over several channels.
  void expect_reordering(UpstreamFlow flow) { reassemblers_[flow].set_reorder_wait(reorder_wait_); }

  const Counters& counters() const { return counters_; }
  const Reassembler::Counters& flow_counters(UpstreamFlow flow) const {
    return reassemblers_[flow].counters();
  }

 private:
  void decode_due();
  void decode(docsis::UpstreamBurst& burst);
  void take_request(const docsis::UpstreamBurst& burst);
  void take_segment(UpstreamFlow flow, docsis::UpstreamBurst& burst);
  void report_short(UpstreamFlow flow, std::uint64_t before);
  void lose(docsis::UpstreamBurst& burst);
  bool collides(const docsis::UpstreamBurst& burst, std::size_t index) const;
  void list(UpstreamFlow flow);
  void give_up(TimePs now);
  void schedule_next();

  TimePs plant_delay_;
  TimePs decode_time_;
  TimePs reorder_wait_;
  platform::InstantSequencer& sequencer_;
  UpstreamEvents& events_;
  std::vector<Reassembler> reassemblers_;
  std::vector<UpstreamFlow> held_up_;  // flows that wait for a missing segment, in order
  platform::InstantSequencer::TaskId task_;
  docsis::BurstQueue sent_;
  std::vector<docsis::UpstreamBurst> batch_;  // bursts decoded at the present instant
  Counters counters_;
};

}  // namespace docsis_vp::cmts
