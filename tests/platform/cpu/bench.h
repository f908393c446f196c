// A CPU, memory and a few devices, small enough to reason about.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <tlm>
#include <tuple>
#include <vector>

#include "platform/cpu/cpu.h"
#include "platform/kernel/kernel_time.h"
#include "platform/kernel/outcome.h"
#include "tests/platform/cpu/assembler.h"

namespace docsis_vp::platform::testing {

// RAM at 0x80000000 (64 KiB). At 0x20000000 the exit device; behind it, to 0x20000fff, words that
// remember when they were read and written; everything else answers with a bus error.
class Surroundings : public sc_core::sc_module, public tlm::tlm_fw_transport_if<> {
 public:
  static constexpr std::uint32_t kRam = 0x80000000, kRamBytes = 0x10000;
  static constexpr std::uint32_t kDevices = 0x20000000, kDevicesBytes = 0x1000;

  struct Access {
    bool write;
    std::uint32_t address;
    std::uint32_t value;
    TimePs at;
    bool operator==(const Access& other) const {
      return std::tie(write, address, value, at) ==
             std::tie(other.write, other.address, other.value, other.at);
    }
  };

  tlm::tlm_target_socket<32> socket{"socket"};

  Surroundings(const sc_core::sc_module_name& name, Outcome& outcome)
      : sc_module(name), ram(kRamBytes), outcome_(outcome) {
    socket.bind(*this);
  }

  std::vector<std::uint8_t> ram;
  std::vector<Access> accesses;  // to the devices
  unsigned ram_transactions = 0;
  TimePs ram_latency_ps = 0;
  TimePs device_latency_ps = 0;
  // Value of a device register; called with its address and the time of the access.
  std::function<std::uint32_t(std::uint32_t, TimePs)> on_read;
  std::function<void(std::uint32_t, std::uint32_t, TimePs)> on_write;

  void load(const Program& program) {
    std::memcpy(&ram[program.base() - kRam], program.bytes().data(), program.bytes().size());
  }
  std::uint32_t word(std::uint32_t address) const {
    std::uint32_t value = 0;
    std::memcpy(&value, &ram[address - kRam], 4);
    return value;
  }

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override {
    const auto address = static_cast<std::uint32_t>(transaction.get_address());
    const unsigned length = transaction.get_data_length();
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    if (address >= kRam && address - kRam + length <= kRamBytes) {
      ++ram_transactions;
      std::uint8_t* const bytes = &ram[address - kRam];
      transaction.is_write() ? std::memcpy(bytes, transaction.get_data_ptr(), length)
                             : std::memcpy(transaction.get_data_ptr(), bytes, length);
      transaction.set_dmi_allowed(true);
      delay += to_sc_time(ram_latency_ps);
    } else if (address >= kDevices && address < kDevices + kDevicesBytes && length == 4) {
      access_device(transaction, address, now_ps() + to_ps(delay));
      delay += to_sc_time(device_latency_ps);
    } else {
      transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override {
    if (transaction.get_address() < kRam) {
      return false;
    }
    dmi.set_dmi_ptr(ram.data());
    dmi.set_start_address(kRam);
    dmi.set_end_address(kRam + kRamBytes - 1);
    dmi.set_read_latency(to_sc_time(ram_latency_ps));
    dmi.set_write_latency(to_sc_time(ram_latency_ps));
    dmi.allow_read_write();
    return true;
  }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }

 private:
  void access_device(tlm::tlm_generic_payload& transaction, std::uint32_t address, TimePs at) {
    std::uint32_t value = 0;
    if (transaction.is_write()) {
      std::memcpy(&value, transaction.get_data_ptr(), 4);
      if (address == kDevices) {
        outcome_.exit(static_cast<int>(value), at);
      } else if (on_write) {
        on_write(address, value, at);
      }
    } else {
      value = on_read ? on_read(address, at) : 0;
      std::memcpy(transaction.get_data_ptr(), &value, 4);
    }
    accesses.push_back({transaction.is_write(), address, value, at});
  }

  Outcome& outcome_;
};

// Calls a function at given times: hardware that does not depend on the CPU.
class Script : public sc_core::sc_module {
 public:
  explicit Script(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Script);
    SC_THREAD(play);
  }
  void at(TimePs time, std::function<void()> action) {
    actions_.emplace_back(time, std::move(action));
  }

 private:
  void play() {
    for (const auto& [time, action] : actions_) {
      if (time > now_ps()) {
        wait(to_sc_time(time - now_ps()));
      }
      action();
    }
  }
  std::vector<std::pair<TimePs, std::function<void()>>> actions_;
};

struct Bench {
  explicit Bench(const CpuConfig& config = ideal()) : cpu("cpu", start_in_ram(config), outcome) {
    cpu.socket.bind(around.socket);
  }

  // 100 MHz, one cycle for everything: an instruction every 10 ns.
  static CpuConfig ideal() { return with_profile("ideal"); }
  static CpuConfig with_profile(const std::string& name) {
    CpuConfig config;
    config.profile = cycle_profile(name);
    return config;
  }

  void run(const Program& program) {
    around.load(program);
    sc_core::sc_start();
  }
  void raise(HartInterrupt line, bool level = true) {
    cpu.set_interrupt(line, level, sc_core::SC_ZERO_TIME);
  }

  Outcome outcome;
  Surroundings around{"around", outcome};
  Script script{"script"};
  Cpu cpu;

 private:
  static CpuConfig start_in_ram(CpuConfig config) {
    config.reset_pc = Surroundings::kRam;
    config.max_instructions = std::min<std::uint64_t>(config.max_instructions, 10'000'000);
    return config;
  }
};

}  // namespace docsis_vp::platform::testing
