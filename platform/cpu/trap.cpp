#include "platform/cpu/trap.h"

#include <cstdio>

namespace docsis_vp::platform {

namespace {

const char* name_of(std::uint32_t cause) {
  switch (cause) {
    case kInstructionAccessFault:
      return "instruction access fault";
    case kIllegalInstruction:
      return "illegal instruction";
    case kBreakpoint:
      return "breakpoint";
    case kLoadAccessFault:
      return "load access fault";
    case kStoreAccessFault:
      return "store access fault";
    case kMachineEcall:
      return "environment call";
    case kSoftwareInterrupt:
      return "software interrupt";
    case kTimerInterrupt:
      return "timer interrupt";
    case kExternalInterrupt:
      return "external interrupt";
    default:
      return "interrupt";
  }
}

}  // namespace

std::string describe(const Trap& trap) {
  char text[96];
  const bool has_address = trap.cause == kInstructionAccessFault ||
                           trap.cause == kLoadAccessFault || trap.cause == kStoreAccessFault;
  if (has_address) {
    std::snprintf(text, sizeof text, "%s at pc 0x%08x, address 0x%08x", name_of(trap.cause),
                  trap.pc, trap.value);
  } else if (trap.cause == kIllegalInstruction) {
    std::snprintf(text, sizeof text, "%s 0x%x at pc 0x%08x", name_of(trap.cause), trap.value,
                  trap.pc);
  } else {
    std::snprintf(text, sizeof text, "%s at pc 0x%08x", name_of(trap.cause), trap.pc);
  }
  return text;
}

}  // namespace docsis_vp::platform
