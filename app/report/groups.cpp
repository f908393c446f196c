#include "app/report/groups.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/report/csv.h"
#include "platform/base/errors.h"
#include "platform/base/files.h"

namespace docsis_vp::app {

namespace {

namespace fs = std::filesystem;

bool has_results(const fs::path& folder) {
  return is_file(folder / "results.json");
}

// Reads runs.csv of a sweep: the point, its axes, the seed, the folder below runs/, and other
// columns.
class SweepRuns {
 public:
  explicit SweepRuns(const fs::path& folder)
      : folder_(folder), path_((folder / "runs.csv").string()) {}

  std::vector<ReportGroup> groups() {
    std::ifstream csv(path_);
    std::string line;
    if (!std::getline(csv, line)) {
      throw InputError(path_ + ":1: it is empty, expected a row of names");
    }
    header_ = csv_cells(line);
    seed_ = column("seed");
    run_ = column("run");
    for (std::size_t number = 2; std::getline(csv, line); ++number) {
      const std::vector<std::string> cells = csv_cells(line);
      if (cells.size() != header_.size()) {
        throw InputError(path_ + ":" + std::to_string(number) + ": expected " +
                         std::to_string(header_.size()) + " cells, got " +
                         std::to_string(cells.size()));
      }
      take(cells);
    }
    return groups_;
  }

 private:
  std::size_t column(const std::string& name) const {
    const auto found = std::find(header_.begin(), header_.end(), name);
    if (found == header_.end()) {
      throw InputError(path_ + ":1: a column is missing: " + name);
    }
    return static_cast<std::size_t>(found - header_.begin());
  }
  // Returns "target 5, buffer 250"; the first column is the point's number.
  std::string name_of(const std::vector<std::string>& cells) const {
    std::string name;
    for (std::size_t i = 1; i < seed_; ++i) {
      name += (name.empty() ? "" : ", ") + header_[i] + " " + cells[i];
    }
    return name.empty() ? folder_.string() : name;
  }
  // Failed runs have no results.
  void take(const std::vector<std::string>& cells) {
    const fs::path run = folder_ / "runs" / cells[run_];
    if (cells[run_].empty() || !has_results(run)) {
      return;
    }
    const std::string name = name_of(cells);
    if (groups_.empty() || groups_.back().name != name) {
      groups_.push_back({name, {}});
    }
    groups_.back().folders.push_back(run.string());
  }

  fs::path folder_;
  std::string path_;
  std::vector<std::string> header_;
  std::size_t seed_ = 0;
  std::size_t run_ = 0;
  std::vector<ReportGroup> groups_;
};

std::vector<ReportGroup> replications_in(const std::string& folder) {
  ReportGroup group = {folder, {}};
  const fs::path path(folder);
  for (unsigned k = 1; has_results(path / ("rep-" + std::to_string(k))); ++k) {
    group.folders.push_back((path / ("rep-" + std::to_string(k))).string());
  }
  return group.folders.empty() ? std::vector<ReportGroup>() : std::vector{group};
}

}  // namespace

std::vector<ReportGroup> groups_in(const std::string& folder) {
  const fs::path path(folder);
  if (!is_folder(path)) {
    throw InputError(folder + ": is not a folder, expected the folder of a run");
  }
  if (has_results(path)) {
    return {{folder, {folder}}};
  }
  const bool is_sweep = is_file(path / "runs.csv");
  std::vector<ReportGroup> groups = is_sweep ? SweepRuns(path).groups() : replications_in(folder);
  if (groups.empty()) {
    throw InputError(folder + ": no results.json there" +
                     (is_folder(path / "runs") && !is_sweep
                          ? "; those of a co-design's runs are in " + (path / "runs" / "*").string()
                          : ""));
  }
  if (groups.size() > kMostGroups) {
    throw InputError(folder + ": a sweep of " + std::to_string(groups.size()) +
                     " points, a report draws at most " + std::to_string(kMostGroups) +
                     "; name some of its runs instead, " + (path / "runs" / "*").string());
  }
  return groups;
}

}  // namespace docsis_vp::app
