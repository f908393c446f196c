// Implements the configuration registers of firmware's synthetic background task.
#pragma once

#include <systemc>

#include "platform/bus/register_file.h"
#include "platform/load/background_load_config.h"

namespace docsis_vp::platform {

// The registers are in background_load.rdl; fw/common/background.c runs the task.
class BackgroundLoad : public sc_core::sc_module {
 public:
  RegisterFile registers;

  BackgroundLoad(const sc_core::sc_module_name& name, const BackgroundLoadConfig& config);
};

}  // namespace docsis_vp::platform
