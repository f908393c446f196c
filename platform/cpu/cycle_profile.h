// Holds the cycle costs of a core's instructions as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::platform {

// Cycles per instruction by cost class. The defaults are those of the `ideal` core.
struct CycleProfile {
  std::string name = "ideal";
  std::string isa = "rv32imc_zicsr_zifencei";
  std::uint32_t alu = 1;        // integer, shifts, lui, auipc, bit manipulation
  std::uint32_t csr_read = 1;   // also a write to mscratch or mepc
  std::uint32_t csr_write = 1;  // any other CSR
  std::uint32_t load = 1;
  std::uint32_t load_use = 0;  // added if the next instruction reads the loaded register
  std::uint32_t store = 1;
  std::uint32_t word_crossing = 0;  // added for an access that crosses a 32-bit word
  std::uint32_t mul = 1;
  std::uint32_t mul_high = 1;  // mulh, mulhu, mulhsu
  std::uint32_t divide = 1;    // div, divu, rem, remu
  std::uint32_t divide_by_zero = 1;
  std::uint32_t branch_not_taken = 1;
  std::uint32_t branch_taken = 1;
  std::uint32_t jump = 1;  // jal, jalr
  // added if the target is a 32-bit instruction at an address of 2 mod 4
  std::uint32_t misaligned_target = 0;
  std::uint32_t fence = 1;
  std::uint32_t fence_i = 1;
  std::uint32_t mret = 1;
  std::uint32_t wfi = 1;         // before the core sleeps
  std::uint32_t trap_entry = 1;  // exception or interrupt, until the first instruction of
                                 // the handler starts
  // If true, no instruction, access or interrupt takes time: firmware completes at the instant that
  // woke it. The costs above then only limit the work at one instant.
  bool instantaneous = false;
  // Published area of the core in gate equivalents, and its range; 0: not known.
  std::uint32_t area_ge = 0;
  std::uint32_t area_ge_low = 0;
  std::uint32_t area_ge_high = 0;
};

// Returns a named profile: "ibex-small", "ibex-maxperf" (lowRISC Ibex, manual sec. "Pipeline
// Details", and counts measured on its RTL), "ideal" or "zero". Throws InputError, which lists
// them, for another name.
const CycleProfile& cycle_profile(const std::string& name);
std::vector<std::string> cycle_profile_names();
// Returns a named profile, or reads it from a file (profile_file.h). A name takes precedence.
CycleProfile read_cycle_profile(const std::string& name_or_file);

}  // namespace docsis_vp::platform
