#include "platform/observe/commit_log.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>

#include "platform/cpu/csr_names.h"

namespace docsis_vp::platform {

namespace {

template <typename... Values>
void add(std::string& line, const char* format, Values... values) {
  char text[64];
  std::snprintf(text, sizeof text, format, values...);
  line += text;
}

}  // namespace

void CommitLog::on_retired(const RetiredInstruction& instruction) {
  std::string line;
  add(line, "core%4u: 3 0x%08x (0x%0*x)", core_, instruction.pc, 2 * instruction.length_bytes,
      instruction.bits);
  if (instruction.rd != 0) {
    add(line, " x%-2u 0x%08x", unsigned{instruction.rd}, instruction.rd_value);
  }
  if (instruction.written_csr) {
    const std::string name = csr_name(*instruction.written_csr);
    // Spike prints "unknown" for unnamed CSRs.
    add(line, " c%u_%s", *instruction.written_csr, name.empty() ? "unknown" : name.c_str());
    add(line, " 0x%08x", instruction.csr_value);
  }
  if (instruction.access_bytes != 0) {
    add(line, " mem 0x%08x", instruction.address);
    if (instruction.stores) {
      add(line, " 0x%0*x", 2 * instruction.access_bytes, instruction.value);
    }
  }
  line += '\n';
  to_ << line;
}

}  // namespace docsis_vp::platform
