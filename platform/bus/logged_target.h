// Writes the transactions of a target to a text file.
#pragma once

#include <iosfwd>

#include "platform/bus/forwarding_target.h"

namespace docsis_vp::platform {

// Precedes a target and withholds its direct memory access, so that every access is logged; timing
// does not change. It writes a line of comma-separated values per transaction, after a line of
// column names. The command is read, write or ignore; ignore has no data.
class LoggedTarget : public ForwardingTarget {
 public:
  // base: the target's address on the bus, for the logged addresses. Target and stream must outlive
  // this.
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
