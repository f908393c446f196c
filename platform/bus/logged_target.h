// Writes down what reaches a target.
#pragma once

#include <iosfwd>

#include "platform/bus/forwarding_target.h"

namespace docsis_vp::platform {

// Stands before a target and withholds its direct memory access, so that nothing passes unseen; how
// long things take does not change. A line each, of values separated by commas, as its first line
// says. The command is read, write or ignore, the last without data.
class LoggedTarget : public ForwardingTarget {
 public:
  // base: where the bus shows the target, for the addresses written. Both must outlive this.
  LoggedTarget(tlm::tlm_fw_transport_if<>& target, std::uint64_t base, std::ostream& to);

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) override {
    dmi.allow_none();
    return false;
  }

 private:
  void write_data(const tlm::tlm_generic_payload& transaction);

  const std::uint64_t base_;
  std::ostream& to_;
};

}  // namespace docsis_vp::platform
