// Random RV32IMC code without an end: straight lines, loops, calls, accesses of every alignment,
// and instructions that trap.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "tests/platform/cpu/assembler.h"

namespace docsis_vp::platform::testing {

class RandomProgram {
 public:
  // Two registers keep their value: s0 points into data that may be accessed 2 KiB to either
  // side, s1 to the start of the code.
  static constexpr std::uint32_t kDataPointer = s0, kCodePointer = s1;

  // Fills `bytes` with code that starts at the first of them. Transfers go to instructions.
  RandomProgram(std::uint32_t seed, std::uint32_t bytes) : random_(seed), bytes_(bytes) {
    // The length of every instruction is drawn first, so that branches know their targets.
    for (std::uint32_t at = 0; at < bytes_ - 8; at += length_at_.back()) {
      starts_.push_back(at);
      length_at_.push_back(below(3) == 0 ? 2U : 4U);
    }
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      length_at_[i] == 2 ? half(compressed(i)) : word(full(i));
    }
    word(jal(x0, -static_cast<std::int32_t>(code_.size())));
    code_.resize(bytes_);
  }

  const std::vector<std::uint8_t>& code() const { return code_; }
  // For the other registers to start with.
  std::uint32_t value() {
    static constexpr std::uint32_t kEdges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 31, 32};
    return below(2) == 0 ? static_cast<std::uint32_t>(random_()) : kEdges[below(7)];
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  std::uint32_t any() { return below(32); }
  std::uint32_t writable() {
    std::uint32_t number = any();
    while (number == kDataPointer || number == kCodePointer) {
      number = any();
    }
    return number;
  }
  std::int32_t signed_12() { return static_cast<std::int32_t>(below(4096)) - 2048; }
  void half(std::uint32_t bits) {
    code_.push_back(static_cast<std::uint8_t>(bits));
    code_.push_back(static_cast<std::uint8_t>(bits >> 8));
  }
  void word(std::uint32_t bits) {
    half(bits);
    half(bits >> 16);
  }

  // Offset from instruction i to one of at most 60 instructions away, seldom back: most loops of
  // random code have no end.
  std::int32_t to_neighbour(std::size_t i) {
    const std::size_t back = below(8) == 0 ? 60 : 0;
    const std::size_t low = i < back ? 0 : i - back;
    const std::size_t span = std::min(starts_.size(), i + 60) - low;
    std::size_t target = low + below(static_cast<std::uint32_t>(span));
    if (target == i) {  // a loop of one would be dull
      target = i == 0 ? 1 : i - 1;
    }
    return static_cast<std::int32_t>(starts_[target]) - static_cast<std::int32_t>(starts_[i]);
  }

  std::uint32_t full(std::size_t i) {
    static constexpr std::uint32_t kImmediate[] = {0, 2, 3, 4, 6, 7}, kLoad[] = {0, 1, 2, 4, 5},
                                   kBranch[] = {0, 1, 4, 5, 6, 7};
    switch (below(16)) {
      case 0:
      case 1: {
        const std::uint32_t funct3 = below(8);
        const bool alternative = (funct3 == 0 || funct3 == 5) && below(2) == 0;
        return r_type(alternative ? 0x20 : 0, funct3, writable(), any(), any());
      }
      case 2:
      case 3:
        return r_type(1, below(8), writable(), any(), any());
      case 4:
      case 5:
        return i_type(signed_12(), any(), kImmediate[below(6)], writable());
      case 6:
        return below(3) == 0 ? r_type(0, 1, writable(), any(), any(), 0x13)
                             : r_type(below(2) * 0x20, 5, writable(), any(), any(), 0x13);
      case 7:
        return static_cast<std::uint32_t>(random_()) << 12 | writable() << 7 |
               (below(2) == 0 ? 0x37U : 0x17U);
      case 8:
      case 9:
        return i_type(signed_12(), kDataPointer, kLoad[below(5)], writable(), 0x03);
      case 10:
      case 11:
        return s_type(signed_12(), any(), kDataPointer, below(3));
      case 12:
      case 13:
        return b_type(to_neighbour(i), any(), any(), kBranch[below(6)]);
      case 14:
        return below(2) == 0 ? jal(writable(), to_neighbour(i)) : call();
      default:
        return below(4) == 0 ? trapping() : i_type(signed_12(), any(), 2, writable(), 0x03);
    }
  }
  // jalr clears the lowest bit of its target.
  std::uint32_t call() {
    std::size_t near = 0;
    while (near < starts_.size() && starts_[near] < 2046) {
      ++near;
    }
    const auto offset = starts_[below(static_cast<std::uint32_t>(near))];
    return jalr(writable(), kCodePointer, static_cast<std::int32_t>(offset + below(2)));
  }
  std::uint32_t trapping() {
    switch (below(9)) {
      case 0:
        return kEcall;
      case 1:
        return kEbreak;
      case 2:
        return r_type(2 + below(30), below(8), any(), any(), any());  // no such operation
      case 3:
        return r_type(1 + below(31), below(2) == 0 ? 1 : 5, any(), any(), any(), 0x13) | 1U << 25;
      case 4:
        return b_type(8, any(), any(), 2 + below(2));
      case 5:
        return i_type(signed_12(), any(), below(2) == 0 ? 6 : 7, any(), 0x03);
      case 6:
        return s_type(signed_12(), any(), any(), 4 + below(4));
      case 7:
        return i_type(signed_12(), any(), 1 + below(7), any(), 0x67);  // not quite jalr
      default:
        return 0xffffffff;
    }
  }

