// Implements the registers of the request engine (request_engine.rdl).
#pragma once

#include <systemc>

#include "models/cm/request_engine/request_engine.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class RequestEngineRegisterFile : public sc_core::sc_module {
 public:
  RequestEngineRegisterFile(const sc_core::sc_module_name& name, const RequestEngine& engine,
                            unsigned flows);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  const RequestEngine& engine_;
  platform::RegisterFile file_;
};

}  // namespace docsis_vp::cm
