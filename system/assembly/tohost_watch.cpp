#include "system/assembly/tohost_watch.h"

#include <algorithm>
#include <cstring>

namespace docsis_vp::system {

namespace {
constexpr std::uint64_t kPageBytes = 4096;
}  // namespace

TohostWatch::TohostWatch(const sc_core::sc_module_name& name, std::uint64_t tohost_offset,
                         platform::Outcome& outcome)
    : sc_module(name),
      socket("socket"),
      memory("memory"),
      tohost_offset_(tohost_offset),
      page_first_(tohost_offset & ~(kPageBytes - 1)),
      page_last_(page_first_ + kPageBytes - 1),
      outcome_(outcome) {
  socket.bind(*this);
  memory.register_invalidate_direct_mem_ptr(this, &TohostWatch::invalidate);
}

void TohostWatch::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  const TimePs at = platform::acting_at(delay);
  const std::uint64_t offset = transaction.get_address();
  memory->b_transport(transaction, delay);
  if (!on_watched_page(offset)) {
    return;
  }
  transaction.set_dmi_allowed(false);
  if (transaction.is_write() && transaction.is_response_ok() && offset == tohost_offset_ &&
      transaction.get_data_length() == sizeof(std::uint32_t)) {
    std::uint32_t value = 0;
    std::memcpy(&value, transaction.get_data_ptr(), sizeof value);
    if ((value & 1) != 0) {
      outcome_.exit(static_cast<int>(value >> 1), at);
    }
  }
}

bool TohostWatch::get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  const std::uint64_t offset = transaction.get_address();
  if (on_watched_page(offset)) {
    dmi.allow_none();
    dmi.set_start_address(page_first_);
    dmi.set_end_address(page_last_);
    return false;
  }
  const bool granted = memory->get_direct_mem_ptr(transaction, dmi);
  if (granted && offset < page_first_) {
    dmi.set_end_address(std::min<sc_dt::uint64>(dmi.get_end_address(), page_first_ - 1));
  } else if (granted && dmi.get_start_address() <= page_last_) {
    dmi.set_dmi_ptr(dmi.get_dmi_ptr() + (page_last_ + 1 - dmi.get_start_address()));
    dmi.set_start_address(page_last_ + 1);
  }
  return granted;
}

unsigned TohostWatch::transport_dbg(tlm::tlm_generic_payload& transaction) {
  return memory->transport_dbg(transaction);
}

void TohostWatch::invalidate(sc_dt::uint64 first, sc_dt::uint64 last) {
  socket->invalidate_direct_mem_ptr(first, last);
}

}  // namespace docsis_vp::system
