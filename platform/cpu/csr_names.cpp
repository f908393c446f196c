#include "platform/cpu/csr_names.h"

#include <cstdint>
#include <cstdio>

namespace docsis_vp::platform {

namespace {

struct NamedCsr {
  std::uint32_t number;
  const char* name;
};

// Privileged specification 20211203, tables 2.2 to 2.5: CSRs of a machine-mode hart except the
// numbered counters.
constexpr NamedCsr kCsrs[] = {
    {0x300, "mstatus"},  {0x301, "misa"},          {0x304, "mie"},       {0x305, "mtvec"},
    {0x310, "mstatush"}, {0x320, "mcountinhibit"}, {0x340, "mscratch"},  {0x341, "mepc"},
    {0x342, "mcause"},   {0x343, "mtval"},         {0x344, "mip"},       {0x7a0, "tselect"},
    {0x7a1, "tdata1"},   {0x7a2, "tdata2"},        {0x7a3, "tdata3"},    {0xb00, "mcycle"},
    {0xb02, "minstret"}, {0xb80, "mcycleh"},       {0xb82, "minstreth"}, {0xc00, "cycle"},
    {0xc01, "time"},     {0xc02, "instret"},       {0xc80, "cycleh"},    {0xc81, "timeh"},
    {0xc82, "instreth"}, {0xf11, "mvendorid"},     {0xf12, "marchid"},   {0xf13, "mimpid"},
    {0xf14, "mhartid"},  {0xf15, "mconfigptr"}};

// Counters 3 to 31, whose names contain their number.
struct NumberedCsrs {
  unsigned base;  // address of number 0
  const char* format;
};
constexpr NumberedCsrs kNumbered[] = {{0x320, "mhpmevent%u"},
                                      {0xb00, "mhpmcounter%u"},
                                      {0xb80, "mhpmcounter%uh"},
                                      {0xc00, "hpmcounter%u"},
                                      {0xc80, "hpmcounter%uh"}};

}  // namespace

std::string csr_name(unsigned number) {
  for (const NamedCsr& csr : kCsrs) {
    if (csr.number == number) {
      return csr.name;
    }
  }
  for (const NumberedCsrs& csrs : kNumbered) {
    if (number >= csrs.base + 3 && number <= csrs.base + 31) {
      char name[24];
      std::snprintf(name, sizeof name, csrs.format, number - csrs.base);
      return name;
    }
  }
  return {};
}

}  // namespace docsis_vp::platform
