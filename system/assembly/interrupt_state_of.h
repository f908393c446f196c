// The interrupt state of a control CPU at the present instant.
#pragma once

#include "system/assembly/control_cpu.h"
#include "system/results/interrupt_state.h"

namespace docsis_vp::system {

// Changes nothing. After a failure it is that of the failure, because the CPU stands still.
InterruptState interrupt_state_of(ControlCpu& soc);

}  // namespace docsis_vp::system
