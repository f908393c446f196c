#include "system/assembly/bare/tohost_watch.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace docsis_vp::system {

namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint32_t kSystem = 0, kTerminal = 1;  // devices
constexpr std::uint32_t kRead = 0, kPrint = 1;       // commands of the terminal
// Linux's asm-generic/unistd.h; riscv-isa-sim and newlib's libgloss have the same numbers.
constexpr std::uint64_t kWrite = 64, kExit = 93;
constexpr std::uint64_t kBadDescriptor = ~std::uint64_t{0} - 8;  // -EBADF

std::string tohost_hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

}  // namespace

TohostWatch::TohostWatch(const sc_core::sc_module_name& name, const Places& places,
                         platform::TextSink& screen, platform::Outcome& outcome)
    : sc_module(name),
      socket("socket"),
      memory("memory"),
      places_(places),
      tohost_offset_(places.tohost - places.memory_base),
      page_first_(tohost_offset_ & ~(kPageBytes - 1)),
      page_last_(page_first_ + kPageBytes - 1),
      screen_(screen, {}),
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
    std::uint32_t command = 0;
    std::memcpy(&command, transaction.get_data_ptr(), sizeof command);
    act(command, at);
  }
}

void TohostWatch::act(std::uint32_t command, TimePs at) {
  std::uint32_t upper = 0;
  read(places_.tohost + sizeof upper, &upper, sizeof upper);
  const std::uint32_t device = upper >> 24;
  const std::uint32_t function = upper >> 16 & 0xff;
  if (command == 0 && upper == 0) {
    return;
  }
  write(places_.tohost, 0);
  if (device == kSystem && function == 0) {
    if ((command & 1) != 0) {
      outcome_.exit(static_cast<int>(command >> 1), at);
    } else {
      call(command, at);
    }
  } else if (device == kTerminal && function == kPrint) {
    screen_.put(static_cast<char>(command & 0xff));
  } else if (device != kTerminal || function != kRead) {
    fail("command " + std::to_string(function) + " of device " + std::to_string(device) +
             " is not offered, only system calls and the terminal",
         at);
  }
}

void TohostWatch::call(std::uint32_t address, TimePs at) {
  std::array<std::uint64_t, 8> words{};  // system call number, then arguments
  if (!read(address, words.data(), sizeof words)) {
    fail("no memory at " + tohost_hex(address) + ", where a system call should be", at);
    return;
  }
  const std::uint64_t number = words[0];
  if (number == kExit) {
    outcome_.exit(static_cast<int>(words[1]), at);
    return;
  }
  if (number != kWrite) {
    fail("system call " + std::to_string(number) + " at " + tohost_hex(address) +
             " is not offered, only write (64) and exit (93)",
         at);
    return;
  }
  std::uint64_t result = kBadDescriptor;
  if (words[1] == 1 || words[1] == 2) {
    const auto text = static_cast<std::uint32_t>(words[2]);
    if (!show(text, words[3])) {
      fail("system call write: " + std::to_string(words[3]) + " bytes from " + tohost_hex(text) +
               " are not all in memory",
           at);
      return;
    }
    result = words[3];
  }
  write(address, result);
  if (places_.fromhost) {
    write(*places_.fromhost, 1);
  }
}

bool TohostWatch::show(std::uint32_t address, std::uint64_t bytes) {
  char last = 0;
  if (bytes > UINT32_MAX - address ||
      (bytes != 0 && !read(address + static_cast<std::uint32_t>(bytes) - 1, &last, 1))) {
    return false;
  }
  std::array<char, kPageBytes> part;
  while (bytes > 0) {
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(bytes, part.size()));
    if (!read(address, part.data(), count)) {
      return false;
    }
    std::for_each_n(part.begin(), count, [this](char character) { screen_.put(character); });
    address += count;
    bytes -= count;
  }
  return true;
}

void TohostWatch::fail(const std::string& cause, TimePs at) {
  outcome_.fail("host-target interface: " + cause, at);
}

bool TohostWatch::transfer(tlm::tlm_command command, std::uint32_t address, void* bytes,
                           unsigned count) {
  if (address < places_.memory_base) {
    return false;
  }
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address - places_.memory_base);
  payload.set_data_ptr(static_cast<unsigned char*>(bytes));
  payload.set_data_length(count);
  payload.set_streaming_width(count);
  return memory->transport_dbg(payload) == count;
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
