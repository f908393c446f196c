// Models a cable modem termination system: sends MAPs and packets, receives requests and segments.
#pragma once

#include <systemc>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/downstream.h"
#include "models/cmts/map_scheduler.h"
#include "models/cmts/receiver.h"
#include "models/docsis/rf.h"
#include "platform/base/packet.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cmts {

class Cmts : public sc_core::sc_module {
 public:
  // wan: receives the modems' packets; it must not act before the next delta. Throws InputError for
  // values that do not fit together.
  Cmts(const sc_core::sc_module_name& name, const CmtsConfig& config,
       docsis::DownstreamTransmitter& plant, PacketSink& wan);

  docsis::UpstreamReceiver& upstream() { return receiver_; }
  // Receives packets for a modem from the wide-area side.
  PacketSink& port(unsigned modem) { return downstream_.port(modem); }

  // Load balancing and dynamic bonding, see MapScheduler::assign(). Throws InputError.
  void assign(UpstreamFlow flow, const std::vector<unsigned>& channels) {
    scheduler_.assign(flow, channels);
    receiver_.expect_reordering(flow);
  }
  // Assigns another data profile, see MapScheduler::change_data_profile(). Throws InputError.
  void change_data_profile(UpstreamFlow flow, std::uint8_t iuc) {
    scheduler_.change_data_profile(flow, iuc);
  }
  // Changes the channel's profile, see MapScheduler::change_channel(). Throws InputError.
  void change_channel(unsigned channel, const docsis::ChannelParameters& parameters) {
    scheduler_.change_channel(channel, parameters);
  }

  // From this time on the distributions count events.
  void measure_from(TimePs time) { downstream_.measure_from(time); }

  platform::InstantSequencer& sequencer() { return sequencer_; }
  const MapScheduler& scheduler() const { return scheduler_; }
  const Receiver& receiver() const { return receiver_; }
  const Downstream& downstream() const { return downstream_; }
  Downstream& downstream() { return downstream_; }

 private:
  platform::InstantSequencer sequencer_;
  Downstream downstream_;
  MapScheduler scheduler_;
  Receiver receiver_;
};

}  // namespace docsis_vp::cmts
