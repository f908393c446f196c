// How many cycles a core takes for what it executes, as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::platform {

// Cycles per instruction, by what decides them. The defaults are the `ideal` core.
struct CycleProfile {
  std::string name = "ideal";
  std::string isa = "rv32imc_zicsr_zifencei";
  std::uint32_t alu = 1;        // integer, shifts, lui, auipc, bit manipulation
  std::uint32_t csr_read = 1;   // also a write to mscratch or mepc
  std::uint32_t csr_write = 1;  // any other CSR
  std::uint32_t load = 1;
  std::uint32_t load_use = 0;  // more, if the very next instruction reads what was loaded
  std::uint32_t store = 1;
  std::uint32_t word_crossing = 0;  // more, for an access that crosses a 32-bit word
  std::uint32_t mul = 1;
  std::uint32_t mul_high = 1;  // mulh, mulhu, mulhsu
  std::uint32_t divide = 1;    // div, divu, rem, remu
  std::uint32_t divide_by_zero = 1;
  std::uint32_t branch_not_taken = 1;
  std::uint32_t branch_taken = 1;
  std::uint32_t jump = 1;               // jal, jalr
  std::uint32_t misaligned_target = 0;  // more, if a transfer ends at a 32-bit instruction at an
                                        // address of 2 mod 4
  std::uint32_t fence = 1;
  std::uint32_t fence_i = 1;
  std::uint32_t mret = 1;
  std::uint32_t wfi = 1;         // before the core sleeps
  std::uint32_t trap_entry = 1;  // exception or interrupt, until the first instruction of
                                 // the handler starts
  // No instruction, access or interrupt takes time: whatever firmware does, it does at the
  // instant that woke it. The counts above then only bound the work at one instant.
  bool instantaneous = false;
  // Area of the core in gate equivalents, as published, and the range about it; 0: not known.
  std::uint32_t area_ge = 0;
  std::uint32_t area_ge_low = 0;
  std::uint32_t area_ge_high = 0;
};

// Named profiles: "ibex-small", "ibex-maxperf" (lowRISC Ibex, manual sec. "Pipeline Details" and
// counts measured on its RTL), "ideal", "zero". Throws InputError, naming them, for another name.
const CycleProfile& cycle_profile(const std::string& name);
std::vector<std::string> cycle_profile_names();
// That, or a file that says it in the form of profile_file.h; a name goes before a file.
CycleProfile read_cycle_profile(const std::string& name_or_file);

}  // namespace docsis_vp::platform
