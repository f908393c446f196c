// The figures of shared cases as a CSV file: one row for each transfer.
#pragma once

#include <iosfwd>
#include <map>
#include <string>

#include "tests/external/tcp_lab/shared/shared_observer.h"

namespace docsis_vp::tcp_lab {

struct SharedRow {
  SharedFigures figures;
  double late_percent = 0;   // of the packets, those that were carried more than 1 ms late
  double worst_late_ms = 0;  // both 0 in simulated time
};

void write_heading(std::ostream& out);
void write_rows(std::ostream& out, const SharedCase& c, const SharedRow& row);
// Rows by name of the case; later rows of a name replace earlier ones. Throws std::runtime_error
// with file and line.
std::map<std::string, SharedRow> read_shared_table(const std::string& file);

}  // namespace docsis_vp::tcp_lab
