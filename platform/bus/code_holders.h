// Notifies initiators that keep decoded code when another initiator changes the code.
#pragma once

#include <cstdint>
#include <tlm>

namespace docsis_vp::platform {

// An initiator declares by debug transport that it holds decoded code of a range. It sends
// TLM_IGNORE_COMMAND with this extension, so that targets without support for it do nothing. From
// then on the Interconnect answers every write to the range, by a transaction or by debug
// transport, with an invalidation of the written words, as a snooping bus does.
struct HoldsCode : tlm::tlm_extension<HoldsCode> {
  std::uint64_t first = 0;  // both ends included
  std::uint64_t last = 0;

  tlm::tlm_extension_base* clone() const override { return new HoldsCode(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const HoldsCode&>(other);
  }
};

}  // namespace docsis_vp::platform