  std::uint32_t compressed(std::size_t i) {
    const std::uint32_t rd = writable(), amount = 1 + below(31), top = below(2) << 12;
    const std::uint32_t low = 2 + below(6), other = below(8);  // of x8 to x15; low: a0 and up
    switch (below(14)) {
      case 0:
        return 0x0001 | rd << 7 | below(32) << 2 | top;  // c.addi
      case 1:
        return 0x4001 | rd << 7 | below(32) << 2 | top;  // c.li
      case 2:
        return rd == sp ? 0x6101U | amount << 2 | top : 0x6001U | rd << 7 | amount << 2 | top;
      case 3:
        return 0x8002 | top | rd << 7 | amount << 2;  // c.mv, c.add
      case 4:
        return 0x0002 | rd << 7 | amount << 2;  // c.slli
      case 5:
        return 0x8001 | below(2) << 10 | low << 7 | amount << 2;  // c.srli, c.srai
      case 6:
        return 0x8801 | low << 7 | below(32) << 2 | top;  // c.andi
      case 7:
        return 0x8c01 | below(4) << 5 | low << 7 | other << 2;  // c.sub, c.xor, c.or, c.and
      case 8:
        return 0x4000 | below(8) << 10 | below(4) << 5 | low << 2;  // c.lw from s0
      case 9:
        return 0xc000 | below(8) << 10 | below(4) << 5 | other << 2;  // c.sw to s0
      case 10:
        return (1 + below(255)) << 5 | low << 2;  // c.addi4spn
      case 11: {                                  // c.beqz, c.bnez
        const auto offset = static_cast<std::uint32_t>(to_neighbour(i));
        return 0xc001U | below(2) << 13 | (offset >> 8 & 1) << 12 | (offset >> 3 & 3) << 10 |
               other << 7 | (offset >> 6 & 3) << 5 | (offset >> 1 & 3) << 3 |
               (offset >> 5 & 1) << 2;
      }
      case 12: {  // c.j, c.jal
        const auto offset = static_cast<std::uint32_t>(to_neighbour(i));
        return 0x2001U | below(2) << 15 | (offset >> 11 & 1) << 12 | (offset >> 4 & 1) << 11 |
               (offset >> 8 & 3) << 9 | (offset >> 10 & 1) << 8 | (offset >> 6 & 1) << 7 |
               (offset >> 7 & 1) << 6 | (offset >> 1 & 7) << 3 | (offset >> 5 & 1) << 2;
      }
      default: {
        // Unicorn executes some that are reserved: 0x8000, 0x9c41, 0x9c61.
        static constexpr std::uint32_t kTraps[] = {0x0000, 0x9002, 0x8002, 0x4002, 0x6081};
        return kTraps[below(5)];
      }
    }
  }

  std::mt19937 random_;
  const std::uint32_t bytes_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> length_at_;
  std::vector<std::uint8_t> code_;
};

}  // namespace docsis_vp::platform::testing
