#include "tests/system/packets/packet_rows.h"

#include <memory>
#include <sstream>
#include <stdexcept>

#include "platform/base/read_file.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system {

namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  for (const char c : line) {
    if (c == ',') {
      cells.push_back(cell);
      cell.clear();
    } else {
      cell += c;
    }
  }
  cells.push_back(cell);
  return cells;
}

}  // namespace

const std::vector<std::string> kStationColumns = {
    "created_ps",  "entered_ps",   "classified_ps",   "judged_ps",
    "released_ps", "requested_ps", "map_received_ps", "map_parsed_ps",
    "window_ps",   "read_ps",      "ready_ps",        "rf_start_ps",
    "rf_end_ps",   "received_ps",  "passed_on_ps",    "delivered_ps"};

std::vector<PacketRow> read_rows(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  const auto columns = std::make_shared<PacketRow::Columns>();
  for (const std::string& name : cells_of(line)) {
    columns->emplace(name, columns->size());
  }
  std::vector<PacketRow> rows;
  while (std::getline(lines, line)) {
    std::vector<std::string> cells = cells_of(line);
    if (cells.size() != columns->size()) {
      throw std::runtime_error("a row of another length: " + line);
    }
    rows.emplace_back(columns, std::move(cells));
  }
  return rows;
}

std::optional<TimePs> time_in(const PacketRow& row, const std::string& column) {
  const std::string& cell = row.at(column);
  return cell.empty() ? std::nullopt : std::optional<TimePs>(std::stoll(cell));
}

PacketRun run_with_packets(const std::string& arguments, const std::string& more) {
  const TemporaryFolder folder;
  const std::string csv = folder.file("packets.csv");
  const app::Outcome outcome =
      app::run_program("run " + arguments + " --quiet --no-console -o " + folder.path().string() +
                       " --packets " + csv + " " + more);
  if (outcome.status != 0) {
    throw std::runtime_error("run " + arguments + ": exit status " +
                             std::to_string(outcome.status) + ": " + outcome.err);
  }
  const std::string text = contents_of(folder.file("results.json")).value_or("");
  return {without_host(text), parse_json(text, arguments),
          read_rows(contents_of(csv).value_or(""))};
}

}  // namespace docsis_vp::system
