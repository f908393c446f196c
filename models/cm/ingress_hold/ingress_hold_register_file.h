// Implements the registers of the ingress hold (ingress_hold.rdl).
#pragma once

#include <systemc>

#include "models/cm/ingress_hold/ingress_hold.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class IngressHoldRegisterFile : public sc_core::sc_module {
 public:
  // hold: null if hardware decides; register `setup` then reads 0.
  IngressHoldRegisterFile(const sc_core::sc_module_name& name, IngressHold* hold);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  void add_ring(IngressHold& hold);
  void add_moderation(IngressHold& hold);
  void add_levels(IngressHold& hold);
  void add_departures(IngressHold& hold);
  void add_slot(IngressHold& hold, std::uint32_t slot);

  platform::RegisterFile file_;
};

}  // namespace docsis_vp::cm
