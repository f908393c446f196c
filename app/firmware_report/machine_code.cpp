#include "app/firmware_report/machine_code.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "platform/cpu/decoder.h"

namespace docsis_vp::app {

namespace {

using platform::Instruction;
using platform::Operation;

constexpr unsigned kRa = 1, kSp = 2, kT0 = 5;
constexpr std::uint32_t kMstatus = 0x300, kMstatusMie = 1U << 3;
constexpr platform::Extensions kAll =
    platform::kBase | platform::kZba | platform::kZbb | platform::kZbs;

// Empty outside the image.
using WordAt = std::function<std::optional<std::uint32_t>(std::uint32_t address)>;

// Value of a register before a jump through a compiler's table, as in a switch: the address of an
// entry, the entry itself, or the sum of the entry and its base.
struct TableValue {
  enum class Kind { kAddress, kEntry, kPlace };
  Kind kind;
  std::uint32_t table;
};

// Reads a function from its first instruction to its last, across all jumps.
class Reader {
 public:
  Reader(std::uint32_t first, std::uint32_t end, WordAt word_at)
      : first_(first), end_(end), word_at_(std::move(word_at)) {}

  void read(const Instruction& instruction, std::uint32_t pc) {
    const std::uint32_t target = pc + instruction.immediate;
    switch (instruction.operation) {
      case Operation::jal:
        go(target, instruction.rd);
        break;
      case Operation::beq:
      case Operation::bne:
      case Operation::blt:
      case Operation::bge:
      case Operation::bltu:
      case Operation::bgeu:
        go(target, 0);
        return;
      case Operation::jalr:
        go_by_register(instruction);
        break;
      case Operation::mret:
        code_.returns_from_trap = true;
        break;
      default:
        touch_stack(instruction);
        touch_interrupts(instruction);
    }
    follow_tables(instruction);
    follow_constants(instruction, pc);
  }

  MachineCode result() {
    std::sort(code_.calls.begin(), code_.calls.end());
    code_.calls.erase(std::unique(code_.calls.begin(), code_.calls.end()), code_.calls.end());
    return code_;
  }

 private:
  // link: register that gets the return address; 0: none.
  void go(std::uint32_t target, unsigned link) {
    if (link == kT0) {
      code_.prologues.push_back(target);
    } else if ((link != 0 && target == first_) || target < first_ || target >= end_) {
      code_.calls.push_back(target);
    }
  }

  void go_by_register(const Instruction& instruction) {
    const unsigned by = instruction.rs1;
    if (const auto base = known_[by]) {
      go((*base + instruction.immediate) & ~1U, instruction.rd);
    } else if (instruction.rd != 0 || (by != kRa && by != kT0 && !stays_inside(by))) {
      code_.calls_indirectly = true;
    }
  }

  // True if a jump by this register belongs to a switch. The first entry of a switch points behind
  // the first instruction of this function; a pointer to a function never does.
  bool stays_inside(unsigned by) const {
    const std::optional<TableValue>& value = tables_[by];
    if (!value || value->kind == TableValue::Kind::kAddress) {
      return false;
    }
    std::optional<std::uint32_t> target = word_at_(value->table);
    if (target && value->kind == TableValue::Kind::kPlace) {
      *target += value->table;
    }
    return target && *target > first_ && *target < end_;
  }

  void follow_tables(const Instruction& instruction) {
    const std::optional<TableValue> made = table_value(instruction);
    if (instruction.rd != 0) {
      tables_[instruction.rd] = made;
    }
  }

  // Call it before the instruction changes the known values.
  std::optional<TableValue> table_value(const Instruction& instruction) const {
    using Kind = TableValue::Kind;
    const auto rs1 = instruction.rs1;
    const auto rs2 = instruction.rs2;
    if (instruction.operation == Operation::lw) {
      const std::optional<TableValue>& from = tables_[rs1];
      return from && from->kind == Kind::kAddress
                 ? std::optional<TableValue>({Kind::kEntry, from->table + instruction.immediate})
                 : std::nullopt;
    }
    if (instruction.operation == Operation::sh2add && rs2 != 0 && known_[rs2]) {
      return TableValue{Kind::kAddress, *known_[rs2]};
    }
    if (instruction.operation != Operation::add || rs1 == 0 || rs2 == 0 ||
        known_[rs1].has_value() == known_[rs2].has_value()) {
      return {};
    }
    const std::uint32_t base = known_[rs1] ? *known_[rs1] : *known_[rs2];
    const std::optional<TableValue>& other = tables_[known_[rs1] ? rs2 : rs1];
    if (other && other->kind == Kind::kEntry && other->table == base) {
      return TableValue{Kind::kPlace, base};
    }
    return other ? std::nullopt : std::optional<TableValue>({Kind::kAddress, base});
  }

