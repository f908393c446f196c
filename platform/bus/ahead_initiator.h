// Lets a target ask an initiator that runs ahead of the kernel to wait for it.
#pragma once

#include <systemc>
#include <tlm>

namespace docsis_vp::platform {

// An initiator with a local time of its own, as ExternalTarget sees it.
class AheadInitiator {
 public:
  virtual ~AheadInitiator() = default;
  // Waits until the kernel has done all that comes before the transaction, and sets the delay to 0.
  // False: the transaction is void, because the initiator was reset meanwhile or the run has ended.
  // Calls nest where a target passes the transaction on.
  virtual bool let_kernel_catch_up(sc_core::sc_time& delay) = 0;
  // The target has returned, and may have waited. Adapts delay and response if the initiator was
  // reset meanwhile.
  virtual void target_returned(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) = 0;
};

// An ignorable extension that such an initiator puts on its transactions. The initiator owns it.
class AheadExtension : public tlm::tlm_extension<AheadExtension> {
 public:
  explicit AheadExtension(AheadInitiator& of) : initiator(of) {}

  // Copies of a transaction are not the initiator's.
  tlm::tlm_extension_base* clone() const override { return nullptr; }
  void copy_from(const tlm::tlm_extension_base&) override {}
  void free() override {}

  AheadInitiator& initiator;
};

}  // namespace docsis_vp::platform
