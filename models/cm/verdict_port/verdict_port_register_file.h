// Implements the registers of the verdict port (verdict_port.rdl).
#pragma once

#include <systemc>

#include "models/cm/verdict_port/verdict_port.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class VerdictPortRegisterFile : public sc_core::sc_module {
 public:
  // port: null where hardware judges; register `setup` then reads 0.
  VerdictPortRegisterFile(const sc_core::sc_module_name& name, VerdictPort* port);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  void add_port(VerdictPort& port);

  platform::RegisterFile file_;
};

}  // namespace docsis_vp::cm
