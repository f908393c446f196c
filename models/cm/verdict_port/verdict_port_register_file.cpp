#include "models/cm/verdict_port/verdict_port_register_file.h"

#include "models/cm/verdict_port/verdict_port_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = verdict_port_registers;

std::uint32_t head_word(const VerdictPort& port) {
  if (!port.waiting()) {
    return 0;
  }
  const HeadView& head = port.head();
  return head.size_bytes << reg::kHeadSizeShift | head.flow << reg::kHeadFlowShift |
         static_cast<std::uint32_t>(head.ecn) << reg::kHeadEcnShift |
         port.number() << reg::kHeadSerialShift | reg::kHeadWaitingMask;
}

}  // namespace

VerdictPortRegisterFile::VerdictPortRegisterFile(const sc_core::sc_module_name& name,
                                                 VerdictPort* port)
    : sc_module(name), file_("file") {
  file_.add(reg::kSetupOffset,
            [port](TimePs) { return port != nullptr ? reg::kSetupFirmwareMask : 0; });
  if (port != nullptr) {
    add_port(*port);
  }
}

void VerdictPortRegisterFile::add_port(VerdictPort& port) {
  file_.add(reg::kInterruptStatusOffset,
            [&port](TimePs) { return port.waiting() ? reg::kInterruptStatusWaitingMask : 0; });
  file_.add(
      reg::kInterruptEnableOffset,
      [&port](TimePs) { return port.interrupt_enabled() ? reg::kInterruptEnableWaitingMask : 0; },
      [&port](std::uint32_t value, TimePs at) {
        port.enable_interrupt((value & reg::kInterruptEnableWaitingMask) != 0, at);
      });
  file_.add(reg::kHeadOffset, [&port](TimePs) { return head_word(port); });
  file_.add(reg::kEnqueuedUsOffset, [&port](TimePs) { return to_us32(port.head().queued_since); });
  file_.add(reg::kBehindBytesOffset, [&port](TimePs) { return port.head().behind_bytes; });
  file_.add(reg::kVerdictOffset, {}, [&port](std::uint32_t value, TimePs at) {
    const std::uint32_t number = (value & reg::kVerdictSerialMask) >> reg::kVerdictSerialShift;
    port.judge(number, static_cast<aqm_verdict>(value & reg::kVerdictValueMask), at);
  });
  file_.add(reg::kLateVerdictsOffset,
            [&port](TimePs) { return static_cast<std::uint32_t>(port.late_verdicts()); });
  file_.add(reg::kCutShortOffset,
            [&port](TimePs) { return static_cast<std::uint32_t>(port.cut_short()); });
}

}  // namespace docsis_vp::cm
