// Reads the interrupt state of a hart at the present instant.
#pragma once

#include "system/assembly/cpu/control_cpu.h"
#include "system/results/interrupt_state.h"

namespace docsis_vp::system {

// Reading changes nothing. After a failure the CPU has stopped, so the state is that of the
// failure.
InterruptState interrupt_state_of(ControlCpu& soc, unsigned hart);

}  // namespace docsis_vp::system
