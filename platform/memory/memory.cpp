#include "platform/memory/memory.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "platform/base/errors.h"

namespace docsis_vp::platform {

namespace {

// calloc() maps zero pages lazily, so untouched memory costs the host nothing.
unsigned char* allocate_filled(std::uint32_t size_bytes, std::uint32_t fill) {
  auto* const bytes = static_cast<unsigned char*>(std::calloc(size_bytes, 1));
  if (bytes == nullptr) {
    throw std::bad_alloc();
  }
  if (fill != 0) {
    for (std::uint32_t i = 0; i < size_bytes; ++i) {
      bytes[i] = static_cast<unsigned char>(fill >> (8 * (i % sizeof fill)));
    }
  }
  return bytes;
}

void copy_enabled(unsigned char* to, const unsigned char* from,
                  const tlm::tlm_generic_payload& transaction) {
  const unsigned char* const enable = transaction.get_byte_enable_ptr();
  const unsigned period = transaction.get_byte_enable_length();
  for (unsigned i = 0; i < transaction.get_data_length(); ++i) {
    if (enable[i % period] == TLM_BYTE_ENABLED) {
      to[i] = from[i];
    }
  }
}

}  // namespace

Memory::Memory(const sc_core::sc_module_name& name, const MemoryParameters& parameters)
    : sc_module(name),
      socket("socket"),
      parameters_(parameters),
      clock_(parameters.clock_hz),
      bytes_(allocate_filled(std::max(parameters.size_bytes, 1U), parameters.fill)) {
  socket.bind(*this);
}

void Memory::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  const tlm::tlm_response_status status = access(transaction);
  transaction.set_response_status(status);
  const unsigned wait_states =
      transaction.is_write() ? parameters_.write_wait_states : parameters_.read_wait_states;
  if (status == tlm::TLM_OK_RESPONSE) {
    transaction.set_dmi_allowed(true);
    if (wait_states != 0) {
      delay = to_sc_time(clock_.after(acting_at(delay), wait_states) - now_ps());
    }
  }
}

tlm::tlm_response_status Memory::access(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t offset = transaction.get_address();
  const unsigned length = transaction.get_data_length();
  // The streaming width is checked before the range: a streaming access covers less than its
  // length.
  if (transaction.get_streaming_width() < length && offset < parameters_.size_bytes) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (offset >= parameters_.size_bytes || length > parameters_.size_bytes - offset) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  const bool has_enables = transaction.get_byte_enable_ptr() != nullptr;
  if (has_enables && transaction.get_byte_enable_length() == 0) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  if (transaction.is_write() && !parameters_.writable) {
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  if (transaction.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return tlm::TLM_OK_RESPONSE;
  }
  if (length == 0) {
    return tlm::TLM_OK_RESPONSE;
  }
  if (transaction.get_data_ptr() == nullptr) {
    return tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  unsigned char* to = bytes_.get() + offset;
  unsigned char* from = transaction.get_data_ptr();
  if (transaction.is_read()) {
    std::swap(to, from);
  }
  if (has_enables) {
    copy_enabled(to, from, transaction);
  } else {
    std::memcpy(to, from, length);
  }
  return tlm::TLM_OK_RESPONSE;
}

bool Memory::get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  dmi.set_start_address(0);
  dmi.set_end_address(parameters_.size_bytes - 1);
  if (transaction.get_address() >= parameters_.size_bytes ||
      (transaction.is_write() && !parameters_.writable)) {
    dmi.allow_none();
    return false;
  }
  dmi.set_dmi_ptr(bytes_.get());
  dmi.set_read_latency(dmi.get_read_latency() +
                       to_sc_time(clock_.edge(parameters_.read_wait_states)));
  dmi.set_write_latency(dmi.get_write_latency() +
                        to_sc_time(clock_.edge(parameters_.write_wait_states)));
  if (parameters_.writable) {
    dmi.allow_read_write();
  } else {
    dmi.allow_read();
  }
  granted_ = true;
  return true;
}

unsigned Memory::transport_dbg(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t offset = transaction.get_address();
  if (offset >= parameters_.size_bytes || transaction.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return 0;
  }
  const auto count = static_cast<unsigned>(
      std::min<std::uint64_t>(transaction.get_data_length(), parameters_.size_bytes - offset));
  if (count == 0 || transaction.get_data_ptr() == nullptr) {
    return 0;
  }
  if (transaction.is_read()) {
    std::memcpy(transaction.get_data_ptr(), bytes_.get() + offset, count);
    return count;
  }
  std::memcpy(bytes_.get() + offset, transaction.get_data_ptr(), count);
  if (granted_) {
    granted_ = false;
    socket->invalidate_direct_mem_ptr(0, parameters_.size_bytes - 1);
  }
  return count;
}

}  // namespace docsis_vp::platform
