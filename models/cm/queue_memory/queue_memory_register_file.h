// Implements the registers of the queue memory (queue_memory.rdl).
#pragma once

#include <systemc>

#include "models/cm/queue_memory/queue_memory.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class QueueMemoryRegisterFile : public sc_core::sc_module {
 public:
  QueueMemoryRegisterFile(const sc_core::sc_module_name& name, QueueMemory& memory);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  void add_flow(unsigned flow);

  QueueMemory& memory_;
  platform::RegisterFile file_;
};

}  // namespace docsis_vp::cm
