// Stores a transaction as its initiator passed it, to detect changes.
#pragma once

#include <string>
#include <tlm>
#include <vector>

namespace docsis_vp::platform {

class PayloadSnapshot {
 public:
  // Arrays are compared up to this many bytes.
  static constexpr unsigned kMostBytes = 1U << 16;

  // with_data: also stores the data array of a write.
  PayloadSnapshot(tlm::tlm_generic_payload& transaction, bool with_data);

  // Names the first attribute or array that changed and must not change during the transaction, for
  // example "the data length from 4 to 8". Returns an empty text if there is none.
  std::string modified(const tlm::tlm_generic_payload& transaction) const;
  // True if an extension was added since, and was left in a transaction without a memory manager.
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
