#include "platform/bus/register_file.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace docsis_vp::platform {

namespace {

constexpr std::uint32_t kWordBytes = 4;

// Returns the TLM response for a shape of access that the registers do not accept.
tlm::tlm_response_status judge_shape(const tlm::tlm_generic_payload& transaction) {
  if (transaction.get_byte_enable_ptr() != nullptr) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  if (transaction.get_data_length() != kWordBytes ||
      transaction.get_streaming_width() < kWordBytes) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (transaction.get_address() % kWordBytes != 0) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace

RegisterFile::RegisterFile(const sc_core::sc_module_name& name)
    : sc_module(name), socket("socket") {
  socket.bind(*this);
}

void RegisterFile::add(std::uint32_t offset, Read read, Write write, Read peek) {
  const std::size_t word = offset / kWordBytes;
  if (offset % kWordBytes != 0 || (word < by_word_.size() && by_word_[word] != kNone) ||
      registers_.size() == kNone) {
    throw std::logic_error(std::string(this->name()) + ": no room for a register at offset " +
                           std::to_string(offset));
  }
  if (word >= by_word_.size()) {
    by_word_.resize(word + 1, kNone);
    words_ = by_word_.size();
  }
  by_word_[word] = static_cast<std::uint16_t>(registers_.size());
  registers_.push_back({std::move(read), std::move(write), std::move(peek)});
}

void RegisterFile::add_counter64(std::uint32_t offset_low,
                                 std::function<std::uint64_t(TimePs at)> count) {
  const std::size_t index = latched_high_.size();
  latched_high_.push_back(0);
  const auto peek_low = [count](TimePs at) { return static_cast<std::uint32_t>(count(at)); };
  const auto read_low = [this, index, count = std::move(count)](TimePs at) {
    const std::uint64_t value = count(at);
    latched_high_[index] = static_cast<std::uint32_t>(value >> 32);
    return static_cast<std::uint32_t>(value);
  };
  add(offset_low, read_low, {}, peek_low);
  add(offset_low + kWordBytes, [this, index](TimePs) { return latched_high_[index]; });
}

void RegisterFile::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  transaction.set_response_status(judge_shape(transaction));
  if (!transaction.is_response_ok()) {
    return;
  }
  const Register* const target = find(transaction.get_address());
  if (target == nullptr) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  const TimePs at = acting_at(delay);
  stalled_until_ = at;
  access(*target, transaction, at);
  if (stalled_until_ > at) {
    delay =
        to_sc_time(std::max(stalled_until_, acting_at(delay)) - now_ps());  // it may have waited
  }
}

void RegisterFile::access(const Register& target, tlm::tlm_generic_payload& transaction,
                          TimePs at) {
  std::uint32_t value = 0;
  if (transaction.get_data_ptr() == nullptr) {
    if (transaction.get_command() != tlm::TLM_IGNORE_COMMAND) {
      transaction.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
  } else if (transaction.is_read()) {
    if (target.read) {
      value = target.read(at);
    } else {
      note_misuse(transaction, at);
    }
    std::memcpy(transaction.get_data_ptr(), &value, sizeof value);
  } else if (transaction.is_write() && target.write) {
    std::memcpy(&value, transaction.get_data_ptr(), sizeof value);
    target.write(value, at);
  } else if (transaction.is_write()) {
    note_misuse(transaction, at);
  }
}

[[gnu::noinline]] void RegisterFile::note_misuse(const tlm::tlm_generic_payload& transaction,
                                                 TimePs at) {
  const auto offset = static_cast<std::uint32_t>(transaction.get_address());
  const bool is_write = transaction.is_write();
  const auto known = std::find_if(misuses_.begin(), misuses_.end(), [&](const Misuse& misuse) {
    return misuse.offset == offset && misuse.is_write == is_write;
  });
  if (known == misuses_.end()) {
    misuses_.push_back({offset, is_write, 1, at});
  } else {
    ++known->count;
  }
}

std::vector<RegisterFile::Misuse> RegisterFile::misuses() const {
  std::vector<Misuse> sorted = misuses_;
  std::sort(sorted.begin(), sorted.end(), [](const Misuse& a, const Misuse& b) {
    return std::tie(a.offset, b.is_write) < std::tie(b.offset, a.is_write);
  });
  return sorted;
}

unsigned RegisterFile::transport_dbg(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t first = transaction.get_address();
  if (!transaction.is_read() || transaction.get_data_ptr() == nullptr) {
    return 0;
  }
  unsigned done = 0;
  while (done < transaction.get_data_length()) {
    const std::uint64_t offset = first + done;
    const Register* const target = find(offset - offset % kWordBytes);
    if (target == nullptr) {
      break;
    }
    const Read& look = target->peek ? target->peek : target->read;
    const std::uint32_t value = look ? look(now_ps()) : 0;
    const auto skip = static_cast<unsigned>(offset % kWordBytes);
    const unsigned count = std::min(kWordBytes - skip, transaction.get_data_length() - done);
    std::memcpy(transaction.get_data_ptr() + done,
                reinterpret_cast<const unsigned char*>(&value) + skip, count);
    done += count;
  }
  return done;
}

const RegisterFile::Register* RegisterFile::find(std::uint64_t offset) const {
  const std::uint64_t word = offset / kWordBytes;
  if (word >= words_ || by_word_[word] == kNone) {
    return nullptr;
  }
  return &registers_[by_word_[word]];
}

}  // namespace docsis_vp::platform
