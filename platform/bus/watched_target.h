// Shows somebody what reaches a target.
#pragma once

#include <cstdint>
#include <utility>

#include "platform/bus/forwarding_target.h"
#include "platform/bus/interconnect.h"

namespace docsis_vp::platform {

struct WatchedAccess {
  TimePs at = 0;  // when the target acted, which may lie ahead of the kernel's time
  const AddressRange& range;
  std::uint32_t offset = 0;
  bool is_write = false;
  std::uint64_t value = 0;  // written, or read; of 8 bytes at most
  unsigned bytes = 0;
  bool is_refused = false;  // by the target: a bus error
};

class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  // After the target has acted.
  virtual void accessed(const WatchedAccess& access) = 0;
};

// Stands before a target and withholds its direct memory access, so that nothing passes unseen; how
// long things take does not change. TLM_IGNORE_COMMAND accesses nothing and is not shown.
class WatchedTarget : public ForwardingTarget {
 public:
  // All must outlive this.
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
