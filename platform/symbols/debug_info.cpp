#include "platform/symbols/debug_info.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "platform/base/printable.h"

namespace docsis_vp::platform {

namespace {

// Images are built with a prefix map, so their paths are like "./fw/main.c". libdw prepends the
// folder of the compilation: "./build/release/./fw/main.c". The part after it is relative to the
// map's root.
std::string tidy(const std::string& path) {
  const std::size_t inner = path.rfind("/./");
  std::string text = inner == std::string::npos ? path : path.substr(inner + 1);
  while (text.rfind("./", 0) == 0) {
    text.erase(0, 2);
  }
  return text;
}

// Assigns a value to [first, end) and overwrites earlier ones.
void assign_range(std::map<std::uint32_t, std::uint32_t>& values, std::uint32_t first,
                  std::uint32_t end, std::uint32_t value) {
  const auto above = values.upper_bound(end);
  const std::uint32_t behind = above == values.begin() ? 0 : std::prev(above)->second;
  values.erase(values.lower_bound(first), above);
  values[first] = value;
  values[end] = behind;
}

// Evaluates the DWARF operations that compilers use in call frame descriptions.
class FrameExpression {
 public:
  FrameExpression(const CallFrame& frame, std::optional<std::uint32_t> frame_address)
      : frame_(frame), frame_address_(frame_address) {}

  std::optional<std::uint32_t> value(const Dwarf_Op* operations, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!step(operations[i])) {
        return {};
      }
    }
    return stack_.empty() ? std::optional<std::uint32_t>() : stack_.back();
  }
  // True if the result is the value itself, not its address.
  bool is_value() const { return is_value_; }

 private:
  bool step(const Dwarf_Op& operation) {
    const auto number = static_cast<std::uint32_t>(operation.number);
    if (operation.atom >= DW_OP_breg0 && operation.atom <= DW_OP_breg31) {
      stack_.push_back(frame_.registers[operation.atom - DW_OP_breg0] + number);
      return true;
    }
    switch (operation.atom) {
      case DW_OP_bregx:
        if (number >= frame_.registers.size()) {
          return false;
        }
        stack_.push_back(frame_.registers[number] + static_cast<std::uint32_t>(operation.number2));
        return true;
      case DW_OP_call_frame_cfa:
        stack_.push_back(frame_address_.value_or(0));
        return frame_address_.has_value();
      case DW_OP_plus_uconst:
        if (stack_.empty()) {
          return false;
        }
        stack_.back() += number;
        return true;
      case DW_OP_stack_value:
        is_value_ = true;
        return true;
      default:
        return false;
    }
  }

  const CallFrame& frame_;
  std::optional<std::uint32_t> frame_address_;
  std::vector<std::uint32_t> stack_;
  bool is_value_ = false;
};

}  // namespace

struct DebugInfo::Handles {
  int file = -1;
  Elf* elf = nullptr;
  Dwarf* dwarf = nullptr;
  Dwarf_CFI* eh_frame = nullptr;

  ~Handles() {
    if (eh_frame != nullptr) {
      dwarf_cfi_end(eh_frame);
    }
    if (dwarf != nullptr) {
      dwarf_end(dwarf);
    }
    if (elf != nullptr) {
      elf_end(elf);
    }
    if (file >= 0) {
      close(file);
    }
  }
};

// Reads the line table of one unit.
class DebugInfo::LineReader {
 public:
  explicit LineReader(DebugInfo& info) : info_(info) {}

  void read(Dwarf_Lines* lines, std::size_t count) {
    const std::size_t first_of_unit = info_.rows_.size();
    for (std::size_t i = 0; i + 1 < count; ++i) {
      read_line(dwarf_onesrcline(lines, i), dwarf_onesrcline(lines, i + 1));
    }
    for (std::size_t row = first_of_unit; !marks_statements_ && row < info_.rows_.size(); ++row) {
      info_.rows_[row].column = 0;
    }
  }

