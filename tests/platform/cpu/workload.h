// A program for comparisons of runs that may differ in speed only.
#pragma once

#include <cstdint>

#include "tests/platform/cpu/assembler.h"

namespace docsis_vp::platform::testing {

inline constexpr std::uint32_t kWorkloadHandler = 0x80000400, kTimer = 0x20000020,
                               kWorkloadData = 0x80008000;

// Mixed work that sometimes writes to a device and reads its data back, while interrupts come at
// times unrelated to the clock. The handler acknowledges, records mcycle and pc, and ends the run
// after 40 interrupts.
inline Program workload() {
  Program program;
  program.li(t0, kWorkloadHandler)
      .word(csrrw(x0, csr::kMtvec, t0))
      .li(s0, kTimer)
      .li(s1, kWorkloadData);
  program.li(t0, 0x880).words(csrrw(x0, csr::kMie, t0), csr_immediate(6, x0, csr::kMstatus, 8));
  program.li(a1, 12345).li(a2, 77).pad_to(0x80000080);
  const std::uint32_t loop = program.here();
  program.words(addi(a3, x0, 5), mul(a1, a1, a2), r_type(1, 5, a4, a1, a2), sw(a1, s1, 3));
  program.words(lw(a5, s1, 2), add(a1, a1, a5), addi(a3, a3, -1)).half(kCNop);
  program.words(bne(a3, x0, 10)).half(kCNop).half(kCNop).half(kCNop);
  program.words(lw(a6, s0, 4), add(a1, a1, a6), sw(a1, s0, 8)).half(kCNop).half(kCNop);
  program.words(i_type(31, a1, 7, a7), addi(a7, a7, -1), bne(a7, x0, -4));
  program.word(jal(x0, static_cast<std::int32_t>(loop - program.here())));
  program.pad_to(kWorkloadHandler);
  program.words(csrrs(s2, csr::kMcycle, x0), csrrs(s3, csr::kMepc, x0),
                csrrs(s4, csr::kMcause, x0));
  program.words(sw(s4, s0, 0), sw(s2, s0, 12), sw(s3, s0, 16), csrrs(s5, csr::kMinstret, x0));
  program.words(sw(s5, s0, 20), addi(s6, s6, 1), addi(s7, x0, 40), beq(s6, s7, 8), kMret);
  return program.exit();
}

}  // namespace docsis_vp::platform::testing
