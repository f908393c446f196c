// Maps the registers of the modem's data path as the control processor sees them.
#pragma once

#include <cstdint>
#include <systemc>

#include "models/cm/aqm_engine/aqm_registers.h"
#include "models/cm/burst_builder/burst_builder_register_file.h"
#include "models/cm/coupled_law/coupled_law_register_file.h"
#include "models/cm/ingress_hold/ingress_hold_register_file.h"
#include "models/cm/map_parser/map_parser_register_file.h"
#include "models/cm/modem/modem.h"
#include "models/cm/queue_memory/queue_memory_register_file.h"
#include "models/cm/request_engine/request_engine_register_file.h"
#include "models/cm/shaper/shaper_register_file.h"
#include "models/cm/verdict_port/verdict_port_register_file.h"
#include "platform/bus/interconnect.h"

namespace docsis_vp::cm {

class ModemRegisters : public sc_core::sc_module {
 public:
  ModemRegisters(const sc_core::sc_module_name& name, Modem& modem);

  // Maps every block at its address in soc.rdl. Call it once, during elaboration.
  void map(platform::Interconnect& bus, unsigned wait_states);

 private:
  AqmRegisters aqm_engine_;
  QueueMemoryRegisterFile queue_memory_;
  ShaperRegisterFile shaper_;
  MapParserRegisterFile map_parser_;
  BurstBuilderRegisterFile burst_builder_;
  RequestEngineRegisterFile request_engine_;
  IngressHoldRegisterFile ingress_hold_;
  VerdictPortRegisterFile verdict_port_;
  CoupledLawRegisterFile coupled_law_;
};

}  // namespace docsis_vp::cm
