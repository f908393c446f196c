// Implements the registers of the rate shaper (shaper.rdl).
#pragma once

#include <systemc>

#include "models/cm/shaper/shaper.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class ShaperRegisterFile : public sc_core::sc_module {
 public:
  ShaperRegisterFile(const sc_core::sc_module_name& name, Shaper& shaper, unsigned flows);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  Shaper& shaper_;
  platform::RegisterFile file_;
};

}  // namespace docsis_vp::cm
