// Declares the base of targets that precede another target. It forwards all calls that a derived
// class does not override.
#pragma once

#include "platform/bus/transport.h"

namespace docsis_vp::platform {

class ForwardingTarget : public LooselyTimedTarget {
 public:
  // The target must outlive this.
  explicit ForwardingTarget(tlm::tlm_fw_transport_if<>& target) : target_(&target) {}

  // From now on forwards to this target instead.
  void forward_to(tlm::tlm_fw_transport_if<>& target) { target_ = &target; }

  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override {
    return target_->get_direct_mem_ptr(transaction, dmi);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override {
    return target_->transport_dbg(transaction);
  }

 protected:
  tlm::tlm_fw_transport_if<>& target() { return *target_; }

 private:
  tlm::tlm_fw_transport_if<>* target_;
};

}  // namespace docsis_vp::platform
