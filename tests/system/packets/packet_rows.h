// Runs with --packets, and the rows they leave.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/base/time.h"
#include "system/json/node.h"

namespace docsis_vp::system {

// A row by the names of its columns.
class PacketRow {
 public:
  using Columns = std::map<std::string, std::size_t>;  // positions by name

  PacketRow(std::shared_ptr<const Columns> columns, std::vector<std::string> cells)
      : columns_(std::move(columns)), cells_(std::move(cells)) {}

  // Throws std::out_of_range if there is no such column.
  const std::string& at(const std::string& column) const { return cells_[columns_->at(column)]; }
  bool operator==(const PacketRow& other) const { return cells_ == other.cells_; }

 private:
  std::shared_ptr<const Columns> columns_;
  std::vector<std::string> cells_;
};

// Columns of stations, in order.
extern const std::vector<std::string> kStationColumns;

struct PacketRun {
  std::string results_text;  // without what may differ between runs
  JsonNode results;
  std::vector<PacketRow> rows;
};

// Runs the program with --packets besides. Throws std::runtime_error if that fails.
PacketRun run_with_packets(const std::string& arguments, const std::string& more = "");

std::vector<PacketRow> read_rows(const std::string& csv);
// None: the cell is empty.
std::optional<TimePs> time_in(const PacketRow& row, const std::string& column);

}  // namespace docsis_vp::system
