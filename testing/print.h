// How GoogleTest shows results that an expectation did not match.
#pragma once

#include <iosfwd>

#include "system/results/results.h"

namespace docsis_vp::system {

class System;

void PrintTo(const FlowResult& flow, std::ostream* to);
void PrintTo(const ServiceFlowResult& flow, std::ostream* to);
void PrintTo(const CpuResult& cpu, std::ostream* to);
void PrintTo(const Results& results, std::ostream* to);
void PrintTo(const System& system, std::ostream* to);

}  // namespace docsis_vp::system
