// Logs each instruction's effects in the format of Spike's --log-commits, for comparison tools.
#pragma once

#include <ostream>

#include "platform/cpu/cpu_observer.h"

namespace docsis_vp::platform {

// A line is "core   0: 3 0x80000000 (0x00000297) x5  0x80000000", then CSRs (" c768_mstatus
// 0x..."), the address of a load, or the address and value of a store.
class CommitLog : public CpuObserver {
 public:
  CommitLog(std::ostream& to, unsigned core) : to_(to), core_(core) {}
  void on_retired(const RetiredInstruction& instruction) override;

 private:
  std::ostream& to_;
  const unsigned core_;
};

}  // namespace docsis_vp::platform
