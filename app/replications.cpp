#include "app/replications.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <thread>

#include "app/command.h"
#include "app/output_files.h"
#include "app/processes.h"
#include "app/single_run.h"
#include "app/stop_signals.h"
#include "platform/base/errors.h"
#include "system/results/progress.h"
#include "system/results/replication_summary.h"
#include "system/results/result_file.h"

namespace docsis_vp::app {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestSeed = (1ULL << 53) - 1;

std::string folder_of(const std::string& directory, unsigned number) {
  return directory + "/rep-" + std::to_string(number);
}

std::string summary_path(const std::string& directory) {
  return directory + "/summary.json";
}

// Folders of an earlier run with more replications. Links are skipped: their targets are not ours.
std::vector<fs::path> folders_above(const std::string& directory, unsigned count) {
  const std::string stem = "rep-";
  std::vector<fs::path> left_over;
  std::error_code none;  // if all failed, the folder may not exist
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, none)) {
    const std::string name = entry.path().filename().string();
    unsigned number = 0;
    if (name.compare(0, stem.size(), stem) == 0) {
      std::from_chars(name.data() + stem.size(), name.data() + name.size(), number);
    }
    if (number > count && name == stem + std::to_string(number) &&
        fs::is_directory(entry.symlink_status(none))) {
      left_over.push_back(entry.path());
    }
  }
  return left_over;
}

// Existing files of a replication.
std::vector<fs::path> files_of_replication(const fs::path& folder) {
  std::vector<fs::path> files{results_path(folder.string()), series_path(folder.string())};
  const auto is_no_file = [](const fs::path& file) {
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(file, ignored);
    return !fs::is_regular_file(status) && !fs::is_symlink(status);
  };
  files.erase(std::remove_if(files.begin(), files.end(), is_no_file), files.end());
  return files;
}

// Removes the files of former replications. Folders with other files stay.
void remove_left_over(const std::string& directory, unsigned count) {
  for (const fs::path& folder : folders_above(directory, count)) {
    for (const fs::path& file : files_of_replication(folder)) {
      std::error_code error;
      if (!fs::remove(file, error)) {
        throw InputError(file.string() + ": cannot be removed: " + error.message());
      }
    }
    std::error_code is_not_empty;
    fs::remove(folder, is_not_empty);
  }
}

int replicate(const system::LoadedScenario& loaded, const std::string& directory, unsigned number) {
  system::LoadedScenario own = loaded;
  own.scenario.seed += number - 1;
  const std::optional<system::Results> results =
      run_once(own, {folder_of(directory, number), false, false, {}});
  if (!results) {
    return stop_status();
  }
  if (results->error) {
    throw SimulationFailure(*results->error);
  }
  if (results->ended) {  // its measurements have another duration
    throw SimulationFailure(results->ended->by
                                ? "firmware of " + *results->ended->by + " ended the run early"
                                : "the model ended the run early");
  }
  return kDone;
}

std::string list_of(const std::vector<unsigned>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text += i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ";
    text += std::to_string(numbers[i]);
  }
  return text;
}

// Prints one line: which runs failed, and why the first did.
void report(const std::vector<ProcessEnding>& endings, const std::vector<unsigned>& failed) {
  const ProcessEnding& first = endings[failed.front() - 1];
  const std::string why =
      first.error.empty() ? "ended with status " + std::to_string(first.status) : first.error;
  const std::string text = "replication" + std::string(failed.size() > 1 ? "s " : " ") +
                           list_of(failed) + " of " + std::to_string(endings.size()) +
                           " failed, the first: " + why;
  if (first.status == kBadInput) {
    throw InputError(text);
  }
  throw SimulationFailure(text);
}

}  // namespace

void check_replications(const system::LoadedScenario& loaded, const std::string& directory,
                        unsigned count) {
  if (loaded.scenario.seed > kLargestSeed - (count - 1)) {
    throw InputError("--replications " + std::to_string(count) +
                     ": the last seed exceeds 2^53 - 1");
  }
  OutputFiles files(system::input_files(loaded));
  files.add("summary.json", summary_path(directory));
  for (unsigned number = 1; number <= count; ++number) {
    const std::string folder = folder_of(directory, number);
    const std::string what = "replication " + std::to_string(number) + "'s ";
    files.add(what + "results.json", results_path(folder));
    files.add(what + "timeseries.csv", series_path(folder));
  }
  for (const fs::path& folder : folders_above(directory, count)) {
    for (const fs::path& file : files_of_replication(folder)) {
      files.remove("--replications " + std::to_string(count), file.string());
    }
  }
}

int run_replications(const system::LoadedScenario& loaded, const std::string& directory,
                     unsigned count, bool quiet) {
  system::ResultFile file(summary_path(directory));  // creates the folder before the children do
  system::ProgressBar bar(loaded.scenario.name, !quiet);
  bar.update(0);
  const std::optional<std::vector<ProcessEnding>> ended = run_in_processes(
      count, std::max(1U, std::thread::hardware_concurrency()),
      [&](unsigned number) { return replicate(loaded, directory, number); },
      [&](unsigned finished) { bar.update(static_cast<double>(finished) / count); });
  bar.wipe();
  if (!ended) {
    return report_stop(stop_status());
  }
  const std::vector<ProcessEnding>& endings = *ended;

  system::Replications all;
  all.scenario = loaded.scenario.name;
  all.first_seed = loaded.scenario.seed;
  all.count = count;
  for (unsigned i = 0; i < count; ++i) {
    if (is_stop_status(endings[i].status)) {
      return report_stop(endings[i].status);
    }
    if (endings[i].status == kDone) {
      all.results.push_back(system::parse_json_file(results_path(folder_of(directory, i + 1))));
    } else {
      all.failed.push_back(i + 1);
    }
  }
  const std::string summary = all.json();
  file.stream() << summary;
  file.commit();
  remove_left_over(directory, count);
  if (!quiet) {
    std::cout << system::replication_table(system::parse_json(summary, file.path())) << "\n  "
              << file.path() << "\n  " << results_path(folder_of(directory, 1)) << " ...\n"
              << std::flush;
  }
  if (!all.failed.empty()) {
    report(endings, all.failed);
  }
  return kDone;
}

}  // namespace docsis_vp::app
