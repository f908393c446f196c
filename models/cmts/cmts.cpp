#include "models/cmts/cmts.h"

namespace docsis_vp::cmts {

Cmts::Cmts(const sc_core::sc_module_name& name, const CmtsConfig& config,
           docsis::DownstreamTransmitter& plant, PacketSink& wan)
    : sc_module(name),
      sequencer_("sequencer"),
      downstream_("downstream", config.downstream, config.timing.downstream_latency_ps, sequencer_,
                  plant),
      scheduler_("map_scheduler", config, sequencer_, downstream_),
      receiver_("receiver", config, sequencer_, scheduler_, wan) {}

}  // namespace docsis_vp::cmts
