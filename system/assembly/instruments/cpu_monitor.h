// Implements GDB's `monitor` commands for the control CPU of a modem.
#pragma once

#include "platform/debug/monitor.h"
#include "system/assembly/cpu/control_cpu.h"

namespace docsis_vp::system {

platform::Monitor cpu_monitor(ControlCpu& cpu);

}  // namespace docsis_vp::system
