// Switches CUBIC's HyStart, a parameter of the whole kernel.
#pragma once

#include <sys/types.h>

#include "tests/external/tcp_lab/linux/host.h"

namespace docsis_vp::tcp_lab {

// Holds a lock for the time in which the parameter may be set. Afterwards a second process, which
// waits for the end of this one by any cause, restores the parameter.
class HystartSwitch {
 public:
  HystartSwitch();
  ~HystartSwitch();
  HystartSwitch(const HystartSwitch&) = delete;
  HystartSwitch& operator=(const HystartSwitch&) = delete;

  static void set(bool on);

 private:
  Descriptor alive_;  // the writing end of a pipe that the second process reads
  pid_t restorer_ = -1;
};

}  // namespace docsis_vp::tcp_lab
