#include "models/cm/verdict_port/verdict_port_register_file.h"

#include "models/cm/verdict_port/verdict_port_registers.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

namespace {

namespace verdict_reg = verdict_port_registers;

std::uint32_t head_word(const VerdictPort& port) {
  if (!port.waiting()) {
    return 0;
  }
  const HeadView& head = port.head();
  return head.size_bytes << verdict_reg::kHeadSizeShift | head.flow << verdict_reg::kHeadFlowShift |
         static_cast<std::uint32_t>(head.ecn) << verdict_reg::kHeadEcnShift |
         port.number() << verdict_reg::kHeadSerialShift | verdict_reg::kHeadWaitingMask;
}

}  // namespace

VerdictPortRegisterFile::VerdictPortRegisterFile(const sc_core::sc_module_name& name,
                                                 VerdictPort* port)
    : sc_module(name), file_("file") {
  file_.add(verdict_reg::kSetupOffset,
            [port](TimePs) { return port != nullptr ? verdict_reg::kSetupFirmwareMask : 0; });
  if (port != nullptr) {
    add_port(*port);
  }
}

void VerdictPortRegisterFile::add_port(VerdictPort& port) {
  file_.add(verdict_reg::kInterruptStatusOffset, [&port](TimePs) {
    return port.waiting() ? verdict_reg::kInterruptStatusWaitingMask : 0;
  });
  file_.add(
      verdict_reg::kInterruptEnableOffset,
      [&port](TimePs) {
        return port.interrupt_enabled() ? verdict_reg::kInterruptEnableWaitingMask : 0;
      },
      [&port](std::uint32_t value, TimePs at) {
        port.enable_interrupt((value & verdict_reg::kInterruptEnableWaitingMask) != 0, at);
      });
  file_.add(verdict_reg::kHeadOffset, [&port](TimePs) { return head_word(port); });
  file_.add(verdict_reg::kEnqueuedUsOffset,
            [&port](TimePs at) { return queue::stamp_us32(port.head().queued_since, at); });
  file_.add(verdict_reg::kBehindBytesOffset, [&port](TimePs) { return port.head().behind_bytes; });
  file_.add(verdict_reg::kVerdictOffset, {}, [&port](std::uint32_t value, TimePs at) {
    const std::uint32_t number =
        (value & verdict_reg::kVerdictSerialMask) >> verdict_reg::kVerdictSerialShift;
    port.judge(number, static_cast<aqm_verdict>(value & verdict_reg::kVerdictValueMask), at);
  });
  file_.add(verdict_reg::kLateVerdictsOffset,
            [&port](TimePs) { return static_cast<std::uint32_t>(port.late_verdicts()); });
  file_.add(verdict_reg::kCutShortOffset,
            [&port](TimePs) { return static_cast<std::uint32_t>(port.cut_short()); });
}

}  // namespace docsis_vp::cm
