#include "platform/observe/commit_log.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>

namespace docsis_vp::platform {

namespace {

struct Name {
  std::uint32_t number;
  const char* name;
};

constexpr Name kNames[] = {
    {0x300, "mstatus"},  {0x301, "misa"},          {0x304, "mie"},       {0x305, "mtvec"},
    {0x310, "mstatush"}, {0x320, "mcountinhibit"}, {0x340, "mscratch"},  {0x341, "mepc"},
    {0x342, "mcause"},   {0x343, "mtval"},         {0x344, "mip"},       {0x7a0, "tselect"},
    {0x7a1, "tdata1"},   {0x7a2, "tdata2"},        {0x7a3, "tdata3"},    {0xb00, "mcycle"},
    {0xb02, "minstret"}, {0xb80, "mcycleh"},       {0xb82, "minstreth"}, {0xc00, "cycle"},
    {0xc01, "time"},     {0xc02, "instret"},       {0xc80, "cycleh"},    {0xc81, "timeh"},
    {0xc82, "instreth"}, {0xf11, "mvendorid"},     {0xf12, "marchid"},   {0xf13, "mimpid"},
    {0xf14, "mhartid"},  {0xf15, "mconfigptr"}};

template <typename... Values>
void add(std::string& line, const char* format, Values... values) {
  char text[64];
  std::snprintf(text, sizeof text, format, values...);
  line += text;
}

}  // namespace

const char* csr_name(std::uint32_t number) {
  const auto found = std::find_if(std::begin(kNames), std::end(kNames),
                                  [number](const Name& each) { return each.number == number; });
  return found == std::end(kNames) ? "unknown" : found->name;
}

void CommitLog::on_retired(const RetiredInstruction& instruction) {
  std::string line;
  add(line, "core%4u: 3 0x%08x (0x%0*x)", core_, instruction.pc, 2 * instruction.length_bytes,
      instruction.bits);
  if (instruction.rd != 0) {
    add(line, " x%-2u 0x%08x", unsigned{instruction.rd}, instruction.rd_value);
  }
  if (instruction.written_csr) {
    add(line, " c%u_%s", *instruction.written_csr, csr_name(*instruction.written_csr));
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
