// What each instruction wrote, as Spike's --log-commits says it, for tools that compare the two.
#pragma once

#include <ostream>

#include "platform/cpu/cpu_observer.h"

namespace docsis_vp::platform {

// "core   0: 3 0x80000000 (0x00000297) x5  0x80000000", then CSRs (" c768_mstatus 0x..."), the
// address of a load, address and value of a store.
class CommitLog : public CpuObserver {
 public:
  CommitLog(std::ostream& to, unsigned core) : to_(to), core_(core) {}
  void on_retired(const RetiredInstruction& instruction) override;

 private:
  std::ostream& to_;
  const unsigned core_;
};

}  // namespace docsis_vp::platform
