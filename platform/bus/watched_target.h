// Reports the accesses of a target to an observer.
#pragma once

#include <cstdint>
#include <utility>

#include "platform/bus/forwarding_target.h"
#include "platform/bus/interconnect.h"

namespace docsis_vp::platform {

struct WatchedAccess {
  TimePs at = 0;  // time at which the target acted, may be ahead of the kernel's
  const AddressRange& range;
  std::uint32_t offset = 0;
  bool is_write = false;
  std::uint64_t value = 0;  // written or read value, at most 8 bytes
  unsigned bytes = 0;
  bool is_refused = false;  // the target answered with a bus error
};

class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  // Called after the target has acted.
  virtual void accessed(const WatchedAccess& access) = 0;
};

// Precedes a target and withholds its direct memory access, so that every access is reported;
// timing does not change. TLM_IGNORE_COMMAND accesses nothing and is not reported.
class WatchedTarget : public ForwardingTarget {
 public:
  // All arguments must outlive this.
  WatchedTarget(tlm::tlm_fw_transport_if<>& target, const AddressRange& range,
                AccessObserver& observer)
      : ForwardingTarget(target), range_(range), observer_(observer) {}

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) override {
    dmi.allow_none();
    return false;
  }

 private:
  const AddressRange& range_;
  AccessObserver& observer_;
};

}  // namespace docsis_vp::platform
