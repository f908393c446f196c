// Control and status registers by the names that debuggers and logs give them.
#pragma once

#include <cstdint>

namespace docsis_vp::platform {

struct NamedCsr {
  std::uint32_t number;
  const char* name;
};

// Privileged specification 20211203, tables 2.2 to 2.5: what a machine-mode hart may have; but for
// the numbered counters.
inline constexpr NamedCsr kCsrs[] = {
    {0x300, "mstatus"},  {0x301, "misa"},          {0x304, "mie"},       {0x305, "mtvec"},
    {0x310, "mstatush"}, {0x320, "mcountinhibit"}, {0x340, "mscratch"},  {0x341, "mepc"},
    {0x342, "mcause"},   {0x343, "mtval"},         {0x344, "mip"},       {0x7a0, "tselect"},
    {0x7a1, "tdata1"},   {0x7a2, "tdata2"},        {0x7a3, "tdata3"},    {0xb00, "mcycle"},
    {0xb02, "minstret"}, {0xb80, "mcycleh"},       {0xb82, "minstreth"}, {0xc00, "cycle"},
    {0xc01, "time"},     {0xc02, "instret"},       {0xc80, "cycleh"},    {0xc81, "timeh"},
    {0xc82, "instreth"}, {0xf11, "mvendorid"},     {0xf12, "marchid"},   {0xf13, "mimpid"},
    {0xf14, "mhartid"},  {0xf15, "mconfigptr"}};

}  // namespace docsis_vp::platform
