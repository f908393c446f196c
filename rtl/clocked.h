// Wraps a verilated block with clock and reset.
#pragma once

#include <verilated.h>

#include <cstdint>

namespace docsis_vp::rtl {

template <typename Gates>
class Clocked {
 public:
  Clocked() : gates_(&context_, "gates") { reset(); }

  Gates* operator->() { return &gates_; }
  // Registers listed in state.vlt, by path.
  auto& inside() { return *gates_.rootp; }

  // Evaluates the outputs for the present inputs and registers.
  void settle() { gates_.eval(); }
  void clock() {
    gates_.clk = 0;
    gates_.eval();
    gates_.clk = 1;
    gates_.eval();
    ++clocks_;
  }
  void reset() {
    gates_.reset = 1;
    clock();
    gates_.reset = 0;
  }
  std::uint64_t clocks() const { return clocks_; }

  // For blocks with start and valid: returns the clocks from start to valid.
  unsigned run() {
    gates_.start = 1;
    clock();
    gates_.start = 0;
    unsigned taken = 1;
    for (; !gates_.valid; ++taken) clock();
    return taken;
  }

 private:
  VerilatedContext context_;
  Gates gates_;
  std::uint64_t clocks_ = 0;
};

// Port types depend on their widths.
template <typename Port>
void drive(Port& port, std::uint64_t value) {
  port = static_cast<Port>(value);
}

}  // namespace docsis_vp::rtl
