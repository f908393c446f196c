// What a firmware image's debug information says: source lines, and how to find a caller.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
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
    // Else more of a statement that began before: a compiler mixes the instructions of several.
    bool begins_statement;
    // From 1; 0: not known, or its compiler does not say where statements begin.
    std::uint32_t column;
  };
  // Where a source declares a function.
  struct Declaration {
    std::uint32_t file;  // see file()
    std::uint32_t line;
  };

  // Code of one function: the function itself, or a place that it was inlined at.
  struct Copy {
    std::uint32_t parent = 0;  // that it was inlined into, a number for copy(); 0: none
    std::uint32_t file = 0;    // of the call that it stands for, see file()
    std::uint32_t line = 0;    // 0: not known
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
  // Returns the declaration of the function that begins at an address; null if not known.
  const Declaration* declaration_at(std::uint32_t address) const;
  // The number of the copy that an address lies in, the innermost; 0: not known.
  std::uint32_t copy_at(std::uint32_t address) const;
  const Copy& copy(std::uint32_t number) const { return copies_[number]; }
  // "fw/docsis_pie/main.c:47", printable; empty if not known.
  std::string source_of(std::uint32_t address) const;

  // The state of the caller of a function that is at `address`, by its call frame information. Its
  // pc is the return address, its sp where the function's frame begins.
  std::optional<CallFrame> caller(const CallFrame& frame, std::uint32_t address,
                                  const ReadWord& read) const;

 private:
  struct Handles;
  class FunctionReader;
  class LineReader;

  void read_lines();
  std::uint32_t index_of(const std::string& file);

  std::unique_ptr<Handles> handles_;
  std::vector<std::string> files_;
  std::vector<Row> rows_;
  std::map<std::uint32_t, Declaration> declarations_;  // by address
  std::vector<Copy> copies_ = {{}};                    // by number
  std::map<std::uint32_t, std::uint32_t> copy_at_;     // from an address on, up to the next
};

}  // namespace docsis_vp::platform
