// Words that text and JSON of a report share.
#pragma once

#include <string>

#include "app/firmware_report/stack_bound.h"

namespace docsis_vp::app {

const char* name_of(StackRoot::Kind kind);
// A function's name as its source in C++ has it; of C and assembly, the name itself.
std::string demangled(const std::string& symbol);
// Text without the folder of the sources in front of each path.
std::string shortened(std::string text, const std::string& folder);

}  // namespace docsis_vp::app
