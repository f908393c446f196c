// Keeps a transaction as it was handed over, to find changes to it.
#pragma once

#include <string>
#include <tlm>
#include <vector>

namespace docsis_vp::platform {

class PayloadSnapshot {
 public:
  // Arrays are compared up to this many bytes.
  static constexpr unsigned kMostBytes = 1U << 16;

  // with_data: keeps the data array of a write as well.
  PayloadSnapshot(tlm::tlm_generic_payload& transaction, bool with_data);

  // Names the first attribute or array that must not change during the transaction and has changed:
  // "the data length from 4 to 8". Empty: none.
  std::string modified(const tlm::tlm_generic_payload& transaction) const;
  // True if an extension was set since and is left in a transaction without a memory manager.
  bool leaves_extension(const tlm::tlm_generic_payload& transaction) const;

  bool had_manager() const { return had_manager_; }
  int references() const { return references_; }

 private:
  tlm::tlm_command command_;
  unsigned char* data_;
  unsigned length_;
  unsigned char* enables_;
  unsigned enable_length_;
  unsigned width_;
  tlm::tlm_gp_option option_;
  bool had_manager_;
  int references_;
  std::vector<unsigned char> data_bytes_;
  std::vector<unsigned char> enable_bytes_;
  std::vector<tlm::tlm_extension_base*> extensions_;
};

}  // namespace docsis_vp::platform
