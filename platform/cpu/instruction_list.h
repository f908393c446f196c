// Lists all instructions; the decoder, the cycle tables and the execution engine are generated from
// it. Encodings: RISC-V unprivileged specification 20191213 ch. 24 and bit-manipulation extension
// 1.0.0; mret and wfi: privileged specification 20211203 sec. 3.3.
//
// X(operation, match, mask, format, cost class, extension)
#pragma once

// clang-format off
#define DOCSIS_VP_INSTRUCTIONS(X)                              \
  X(lui,     0x00000037, 0x0000007f, kU,      kAlu,     kBase) \
  X(auipc,   0x00000017, 0x0000007f, kU,      kAlu,     kBase) \
  X(jal,     0x0000006f, 0x0000007f, kJ,      kJump,    kBase) \
  X(jalr,    0x00000067, 0x0000707f, kI,      kJump,    kBase) \
  X(beq,     0x00000063, 0x0000707f, kB,      kBranch,  kBase) \
  X(bne,     0x00001063, 0x0000707f, kB,      kBranch,  kBase) \
  X(blt,     0x00004063, 0x0000707f, kB,      kBranch,  kBase) \
  X(bge,     0x00005063, 0x0000707f, kB,      kBranch,  kBase) \
  X(bltu,    0x00006063, 0x0000707f, kB,      kBranch,  kBase) \
  X(bgeu,    0x00007063, 0x0000707f, kB,      kBranch,  kBase) \
  X(lb,      0x00000003, 0x0000707f, kI,      kLoad,    kBase) \
  X(lh,      0x00001003, 0x0000707f, kI,      kLoad,    kBase) \
  X(lw,      0x00002003, 0x0000707f, kI,      kLoad,    kBase) \
  X(lbu,     0x00004003, 0x0000707f, kI,      kLoad,    kBase) \
  X(lhu,     0x00005003, 0x0000707f, kI,      kLoad,    kBase) \
  X(sb,      0x00000023, 0x0000707f, kS,      kStore,   kBase) \
  X(sh,      0x00001023, 0x0000707f, kS,      kStore,   kBase) \
  X(sw,      0x00002023, 0x0000707f, kS,      kStore,   kBase) \
  X(addi,    0x00000013, 0x0000707f, kI,      kAlu,     kBase) \
  X(slti,    0x00002013, 0x0000707f, kI,      kAlu,     kBase) \
  X(sltiu,   0x00003013, 0x0000707f, kI,      kAlu,     kBase) \
  X(xori,    0x00004013, 0x0000707f, kI,      kAlu,     kBase) \
  X(ori,     0x00006013, 0x0000707f, kI,      kAlu,     kBase) \
  X(andi,    0x00007013, 0x0000707f, kI,      kAlu,     kBase) \
  X(slli,    0x00001013, 0xfe00707f, kShift,  kAlu,     kBase) \
  X(srli,    0x00005013, 0xfe00707f, kShift,  kAlu,     kBase) \
  X(srai,    0x40005013, 0xfe00707f, kShift,  kAlu,     kBase) \
  X(add,     0x00000033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(sub,     0x40000033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(sll,     0x00001033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(slt,     0x00002033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(sltu,    0x00003033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(xor_,    0x00004033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(srl,     0x00005033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(sra,     0x40005033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(or_,     0x00006033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(and_,    0x00007033, 0xfe00707f, kR,      kAlu,     kBase) \
  X(mul,     0x02000033, 0xfe00707f, kR,      kMul,     kBase) \
  X(mulh,    0x02001033, 0xfe00707f, kR,      kMulHigh, kBase) \
  X(mulhsu,  0x02002033, 0xfe00707f, kR,      kMulHigh, kBase) \
  X(mulhu,   0x02003033, 0xfe00707f, kR,      kMulHigh, kBase) \
  X(div,     0x02004033, 0xfe00707f, kR,      kDivide,  kBase) \
  X(divu,    0x02005033, 0xfe00707f, kR,      kDivide,  kBase) \
  X(rem,     0x02006033, 0xfe00707f, kR,      kDivide,  kBase) \
  X(remu,    0x02007033, 0xfe00707f, kR,      kDivide,  kBase) \
  X(fence,   0x0000000f, 0x0000707f, kNone,   kFence,   kBase) \
  X(fence_i, 0x0000100f, 0x0000707f, kNone,   kSystem,  kBase) \
  X(ecall,   0x00000073, 0xffffffff, kNone,   kSystem,  kBase) \
  X(ebreak,  0x00100073, 0xffffffff, kNone,   kSystem,  kBase) \
  X(mret,    0x30200073, 0xffffffff, kNone,   kSystem,  kBase) \
  X(wfi,     0x10500073, 0xffffffff, kNone,   kSystem,  kBase) \
  X(csrrw,   0x00001073, 0x0000707f, kCsr,    kSystem,  kBase) \
  X(csrrs,   0x00002073, 0x0000707f, kCsr,    kSystem,  kBase) \
  X(csrrc,   0x00003073, 0x0000707f, kCsr,    kSystem,  kBase) \
  X(csrrwi,  0x00005073, 0x0000707f, kCsrImm, kSystem,  kBase) \
  X(csrrsi,  0x00006073, 0x0000707f, kCsrImm, kSystem,  kBase) \
  X(csrrci,  0x00007073, 0x0000707f, kCsrImm, kSystem,  kBase) \
  X(sh1add,  0x20002033, 0xfe00707f, kR,      kAlu,     kZba)  \
  X(sh2add,  0x20004033, 0xfe00707f, kR,      kAlu,     kZba)  \
  X(sh3add,  0x20006033, 0xfe00707f, kR,      kAlu,     kZba)  \
  X(andn,    0x40007033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(orn,     0x40006033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(xnor,    0x40004033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(clz,     0x60001013, 0xfff0707f, kUnary,  kAlu,     kZbb)  \
  X(ctz,     0x60101013, 0xfff0707f, kUnary,  kAlu,     kZbb)  \
  X(cpop,    0x60201013, 0xfff0707f, kUnary,  kAlu,     kZbb)  \
  X(max,     0x0a006033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(maxu,    0x0a007033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(min,     0x0a004033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(minu,    0x0a005033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(sext_b,  0x60401013, 0xfff0707f, kUnary,  kAlu,     kZbb)  \
  X(sext_h,  0x60501013, 0xfff0707f, kUnary,  kAlu,     kZbb)  \
  X(zext_h,  0x08004033, 0xfff0707f, kUnary,  kAlu,     kZbb)  \
  X(rol,     0x60001033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(ror,     0x60005033, 0xfe00707f, kR,      kAlu,     kZbb)  \
  X(rori,    0x60005013, 0xfe00707f, kShift,  kAlu,     kZbb)  \
  X(orc_b,   0x28705013, 0xfff0707f, kUnary,  kAlu,     kZbb)  \
  X(rev8,    0x69805013, 0xfff0707f, kUnary,  kAlu,     kZbb)  \
  X(bclr,    0x48001033, 0xfe00707f, kR,      kAlu,     kZbs)  \
  X(bclri,   0x48001013, 0xfe00707f, kShift,  kAlu,     kZbs)  \
  X(bext,    0x48005033, 0xfe00707f, kR,      kAlu,     kZbs)  \
  X(bexti,   0x48005013, 0xfe00707f, kShift,  kAlu,     kZbs)  \
  X(binv,    0x68001033, 0xfe00707f, kR,      kAlu,     kZbs)  \
  X(binvi,   0x68001013, 0xfe00707f, kShift,  kAlu,     kZbs)  \
  X(bset,    0x28001033, 0xfe00707f, kR,      kAlu,     kZbs)  \
  X(bseti,   0x28001013, 0xfe00707f, kShift,  kAlu,     kZbs)
// clang-format on
