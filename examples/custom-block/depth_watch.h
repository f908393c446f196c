// Samples the depth of a service flow's queue once per period, as a hardware block on the bus. It
// keeps the peak, and raises an interrupt when the queue rises above a threshold.
#pragma once

#include <cstdint>
#include <systemc>

#include "platform/bus/register_file.h"
#include "platform/kernel/agenda.h"
#include "system/extension/hardware_block.h"

class DepthWatch : public sc_core::sc_module, public docsis_vp::system::HardwareBlock {
 public:
  DepthWatch(const sc_core::sc_module_name& name, const docsis_vp::system::BlockSite& site);

  tlm::tlm_base_target_socket_b<32>& socket() override { return registers_.socket; }
  void reset(docsis_vp::TimePs at) override;

  // Describes the block for scenarios.
  static docsis_vp::system::BlockKind block_kind();

 private:
  using TimePs = docsis_vp::TimePs;

  void add_registers();
  void sample();
  void set_alarm(bool alarm, TimePs at);

  docsis_vp::cm::Modem& modem_;
  const docsis_vp::platform::InterruptLine interrupt_;
  const unsigned flow_;
  const TimePs period_;
  docsis_vp::platform::RegisterFile registers_;
  docsis_vp::platform::InstantSequencer::TaskId task_;
  std::uint32_t threshold_bytes_ = 0;
  std::uint32_t peak_bytes_ = 0;
  std::uint32_t samples_ = 0;
  bool was_above_ = false;
  bool alarm_ = false;
};
