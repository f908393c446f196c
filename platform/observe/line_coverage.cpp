#include "platform/observe/line_coverage.h"

#include <algorithm>
#include <string>

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kDeepestTraps = 16;

// Paths of libgcc and the C library are relative to their build folders. Their sources are not
// available, and genhtml stops at a missing file.
bool is_of_library(const std::string& source) {
  return source.rfind("../", 0) == 0;
}

}  // namespace

LineCoverage::LineCopy LineCoverage::line_copy_of(const LineCopyKey& key) {
  const auto [found, is_new] =
      line_copies_.try_emplace(key, static_cast<LineCopy>(entered_.size()));
  if (is_new) {
    keys_.push_back(key);
    entered_.emplace_back();
  }
  return found->second;
}

LineCoverage::LineCopy LineCoverage::line_copy_of_row(const DebugInfo::Row& row) {
  return line_copy_of({row.file, row.line, code_->debug().copy_at(row.first)});
}

// Returns the line copy from which execution entered `to`; for inlined code that is the line of the
// call.
LineCoverage::LineCopy LineCoverage::caller_of(LineCopy from, LineCopy to) {
  for (std::uint32_t copy = keys_[from].copy; copy != keys_[to].copy && copy != 0;) {
    const DebugInfo::Copy& inlined = code_->debug().copy(copy);
    if (inlined.parent == keys_[to].copy) {
      return line_copy_of({inlined.file, inlined.line, inlined.parent});
    }
    copy = inlined.parent;
  }
  return from;
}

LineCoverage::Place LineCoverage::place_of(std::uint32_t pc) {
  Place place;
  const DebugInfo& debug = code_->debug();
  if (const DebugInfo::Row* const row = debug.row_at(pc)) {
    place.line_copy = line_copy_of_row(*row);
    place.begins_statement = row->begins_statement && row->first == pc;
    place.column = row->column;
  }
  if (const DebugInfo::Row* const row = debug.row_at(pc - 1)) {
    place.above = line_copy_of_row(*row);
  }
  return place;
}

void LineCoverage::enter(const Place& place, std::uint32_t pc) {
  // A return into the middle of a line does not enter the line.
  const LineCopy from = caller_of(last_.returned ? place.above : last_.line_copy, place.line_copy);
  Entries& entries = entered_[place.line_copy];
  // An unrolled loop repeats the statement's code directly after itself.
  const bool stands_again = place.column != 0 && place.column == entries.column;
  if (from != place.line_copy || stands_again || (!last_.returned && pc <= last_.pc)) {
    ++entries.count;
    entries.column = place.column;
  }
}

void LineCoverage::on_retired(const RetiredInstruction& instruction) {
  auto known = places_.find(instruction.pc);
  if (known == places_.end()) {
    known = places_.emplace(instruction.pc, place_of(instruction.pc)).first;
  }
  Place& place = known->second;
  ++place.ran;
  if (place.begins_statement) {
    enter(place, instruction.pc);
  }
  last_ = {place.line_copy, instruction.pc,
           instruction.operation == Operation::jalr && instruction.rd == 0};
  if (instruction.operation == Operation::mret && !interrupted_.empty()) {
    last_ = interrupted_.back();
    interrupted_.pop_back();
  }
}

void LineCoverage::on_trap(const TakenTrap&) {
  if (interrupted_.size() == kDeepestTraps) {
    interrupted_.erase(interrupted_.begin());  // the program never returns from its traps
  }
  interrupted_.push_back(last_);
}

void LineCoverage::on_reset(TimePs) {
  last_ = {};
  interrupted_.clear();
  if (code_.is_stale()) {
    add_up();
    code_.follow();
  }
}

void LineCoverage::add_up() {
  const DebugInfo& debug = code_->debug();
  const auto runs = [this](std::uint32_t pc) {
    const auto place = places_.find(pc);
    return place == places_.end() ? 0 : place->second.ran;
  };
  std::map<LineCopyKey, std::uint64_t> most;  // largest count of an instruction
  for (const DebugInfo::Row& row : debug.rows()) {
    std::uint64_t& of_copy = most[{row.file, row.line, debug.copy_at(row.first)}];
    for (std::uint32_t pc = row.first; pc < row.end; pc += 2) {
      of_copy = std::max(of_copy, runs(pc));
    }
    const Function& function = code_->function_at(row.first);
    if (function.address == row.first) {
      auto& known = files_[function.file].functions[function.name];
      known.first = function.line;
      known.second += runs(row.first);
    }
  }
  for (const auto& [key, count] : most) {
    const auto line_copy = line_copies_.find(key);
    const std::uint64_t entered =
        line_copy == line_copies_.end() ? 0 : entered_[line_copy->second].count;
    files_[debug.file(key.file)].lines[key.line] += std::max(count, entered);
  }
  places_.clear();
  line_copies_.clear();
  keys_ = {{}};
  entered_ = {{}};
}

void LineCoverage::write(std::ostream& to) {
  add_up();
  to << "TN:firmware\n";
  for (const auto& [name, file] : files_) {
    if (is_of_library(name)) {
      continue;
    }
    to << "SF:" << name << '\n';
    std::size_t hit = 0;
    for (const auto& [function, place] : file.functions) {
      to << "FN:" << place.first << ',' << function << '\n';
    }
    for (const auto& [function, place] : file.functions) {
      to << "FNDA:" << place.second << ',' << function << '\n';
      hit += place.second != 0 ? 1 : 0;
    }
    to << "FNF:" << file.functions.size() << "\nFNH:" << hit << '\n';
    hit = 0;
    for (const auto& [line, count] : file.lines) {
      to << "DA:" << line << ',' << count << '\n';
      hit += count != 0 ? 1 : 0;
    }
    to << "LF:" << file.lines.size() << "\nLH:" << hit << "\nend_of_record\n";
  }
}

}  // namespace docsis_vp::platform
