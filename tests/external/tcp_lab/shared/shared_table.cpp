#include "tests/external/tcp_lab/shared/shared_table.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace docsis_vp::tcp_lab {
namespace {

constexpr const char* kSharedColumns =
    "case,flow,control,goodput_mbps,share_percent,repeated,queue_p50_ms,queue_p90_ms,probe_bw_ms,"
    "probe_rtt_s,late_percent,worst_late_ms";

}  // namespace

void write_heading(std::ostream& out) {
  out << kSharedColumns << '\n';
}

void write_rows(std::ostream& out, const SharedCase& c, const SharedRow& row) {
  out << std::fixed;
  for (std::size_t i = 0; i < row.figures.flows.size(); ++i) {
    const FlowFigures& flow = row.figures.flows[i];
    out << c.name << ',' << i << ',' << c.controls[i] << std::setprecision(3) << ','
        << flow.goodput_mbps << ',' << flow.share_percent << ',' << flow.repeated << ','
        << row.figures.queue_p50_ms << ',' << row.figures.queue_p90_ms << ',' << flow.probe_bw_ms
        << ',' << flow.probe_rtt_s << ',' << row.late_percent << ',' << row.worst_late_ms << '\n';
  }
}

std::map<std::string, SharedRow> read_shared_table(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  std::map<std::string, SharedRow> table;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.front() == '#' || line == kSharedColumns) continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream cells(line);
    std::string name;
    std::string control;
    std::size_t index = 0;
    FlowFigures flow;
    SharedRow row;
    cells >> name >> index >> control >> flow.goodput_mbps >> flow.share_percent >> flow.repeated >>
        row.figures.queue_p50_ms >> row.figures.queue_p90_ms >> flow.probe_bw_ms >>
        flow.probe_rtt_s >> row.late_percent >> row.worst_late_ms;
    if (cells.fail()) {
      throw std::runtime_error(file + ":" + std::to_string(number) + ": expected " +
                               kSharedColumns);
    }
    if (index > 0) row.figures.flows = table[name].figures.flows;
    row.figures.flows.push_back(flow);
    table[name] = row;
  }
  return table;
}

}  // namespace docsis_vp::tcp_lab
