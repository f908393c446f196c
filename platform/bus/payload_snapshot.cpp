#include "platform/bus/payload_snapshot.h"

#include <algorithm>

namespace docsis_vp::platform {

namespace {

std::vector<unsigned char> bytes_at(const unsigned char* bytes, unsigned count) {
  return {bytes, bytes + std::min(count, PayloadSnapshot::kMostBytes)};
}

bool is_changed(const std::vector<unsigned char>& kept, const unsigned char* bytes) {
  return !std::equal(kept.begin(), kept.end(), bytes);
}

std::string change_of(const char* what, unsigned from, unsigned to) {
  return std::string(what) + " from " + std::to_string(from) + " to " + std::to_string(to);
}

}  // namespace

PayloadSnapshot::PayloadSnapshot(tlm::tlm_generic_payload& transaction, bool with_data)
    : command_(transaction.get_command()),
      data_(transaction.get_data_ptr()),
      length_(transaction.get_data_length()),
      enables_(transaction.get_byte_enable_ptr()),
      enable_length_(transaction.get_byte_enable_length()),
      width_(transaction.get_streaming_width()),
      option_(transaction.get_gp_option()),
      had_manager_(transaction.has_mm()),
      references_(transaction.get_ref_count()) {
  if (with_data && transaction.is_write() && data_ != nullptr) {
    data_bytes_ = bytes_at(data_, length_);
  }
  if (with_data && enables_ != nullptr) {
    enable_bytes_ = bytes_at(enables_, enable_length_);
  }
  if (!had_manager_) {
    transaction.resize_extensions();  // more kinds may be known than when it was made
    extensions_.resize(tlm::max_num_extensions());
    for (unsigned i = 0; i < extensions_.size(); ++i) {
      extensions_[i] = transaction.get_extension(i);
    }
  }
}

std::string PayloadSnapshot::modified(const tlm::tlm_generic_payload& transaction) const {
  if (transaction.get_command() != command_) {
    return "the command";
  }
  if (transaction.get_data_ptr() != data_) {
    return "the data pointer";
  }
  if (transaction.get_data_length() != length_) {
    return change_of("the data length", length_, transaction.get_data_length());
  }
  if (transaction.get_byte_enable_ptr() != enables_) {
    return "the byte enable pointer";
  }
  if (transaction.get_byte_enable_length() != enable_length_) {
    return change_of("the byte enable length", enable_length_,
                     transaction.get_byte_enable_length());
  }
  if (transaction.get_streaming_width() != width_) {
    return change_of("the streaming width", width_, transaction.get_streaming_width());
  }
  if (transaction.get_gp_option() != option_ && option_ == tlm::TLM_MIN_PAYLOAD) {
    return "the option attribute";
  }
  if (is_changed(data_bytes_, data_)) {
    return "the data of a write";
  }
  return is_changed(enable_bytes_, enables_) ? "the byte enables" : "";
}

bool PayloadSnapshot::leaves_extension(const tlm::tlm_generic_payload& transaction) const {
  for (unsigned i = 0; i < extensions_.size(); ++i) {
    if (extensions_[i] == nullptr && transaction.get_extension(i) != nullptr) {
      return true;
    }
  }
  return false;
}

}  // namespace docsis_vp::platform
