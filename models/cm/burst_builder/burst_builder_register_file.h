// Implements the registers of the burst builder (burst_builder.rdl).
#pragma once

#include <systemc>

#include "models/cm/burst_builder/burst_builder.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class BurstBuilderRegisterFile : public sc_core::sc_module {
 public:
  BurstBuilderRegisterFile(const sc_core::sc_module_name& name, const BurstBuilder& builder,
                           unsigned channels, unsigned flows);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  void add_channel(const BurstBuilder::ChannelCounters& counters, unsigned channel);
  void add_flow(const BurstBuilder::FlowCounters& counters, unsigned flow);

  platform::RegisterFile file_;
};

}  // namespace docsis_vp::cm
