// Checks all calls to a target (checked_link.h).
#pragma once

#include <string>

#include "platform/bus/checked_link.h"
#include "platform/bus/forwarding_target.h"

namespace docsis_vp::platform {

class CheckedTarget : public ForwardingTarget {
 public:
  // target and log must outlive this. name: the target's name in reports.
  CheckedTarget(tlm::tlm_fw_transport_if<>& target, ProtocolLog& log, const std::string& name);

  CheckedLink& link() { return link_; }
  ProtocolLog& log() { return log_; }
  const std::string& name() const { return name_; }

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override;

 private:
  ProtocolLog& log_;
  const std::string name_;
  CheckedLink link_;
};

}  // namespace docsis_vp::platform