 private:
  // The code of a line ends at the next line's code.
  void read_line(Dwarf_Line* line, Dwarf_Line* next) {
    Dwarf_Addr first = 0;
    Dwarf_Addr end = 0;
    int number = 0;
    bool ends = false;
    bool begins_statement = false;
    int column = 0;
    dwarf_lineaddr(line, &first);
    dwarf_lineaddr(next, &end);
    dwarf_lineno(line, &number);
    dwarf_lineendsequence(line, &ends);
    dwarf_linebeginstatement(line, &begins_statement);
    dwarf_linecol(line, &column);
    marks_statements_ |= !begins_statement;
    const char* const name = dwarf_linesrc(line, nullptr, nullptr);
    if (ends) {
      open_.clear();
    }
    if (ends || number <= 0 || name == nullptr) {
      return;
    }
    const std::pair<std::uint32_t, int> place{info_.index_of(tidy(name)), number};
    if (end <= first) {
      if (begins_statement) {
        open_[place] = column;
      }
      return;
    }
    if (const auto begun = open_.find(place); begun != open_.end()) {
      column = begins_statement ? column : begun->second;
      begins_statement = true;
      open_.erase(begun);
    }
    info_.rows_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end),
                           place.first, static_cast<std::uint32_t>(number), begins_statement,
                           static_cast<std::uint32_t>(column)});
  }

  DebugInfo& info_;
  bool marks_statements_ = false;
  // Statements whose code continues later, after code of other statements: columns by file and
  // line.
  std::map<std::pair<std::uint32_t, int>, int> open_;
};

// Reads the declarations of functions and the places of their copies. Runs after the lines are
// read.
class DebugInfo::FunctionReader {
 public:
  explicit FunctionReader(DebugInfo& info) : info_(info) {}

  void read() {
    Dwarf_CU* unit = nullptr;
    Dwarf_Die root;
    while (dwarf_get_units(info_.handles_->dwarf, unit, &unit, nullptr, nullptr, &root, nullptr) ==
           0) {
      dwarf_getsrcfiles(&root, &files_, nullptr);
      open_ = {{root, 0}};
      while (!open_.empty()) {
        Entry entry = open_.back();
        open_.pop_back();
        read_entry(entry);
      }
      files_ = nullptr;
    }
  }

 private:
  struct Entry {
    Dwarf_Die die;
    std::uint32_t copy;  // the enclosing copy
  };

  // Inner copies come after outer ones and take over their addresses.
  void read_entry(Entry& entry) {
    const int tag = dwarf_tag(&entry.die);
    if (tag == DW_TAG_subprogram && !add_function(entry.die)) {
      return;
    }
    if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine) {
      add_copy(entry);
    }
    Dwarf_Die child;
    for (int status = dwarf_child(&entry.die, &child); status == 0;
         status = dwarf_siblingof(&child, &child)) {
      open_.push_back({child, entry.copy});
    }
  }

  // Returns false if the function is no part of the image. The linker leaves discarded code at
  // address 0, which then belongs to another source's line or to none.
  bool add_function(Dwarf_Die& die) {
    Dwarf_Addr entry = 0;
    if (dwarf_entrypc(&die, &entry) != 0) {
      return true;  // abstract instance, shared by its copies
    }
    const char* const name = dwarf_decl_file(&die);
    const auto address = static_cast<std::uint32_t>(entry);
    const Row* const row = info_.row_at(address);
    const std::uint32_t file = name != nullptr ? info_.index_of(tidy(name)) : kNoFile;
    const bool is_there = row != nullptr && row->first == address &&
                          (address > 1 || file == kNoFile || row->file == file);
    int line = 0;
    if (is_there && file != kNoFile && dwarf_decl_line(&die, &line) == 0 && line > 0) {
      info_.declarations_.insert({address, {file, static_cast<std::uint32_t>(line)}});
    }
    return is_there;
  }

  void add_copy(Entry& entry) {
    Copy copy{entry.copy, 0, 0};
    const std::uint64_t file = number(entry.die, DW_AT_call_file);
    const char* const name =
        file != 0 && files_ != nullptr ? dwarf_filesrc(files_, file, nullptr, nullptr) : nullptr;
    if (name != nullptr) {
      copy.file = info_.index_of(tidy(name));
      copy.line = static_cast<std::uint32_t>(number(entry.die, DW_AT_call_line));
    }
    entry.copy = static_cast<std::uint32_t>(info_.copies_.size());
    info_.copies_.push_back(copy);
    std::ptrdiff_t offset = 0;
    Dwarf_Addr base = 0;
    Dwarf_Addr first = 0;
    Dwarf_Addr end = 0;
    while ((offset = dwarf_ranges(&entry.die, offset, &base, &first, &end)) > 0) {
      if (end > first) {
        assign_range(info_.copy_at_, static_cast<std::uint32_t>(first),
                     static_cast<std::uint32_t>(end), entry.copy);
      }
    }
  }

  // Returns 0 if the attribute is missing.
  static std::uint64_t number(Dwarf_Die& die, unsigned attribute) {
    Dwarf_Attribute found;
    Dwarf_Word value = 0;
    dwarf_formudata(dwarf_attr(&die, attribute, &found), &value);
    return value;
  }

  static constexpr std::uint32_t kNoFile = UINT32_MAX;

  DebugInfo& info_;
  std::vector<Entry> open_;
  Dwarf_Files* files_ = nullptr;  // of the unit
};

