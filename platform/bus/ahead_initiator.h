// Lets the kernel catch up with an initiator that runs ahead of it, before a target acts.
#pragma once

#include <systemc>
#include <tlm>

namespace docsis_vp::platform {

// Interface of an initiator with a local time of its own, for ExternalTarget.
class AheadInitiator {
 public:
  virtual ~AheadInitiator() = default;
  // Waits until the kernel has done all that comes before the transaction, and sets the delay to 0.
  // Returns false if the transaction is void, because the initiator was reset meanwhile or the run
  // has ended. Calls nest if a target passes the transaction on. If the target does so from a
  // process of its own, this call does not wait and leaves the delay, because a method process may
  // not wait.
  virtual bool let_kernel_catch_up(sc_core::sc_time& delay) = 0;
  // Called when the target has returned; it may have waited. Adapts delay and response if the
  // initiator was reset meanwhile.
  virtual void target_returned(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) = 0;
  // Called when the target has thrown an exception, which another target that called it may catch.
  virtual void target_threw() = 0;
};

// An ignorable extension that such an initiator adds to its transactions. The initiator owns it.
class AheadExtension : public tlm::tlm_extension<AheadExtension> {
 public:
  explicit AheadExtension(AheadInitiator& of) : initiator(of) {}

  // A copy of a transaction gets no extension, because the initiator did not send the copy.
  tlm::tlm_extension_base* clone() const override { return nullptr; }
  void copy_from(const tlm::tlm_extension_base&) override {}
  void free() override {}

  AheadInitiator& initiator;
};

}  // namespace docsis_vp::platform
