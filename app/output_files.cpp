#include "app/output_files.h"

#include <filesystem>
#include <map>

#include "platform/base/errors.h"
#include "system/results/result_file.h"

namespace docsis_vp::app {

namespace {

namespace fs = std::filesystem;

// Devices and FIFOs take what comes, from several as well.
bool is_file_of_one(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return !fs::exists(status) || fs::is_regular_file(status);
}

// Of the places where a console can be (platform/console/host/host_console.h).
bool is_file_name(const std::string& where) {
  return where != "stdio" && where != "pty" && where.rfind("tcp:", 0) != 0;
}

// One name for a file, however it was called.
fs::path whole_path(const std::string& path) {
  std::error_code unusable;  // which who opens it will say
  const fs::path whole = fs::weakly_canonical(fs::absolute(system::linked(path)), unusable);
  return unusable ? fs::path(path) : whole;
}

class OutputFiles {
 public:
  explicit OutputFiles(const std::string& scenario) : scenario_(whole_path(scenario)) {}

  void add(const std::string& what, const std::string& path) {
    if (!is_file_of_one(path)) {
      return;
    }
    const fs::path whole = whole_path(path);
    if (whole == scenario_) {
      throw InputError(what + " would be written over the scenario " + path);
    }
    const auto [known, is_new] = writers_.emplace(whole, what);
    if (!is_new) {
      throw InputError(known->second + " and " + what + " would both be written to " + path);
    }
  }

 private:
  const fs::path scenario_;
  std::map<fs::path, std::string> writers_;
};

}  // namespace

void check_output_files(const RunSettings& settings, const std::string& scenario) {
  OutputFiles files(scenario);
  files.add("results.json", results_path(settings.directory));
  files.add("timeseries.csv", series_path(settings.directory));
  for (const auto& [option, file] :
       {std::pair("--capture", settings.capture), {"--waves", settings.waves}}) {
    if (!file.empty()) {
      files.add(option, file);
    }
  }
  for (const CpuRecording& recording : settings.recordings) {
    files.add(recording.option, recording.file);
  }
  for (const auto& [socket, file] : settings.transaction_logs) {
    files.add("--log-tlm " + socket, file);
  }
  if (settings.user && is_file_name(settings.user->where)) {
    files.add("--console", settings.user->where);
  }
}

}  // namespace docsis_vp::app
