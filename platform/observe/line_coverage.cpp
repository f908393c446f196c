#include "platform/observe/line_coverage.h"

#include <algorithm>
#include <string>

namespace docsis_vp::platform {

namespace {

// Paths of libgcc and the C library lead from where those were built: nobody has the sources, and
// genhtml stops at the first that it does not find.
bool is_of_library(const std::string& source) {
  return source.rfind("../", 0) == 0;
}

}  // namespace

void LineCoverage::on_reset(TimePs) {
  if (code_.is_stale()) {
    add_up();
    code_.follow();
  }
}

void LineCoverage::add_up() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> of_image;  // by file and line
  const DebugInfo& debug = code_->debug();
  for (const DebugInfo::Row& row : debug.rows()) {
    std::uint64_t& most = of_image[{row.file, row.line}];
    for (std::uint32_t pc = row.first; pc < row.end; pc += 2) {
      const auto ran = counts_.find(pc);
      most = std::max(most, ran == counts_.end() ? 0 : ran->second);
    }
    const Function& function = code_->function_at(row.first);
    if (function.address == row.first) {
      const auto ran = counts_.find(row.first);
      auto& known = files_[function.file].functions[function.name];
      known.first = function.line;
      known.second += ran == counts_.end() ? 0 : ran->second;
    }
  }
  for (const auto& [place, count] : of_image) {
    files_[debug.file(place.first)].lines[place.second] += count;
  }
  counts_.clear();
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
