// Printers for GoogleTest's messages.
#pragma once

#include <iosfwd>
#include <string>

#include "system/results/results.h"

namespace docsis_vp::system {

class System;

void PrintTo(const FlowResult& flow, std::ostream* to);
void PrintTo(const ServiceFlowResult& flow, std::ostream* to);
void PrintTo(const CpuResult& cpu, std::ostream* to);
void PrintTo(const Results& results, std::ostream* to);
void PrintTo(const System& system, std::ostream* to);

}  // namespace docsis_vp::system

namespace docsis_vp::testing {

// At most six digits: "0.03", "1e+09", "nan".
std::string as_text(double number);

}  // namespace docsis_vp::testing
