#include "platform/symbols/code.h"

#include <cstdio>

namespace docsis_vp::platform {

const Function& Code::function_at(std::uint32_t pc) {
  const Function*& known = by_pc_[pc];
  if (known != nullptr) {
    return *known;
  }
  const ElfImage::Symbol* const symbol = image_.symbol_at(pc);
  const std::uint32_t address = symbol != nullptr ? symbol->address : pc;
  std::unique_ptr<Function>& function = functions_[address];
  if (!function) {
    char number[16];
    std::snprintf(number, sizeof number, "0x%08x", pc);
    function = std::make_unique<Function>();
    function->name = symbol != nullptr ? symbol->name : number;
    function->address = address;
    // The first instruction may belong to another function, which was inlined.
    const DebugInfo::Declaration* const declared = debug_.declaration_at(address);
    const DebugInfo::Row* const row = debug_.row_at(address);
    function->file = declared != nullptr ? debug_.file(declared->file)
                     : row != nullptr    ? debug_.file(row->file)
                                         : "???";
    function->line = declared != nullptr ? declared->line : row != nullptr ? row->line : 0;
  }
  known = function.get();
  return *known;
}

}  // namespace docsis_vp::platform
