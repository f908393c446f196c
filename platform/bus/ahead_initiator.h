// Lets a target make an initiator wait that runs ahead of the kernel.
#pragma once

#include <systemc>
#include <tlm>

namespace docsis_vp::platform {

// Interface of an initiator with a local time of its own, for ExternalTarget.
class AheadInitiator {
 public:
  virtual ~AheadInitiator() = default;
  // Waits until the kernel has done all that comes before the transaction, and sets the delay to 0.
  // False: the transaction is void, because the initiator was reset meanwhile or the run has ended.
  // Calls nest where a target passes the transaction on. If it does so from a process of its own,
  // the delay stays, as a method may not wait.
  virtual bool let_kernel_catch_up(sc_core::sc_time& delay) = 0;
  // Called when the target has returned; it may have waited. Adapts delay and response if the
  // initiator was reset meanwhile.
  virtual void target_returned(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) = 0;
  // The target has thrown an exception, which a target that calls it may catch.
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