  void touch_stack(const Instruction& instruction) {
    if (instruction.rd != kSp) {
      return;
    }
    const auto amount = static_cast<std::int32_t>(instruction.immediate);
    if (instruction.operation == Operation::addi && instruction.rs1 == kSp) {
      // If a register was just set to a constant, this is the rest of that constant.
      code_.frame_bytes += !known_[kSp] && amount < 0 ? static_cast<std::uint32_t>(-amount) : 0U;
    } else if (instruction.operation == Operation::lui ||
               instruction.operation == Operation::auipc ||
               (instruction.operation == Operation::addi && known_[instruction.rs1])) {
      code_.sets_stack = true;
    } else if (instruction.operation == Operation::add && known_[instruction.rs2]) {
      const auto step = static_cast<std::int32_t>(*known_[instruction.rs2]);
      code_.frame_bytes += step < 0 ? static_cast<std::uint32_t>(-step) : 0U;
    } else {
      code_.moves_stack = true;
    }
  }

  void touch_interrupts(const Instruction& instruction) {
    const bool sets =
        instruction.operation == Operation::csrrs || instruction.operation == Operation::csrrw;
    const bool sets_bits =
        instruction.operation == Operation::csrrsi || instruction.operation == Operation::csrrwi;
    if (instruction.immediate >> 20 != kMstatus || instruction.rs1 == 0) {
      return;
    }
    const bool may_enable =
        sets_bits ? (instruction.rs1 & kMstatusMie) != 0
                  : sets && (known_[instruction.rs1].value_or(kMstatusMie) & kMstatusMie) != 0;
    code_.enables_interrupts = code_.enables_interrupts || may_enable;
  }

  // Tracks registers with a constant in straight-line code. Neither constants nor table entries
  // remain known after a jump.
  void follow_constants(const Instruction& instruction, std::uint32_t pc) {
    const bool jumps =
        instruction.operation == Operation::jal || instruction.operation == Operation::jalr;
    if (jumps) {
      known_ = only_zero();
      tables_ = {};
      return;
    }
    if (instruction.rd == 0) {
      return;
    }
    std::optional<std::uint32_t>& value = known_[instruction.rd];
    switch (instruction.operation) {
      case Operation::lui:
        value = instruction.immediate;
        break;
      case Operation::auipc:
        value = pc + instruction.immediate;
        break;
      case Operation::addi:
        value = known_[instruction.rs1];
        if (value) {
          *value += instruction.immediate;
        }
        break;
      default:
        value.reset();
    }
  }

  using Known = std::array<std::optional<std::uint32_t>, 32>;
  static Known only_zero() {
    Known known;
    known[0] = 0;
    return known;
  }

  const std::uint32_t first_;
  const std::uint32_t end_;
  const WordAt word_at_;
  MachineCode code_;
  std::array<std::optional<TableValue>, 32> tables_;
  Known known_ = only_zero();
};

}  // namespace

MachineCode machine_code(const LinkedImage& image, const ImageSymbol& function) {
  const ImageSection& section = *image.section_at(function.address);
  const std::uint32_t end =
      std::min(function.address + function.bytes, section.address + section.bytes);
  const auto word_at = [&image](std::uint32_t address) -> std::optional<std::uint32_t> {
    return image.word_at(address);
  };
  Reader reader(function.address, end, word_at);
  const auto halfword = [&](std::uint32_t address) -> std::uint32_t {
    const std::uint32_t offset = address - section.address;
    return offset + 2 > section.contents.size()
               ? 0
               : section.contents[offset] | std::uint32_t{section.contents[offset + 1]} << 8;
  };
  for (std::uint32_t pc = function.address; pc + 2 <= end;) {
    const std::uint32_t bits = halfword(pc) | halfword(pc + 2) << 16;
    const Instruction instruction = platform::decode(bits, kAll);
    reader.read(instruction, pc);
    pc += instruction.length_bytes;
  }
  return reader.result();
}

}  // namespace docsis_vp::app
