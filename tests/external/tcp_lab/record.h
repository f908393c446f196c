// The outcome of one run, as a small CSV file.
#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "tests/external/tcp_lab/cases.h"
#include "tests/external/tcp_lab/path/observer.h"

namespace docsis_vp::tcp_lab {

struct Record {
  // "# key value" lines: the case, its environment, and results other than the time line.
  std::map<std::string, std::string> facts;
  double bin_ms = 0;
  std::vector<Sample> samples;
  std::uint64_t transmissions = 0;
  std::uint64_t retransmissions = 0;
  std::uint64_t losses = 0;
  std::vector<double> recoveries_ms;  // how long each took, in their order
  double slow_start_ms = 0;           // how long the first one took; 0: not known, or no end
};

Record record_of(const Case& c, const Observer& observer);

void write(std::ostream& out, const Record& record);
// Throws std::runtime_error with file and line.
Record read_record(const std::string& file);

// Integral of the window over the run, segments x s.
double cwnd_area(const Record& record);
// Acknowledged payload between from_s and the end of the run.
double throughput_mbps(const Record& record, double from_s);

}  // namespace docsis_vp::tcp_lab
