// Models a DMA engine that serves a ring of descriptors in RAM by its own initiator socket, and
// raises an interrupt when the ring is empty. The CPU has direct access to its memory.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <deque>
#include <systemc>

#include "platform/base/clock.h"
#include "platform/bus/interconnect.h"
#include "platform/bus/register_file.h"
#include "platform/memory/memory.h"
#include "system/extension/hardware_block.h"

// Takes one cycle of the MAC's clock per word and direction, in addition to the bus: four for a
// descriptor, one for its status.
class Dma : public sc_core::sc_module, public docsis_vp::system::HardwareBlock {
 public:
  SC_HAS_PROCESS(Dma);
  Dma(const sc_core::sc_module_name& name, const docsis_vp::system::BlockSite& site);

  // The engine's internal bus: registers below, memory above.
  tlm::tlm_base_target_socket_b<32>& socket() override { return inside_.socket; }
  void reset(docsis_vp::TimePs at) override;

  // Describes the block for scenarios.
  static docsis_vp::system::BlockKind block_kind();

 private:
  using TimePs = docsis_vp::TimePs;
  // A doorbell write, possibly ahead of the kernel's time.
  struct Doorbell {
    TimePs at;
    std::uint32_t head;
  };

  void add_registers();
  void run();
  void take_doorbells();
  void serve_next();
  // Sends one transaction and waits for its duration. Returns false after a bus error or a reset.
  bool transfer(tlm::tlm_command command, std::uint32_t address, void* data, unsigned bytes);
  void set_done(bool done, TimePs at);

  const docsis_vp::platform::InterruptLine interrupt_;
  const docsis_vp::Clock clock_;
  tlm_utils::simple_initiator_socket<Dma, 32> bus_;
  docsis_vp::platform::Interconnect inside_;
  docsis_vp::platform::RegisterFile registers_;
  docsis_vp::platform::Memory memory_;
  tlm::tlm_generic_payload payload_;
  sc_core::sc_event rung_;
  std::deque<Doorbell> doorbells_;
  std::uint32_t ring_ = 0;
  std::uint32_t entries_ = 1;
  std::uint32_t head_ = 0;
  std::uint32_t tail_ = 0;
  std::uint32_t busy_cycles_ = 0;
  unsigned resets_ = 0;
  bool done_ = false;
};
