// What a firmware image's debug information says: source lines, and how to find a caller.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::platform {

// x1 and x2 in the psABI; the first is also DWARF's column of the return address.
constexpr unsigned kReturnAddress = 1;
constexpr unsigned kStackPointer = 2;

// A hart's registers where a function was interrupted or went on to call another.
struct CallFrame {
  std::array<std::uint32_t, 32> registers = {};
  std::uint32_t pc = 0;
};

// Reads a word of memory; nothing where there is none.
using ReadWord = std::function<std::optional<std::uint32_t>(std::uint32_t)>;

// Read by libdw. An image without debug information, or that is not there, has none: all answers
// are empty.
class DebugInfo {
 public:
  // Code that one line of a source was compiled to; end excluded.
  struct Row {
    std::uint32_t first;
    std::uint32_t end;
    std::uint32_t file;  // see file()
    std::uint32_t line;  // from 1
  };

  explicit DebugInfo(const std::string& elf_path);
  ~DebugInfo();
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;

  // By address, without overlap.
  const std::vector<Row>& rows() const { return rows_; }
  // As the image has it: other tools look for the file.
  const std::string& file(std::uint32_t index) const { return files_[index]; }
  const Row* row_at(std::uint32_t address) const;
  // "fw/docsis_pie/main.c:47", printable; empty if not known.
  std::string source_of(std::uint32_t address) const;

  // The state of the caller of a function that is at `address`, by its call frame information. Its
  // pc is the return address, its sp where the function's frame begins.
  std::optional<CallFrame> caller(const CallFrame& frame, std::uint32_t address,
                                  const ReadWord& read) const;

 private:
  struct Handles;

  void read_lines();
  std::uint32_t index_of(const std::string& file);

  std::unique_ptr<Handles> handles_;
  std::vector<std::string> files_;
  std::vector<Row> rows_;
};

}  // namespace docsis_vp::platform
