// Interface of blocks that do work late where nobody can tell.
#pragma once

namespace docsis_vp::platform {

// A block may leave periodic or received work undone while no other block reads what the work
// changes, and none changes what the work reads. It then does many pieces at once, each as of its
// own time, and the simulation saves an event for each piece. Two rules keep this invisible. The
// block itself does its deferred work first in every member that depends on it. A block that is
// about to read or change such state by another way calls do_deferred_work() before. Work that is
// due at the present instant stays undone: earlier blocks of the instant may not have run yet.
class DeferredWork {
 public:
  virtual ~DeferredWork() = default;
  // Does all deferred work that was due before now.
  virtual void do_deferred_work() = 0;
};

}  // namespace docsis_vp::platform