DebugInfo::DebugInfo(const std::string& elf_path) : handles_(std::make_unique<Handles>()) {
  elf_version(EV_CURRENT);
  handles_->file = open(elf_path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handles_->file < 0) {
    return;
  }
  handles_->elf = elf_begin(handles_->file, ELF_C_READ, nullptr);
  if (handles_->elf == nullptr) {
    return;
  }
  handles_->dwarf = dwarf_begin_elf(handles_->elf, DWARF_C_READ, nullptr);
  handles_->eh_frame = dwarf_getcfi_elf(handles_->elf);
  if (handles_->dwarf != nullptr) {
    read_lines();
    FunctionReader(*this).read();
  }
}

DebugInfo::~DebugInfo() = default;

std::uint32_t DebugInfo::index_of(const std::string& file) {
  const auto known = std::find(files_.begin(), files_.end(), file);
  if (known == files_.end()) {
    files_.push_back(file);
    return static_cast<std::uint32_t>(files_.size() - 1);
  }
  return static_cast<std::uint32_t>(known - files_.begin());
}

void DebugInfo::read_lines() {
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  while (dwarf_get_units(handles_->dwarf, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&die, &lines, &count) == 0) {
      LineReader(*this).read(lines, count);
    }
  }
  // The linker leaves discarded code at address 0, on top of real code: the later sequence loses.
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.first < b.first; });
  std::uint32_t end = 0;
  const auto overlaps = [&end](const Row& row) {
    const bool inside = row.first < end;
    end = inside ? end : row.end;
    return inside;
  };
  rows_.erase(std::remove_if(rows_.begin(), rows_.end(), overlaps), rows_.end());
}

const DebugInfo::Declaration* DebugInfo::declaration_at(std::uint32_t address) const {
  const auto found = declarations_.find(address);
  return found == declarations_.end() ? nullptr : &found->second;
}

std::uint32_t DebugInfo::copy_at(std::uint32_t address) const {
  const auto above = copy_at_.upper_bound(address);
  return above == copy_at_.begin() ? 0 : std::prev(above)->second;
}

const DebugInfo::Row* DebugInfo::row_at(std::uint32_t address) const {
  const auto above =
      std::upper_bound(rows_.begin(), rows_.end(), address,
                       [](std::uint32_t value, const Row& row) { return value < row.first; });
  if (above == rows_.begin() || address >= std::prev(above)->end) {
    return nullptr;
  }
  return &*std::prev(above);
}

std::string DebugInfo::source_of(std::uint32_t address) const {
  const Row* const row = row_at(address);
  return row == nullptr ? "" : printable(file(row->file)) + ":" + std::to_string(row->line);
}

std::optional<CallFrame> DebugInfo::caller(const CallFrame& frame, std::uint32_t address,
                                           const ReadWord& read) const {
  Dwarf_Frame* found = nullptr;
  for (Dwarf_CFI* const source :
       {handles_->dwarf != nullptr ? dwarf_getcfi(handles_->dwarf) : nullptr, handles_->eh_frame}) {
    if (found == nullptr && source != nullptr) {
      dwarf_cfi_addrframe(source, address, &found);
    }
  }
  const std::unique_ptr<Dwarf_Frame, decltype(&std::free)> rules(found, &std::free);
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (!rules || dwarf_frame_cfa(rules.get(), &operations, &count) != 0 || count == 0) {
    return {};
  }
  const std::optional<std::uint32_t> frame_address =
      FrameExpression(frame, {}).value(operations, count);
  if (!frame_address) {
    return {};
  }
  CallFrame caller = frame;
  for (unsigned number = 1; number < frame.registers.size(); ++number) {
    Dwarf_Op memory[3];
    if (dwarf_frame_register(rules.get(), static_cast<int>(number), memory, &operations, &count) !=
            0 ||
        count == 0) {
      continue;  // unchanged or unknown
    }
    FrameExpression expression(frame, frame_address);
    const std::optional<std::uint32_t> value = expression.value(operations, count);
    const std::optional<std::uint32_t> loaded =
        !value || expression.is_value() ? value : read(*value);
    if (!loaded) {
      return {};
    }
    caller.registers[number] = *loaded;
  }
  caller.registers[kStackPointer] = *frame_address;
  caller.pc = caller.registers[kReturnAddress];
  return caller;
}

}  // namespace docsis_vp::platform
