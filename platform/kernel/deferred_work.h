// Declares the interface of blocks that postpone work while the delay is not observable.
#pragma once

namespace docsis_vp::platform {

// A block may postpone periodic or received work while no other block reads what the work changes,
// and none changes what the work reads. It then does many pieces at once. The result of each piece
// is as of its original time, and the simulation saves an event per piece. Two rules keep the delay
// unobservable. Every member of the block that depends on deferred work does that work first. Any
// other block calls do_deferred_work() before it reads or changes such state. Work that is due at
// the present instant remains undone, because earlier blocks of the instant may not have run yet.
class DeferredWork {
 public:
  virtual ~DeferredWork() = default;
  // Does all deferred work that was due before now.
  virtual void do_deferred_work() = 0;
};

}  // namespace docsis_vp::platform
