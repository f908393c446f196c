// Declares texts that both forms of a report share.
#pragma once

#include <string>

#include "app/firmware_report/stack_bound.h"

namespace docsis_vp::app {

const char* name_of(StackRoot::Kind kind);
// Name of a function as in its C++ source; unchanged for C and assembly.
std::string demangled(const std::string& symbol);
// Removes the folder of the sources from each path in a text.
std::string shortened(std::string text, const std::string& folder);

}  // namespace docsis_vp::app
