// Implements the registers of the MAP parser (map_parser.rdl).
#pragma once

#include <systemc>

#include "models/cm/map_parser/map_parser.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class MapParserRegisterFile : public sc_core::sc_module {
 public:
  MapParserRegisterFile(const sc_core::sc_module_name& name, MapParser& parser);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  platform::RegisterFile file_;
};

}  // namespace docsis_vp::cm
