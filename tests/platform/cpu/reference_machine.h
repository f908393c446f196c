// RV32IMC as Unicorn, an independent implementation, executes it.
#pragma once

#include <unicorn/unicorn.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace docsis_vp::platform::testing {

// Unicorn delivers no trap to mtvec; it stops, and the test compares where and why.
class ReferenceMachine {
 public:
  struct Memory {
    std::uint32_t base;
    std::vector<std::uint8_t>* bytes;
    bool writable;
  };
  using Registers = std::array<std::uint32_t, 32>;

  // The machine works on the bytes that it is given.
  explicit ReferenceMachine(const std::vector<Memory>& memories) {
    check(uc_open(UC_ARCH_RISCV, UC_MODE_RISCV32, &machine_));
    for (const Memory& memory : memories) {
      const std::uint32_t rights =
          memory.writable ? UC_PROT_READ | UC_PROT_WRITE : UC_PROT_READ | UC_PROT_EXEC;
      check(uc_mem_map_ptr(machine_, memory.base, memory.bytes->size(), rights,
                           memory.bytes->data()));
    }
    uc_hook hook = 0;
    check(uc_hook_add(machine_, &hook, UC_HOOK_INTR, reinterpret_cast<void*>(&on_exception), this,
                      1, 0));
    for (int number = 0; number < 32; ++number) {
      numbers_[static_cast<std::size_t>(number)] = UC_RISCV_REG_X0 + number;
    }
  }
  ReferenceMachine(const ReferenceMachine&) = delete;
  ReferenceMachine& operator=(const ReferenceMachine&) = delete;
  ~ReferenceMachine() { uc_close(machine_); }

  // Returns the value of mcause if an instruction trapped; pc() then is that instruction's.
  std::optional<std::uint32_t> run(std::size_t instructions) {
    cause_.reset();
    if (instructions == 0) {
      return cause_;  // to Unicorn, no limit
    }
    const std::uint32_t start = pc();
    const uc_err error = uc_emu_start(machine_, start, kNowhere, 0, instructions);
    if (cause_) {
      set_pc(trap_pc_);
      return cause_;
    }
    switch (error) {
      case UC_ERR_OK:
        return {};
      case UC_ERR_INSN_INVALID:
        return 3;  // ebreak; what is illegal comes as an exception
      case UC_ERR_READ_UNMAPPED:
        return 5;
      case UC_ERR_WRITE_UNMAPPED:
      case UC_ERR_WRITE_PROT:
        return 7;
      default:
        throw std::runtime_error(std::string("Unicorn: ") + uc_strerror(error));
    }
  }

  std::uint32_t pc() {
    std::uint32_t value = 0;
    check(uc_reg_read(machine_, UC_RISCV_REG_PC, &value));
    return value;
  }
  void set_pc(std::uint32_t value) { check(uc_reg_write(machine_, UC_RISCV_REG_PC, &value)); }
  void set_reg(unsigned number, std::uint32_t value) {
    check(uc_reg_write(machine_, numbers_[number], &value));
  }
  Registers registers() {
    Registers values = {};
    std::array<void*, 32> places;
    for (std::size_t number = 0; number < places.size(); ++number) {
      places[number] = &values[number];
    }
    check(uc_reg_read_batch(machine_, numbers_.data(), places.data(), 32));
    return values;
  }

 private:
  static constexpr std::uint32_t kNowhere = 0xfffffff0;

  static void on_exception(uc_engine* machine, std::uint32_t number, void* self) {
    auto& reference = *static_cast<ReferenceMachine*>(self);
    reference.cause_ = number == 8 || number == 9 ? 11 : number;  // has no word of its privilege
    uc_reg_read(machine, UC_RISCV_REG_PC, &reference.trap_pc_);
    reference.trap_pc_ -= 4;  // Unicorn went on, by 4 bytes whatever the instruction's length
    uc_emu_stop(machine);
  }
  static void check(uc_err error) {
    if (error != UC_ERR_OK) {
      throw std::runtime_error(std::string("Unicorn: ") + uc_strerror(error));
    }
  }

  uc_engine* machine_ = nullptr;
  std::array<int, 32> numbers_ = {};
  std::optional<std::uint32_t> cause_;
  std::uint32_t trap_pc_ = 0;
};

}  // namespace docsis_vp::platform::testing
