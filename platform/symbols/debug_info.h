// Reads source lines, declarations and call frames from the debug information of an image.
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

// x1 and x2 in the psABI; x1 is also DWARF's return address column.
constexpr unsigned kReturnAddress = 1;
constexpr unsigned kStackPointer = 2;

// Registers of a hart at an interrupted or calling instruction.
struct CallFrame {
  std::array<std::uint32_t, 32> registers = {};
  std::uint32_t pc = 0;
};

// Reads a word of memory; returns nothing if there is no memory.
using ReadWord = std::function<std::optional<std::uint32_t>(std::uint32_t)>;

// The implementation uses libdw. All results are empty for a missing image or one without debug
// information.
class DebugInfo {
 public:
  // Code compiled from one source line, [first, end).
  struct Row {
    std::uint32_t first;
    std::uint32_t end;
    std::uint32_t file;  // see file()
    std::uint32_t line;  // from 1
    // false: continues an earlier statement, because compilers interleave statements
    bool begins_statement;
    // From 1; 0: not known, or the compiler does not mark the start of statements.
    std::uint32_t column;
  };
  // Place of a function's declaration.
  struct Declaration {
    std::uint32_t file;  // see file()
    std::uint32_t line;
  };

  // Code of one function: its own body, or an inlined instance of it.
  struct Copy {
    std::uint32_t parent = 0;  // copy that it was inlined into; 0: none
    std::uint32_t file = 0;    // file of the call that was inlined, see file()
    std::uint32_t line = 0;    // 0: not known
  };

  explicit DebugInfo(const std::string& elf_path);
  ~DebugInfo();
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;

  // Sorted by address, without overlap.
  const std::vector<Row>& rows() const { return rows_; }
  // Path as stored in the image; tools search for the file.
  const std::string& file(std::uint32_t index) const { return files_[index]; }
  const Row* row_at(std::uint32_t address) const;
  // Returns the declaration of the function that begins at an address; null if not known.
  const Declaration* declaration_at(std::uint32_t address) const;
  // Returns the number of the innermost copy at an address; 0: not known.
  std::uint32_t copy_at(std::uint32_t address) const;
  const Copy& copy(std::uint32_t number) const { return copies_[number]; }
  // Returns for example "fw/docsis_pie/main.c:47", printable; empty if not known.
  std::string source_of(std::uint32_t address) const;

  // Returns the caller's registers for a function at `address`, from its call frame information.
  // The result's pc is the return address, and its sp the start of the function's frame.
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
  // key: first address; valid up to the next key
  std::map<std::uint32_t, std::uint32_t> copy_at_;
};

}  // namespace docsis_vp::platform
