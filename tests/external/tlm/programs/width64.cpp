// A socket of another width than the bus: does not compile.
#include <tlm_utils/simple_target_socket.h>

#include "system/extension/hardware_block.h"

struct Wide : sc_core::sc_module, docsis_vp::system::HardwareBlock {
  tlm_utils::simple_target_socket<Wide, 64> in{"in"};

  explicit Wide(const sc_core::sc_module_name& name) : sc_module(name) {}
  tlm::tlm_base_target_socket_b<32>& socket() override { return in; }
};

int sc_main(int, char**) {
  return 0;
}
