// A CPU, its memory, and a block whose use of time a test defines.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "platform/bus/debug_access.h"
#include "platform/bus/interconnect.h"
#include "platform/bus/register_file.h"
#include "platform/cpu/cpu.h"
#include "platform/kernel/kernel_time.h"
#include "platform/kernel/outcome.h"
#include "platform/memory/memory.h"
#include "tests/platform/cpu/assembler.h"

namespace docsis_vp::platform::testing {

// Words, and a log of when they are read and written. How it starts and answers is the test's.
struct ExternalEngine : sc_core::sc_module {
  static constexpr std::uint32_t kStart = 0x10, kStatus = 0x14, kSlow = 0x20;  // offsets

  using Transaction = tlm::tlm_generic_payload;
  SC_HAS_PROCESS(ExternalEngine);
  explicit ExternalEngine(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &ExternalEngine::b_transport);
    SC_METHOD(done);
    sensitive << finished << ending;
    dont_initialize();
    SC_THREAD(work);
  }
  void b_transport(Transaction& transaction, sc_core::sc_time& delay) {
    const auto offset = static_cast<std::uint32_t>(transaction.get_address());
    const TimePs at = to_ps(sc_core::sc_time_stamp() + delay);
    log << at << (transaction.is_write() ? " w " : " r ") << offset << '\n';
    if (offset == kStart && start) {
      start(delay);
    }
    std::uint32_t& word = words[offset / 4];
    transaction.is_write() ? std::memcpy(&word, transaction.get_data_ptr(), 4)
                           : std::memcpy(transaction.get_data_ptr(), &word, 4);
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    if (offset / 4 == kSlow / 4 && answer) {
      answer(delay);
      if (fails) {
        transaction.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
      }
    }
  }
  void done() {
    words[kStatus / 4] = 1;
    log << to_ps(sc_core::sc_time_stamp()) << " done\n";
    if (raise) {
      raise();
    }
  }
  void work() {
    for (;;) {
      wait(woken);
      wait(1, sc_core::SC_US);
      finished.notify();
    }
  }

  tlm_utils::simple_target_socket<ExternalEngine> socket{"socket"};
  std::function<void(sc_core::sc_time&)> start;
  std::function<void(sc_core::sc_time&)> answer;
  std::function<void()> raise;
  bool fails = false;  // slow accesses
  std::uint32_t words[64] = {};
  sc_core::sc_event finished;
  sc_core::sc_event woken;
  sc_core::sc_signal<bool> ending{"ending"};
  std::ostringstream log;
};

struct ExternalBoard {
  static constexpr std::uint32_t kRam = 0x80000000, kExit = 0x20000000, kBlock = 0x20010000;

  explicit ExternalBoard(const CpuConfig& config, const char* name = "cpu")
      : cpu(name, in_ram(config), outcome),
        bus((std::string(name) + "_bus").c_str(), config.clock_hz),
        ram((std::string(name) + "_ram").c_str(), {0x10000, true, config.clock_hz, 0, 0}),
        exit((std::string(name) + "_exit").c_str()) {
    exit.add(0, {},
             [this](std::uint32_t value, TimePs at) { outcome.exit(static_cast<int>(value), at); });
    bus.map({"ram", kRam, 0x10000}, ram.socket, TargetTiming::kAnnotated);
    bus.map({"exit", kExit, 4096}, exit.socket, TargetTiming::kAnnotated);
    cpu.socket.bind(bus.socket);
  }
  static CpuConfig in_ram(CpuConfig config) {
    config.reset_pc = kRam;
    config.max_instructions = 3'000'000;
    return config;
  }
  void load(const Program& program) {
    std::vector<std::uint8_t> bytes = program.bytes();
    write_debug(bus, program.base(), bytes.data(), static_cast<unsigned>(bytes.size()));
  }
  std::uint32_t word(std::uint32_t address) {
    std::uint32_t value = 0;
    read_debug(bus, address, reinterpret_cast<unsigned char*>(&value), sizeof value);
    return value;
  }
  std::string end() const {
    std::ostringstream text;
    text << outcome.at() << " exit " << outcome.exit_code() << ' ' << outcome.cause() << " cycles "
         << cpu.counters().cycles_busy << '\n';
    return text.str();
  }

  Outcome outcome;
  Cpu cpu;
  Interconnect bus;
  Memory ram;
  RegisterFile exit;
};

}  // namespace docsis_vp::platform::testing
