#include "app/output_files.h"

#include "platform/base/errors.h"
#include "system/results/result_file.h"

namespace docsis_vp::app {

namespace {

namespace fs = std::filesystem;

// True for a regular file. Devices and FIFOs may have several writers.
bool is_file_of_one(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return !fs::exists(status) || fs::is_regular_file(status);
}

// False for the other places of a console (platform/console/host/host_console.h).
bool is_file_name(const std::string& where) {
  return where != "stdio" && where != "pty" && where.rfind("tcp:", 0) != 0;
}

// Returns one canonical name for all names of a file.
fs::path whole_path(const std::string& path) {
  std::error_code unusable;  // the code that opens it reports the error
  const fs::path absolute = fs::absolute(system::linked(path), unusable);
  const fs::path whole = fs::weakly_canonical(absolute, unusable);
  return unusable ? fs::path(path) : whole;
}

[[noreturn]] void refuse_overwriting(const std::string& what, const system::InputFile& input,
                                     const std::string& path) {
  throw InputError(what + " would be written over " + input.what + " " + path);
}

// Location of the file's entry, without following a link.
fs::path entry_of(const std::string& path) {
  std::error_code unusable;
  const fs::path whole = fs::absolute(path, unusable);
  return whole_path(whole.parent_path()) / whole.filename();
}

[[noreturn]] void refuse_removing(const std::string& what, const system::InputFile& input,
                                  const std::string& path) {
  throw InputError(what + " would remove " + input.what + " " + path);
}

}  // namespace

OutputFiles::OutputFiles(const std::vector<system::InputFile>& inputs) {
  for (const system::InputFile& input : inputs) {
    inputs_.push_back({input, whole_path(input.path), entry_of(input.path)});
  }
}

void OutputFiles::add(const std::string& what, const std::string& path) {
  if (!is_file_of_one(path)) {
    return;
  }
  const fs::path whole = whole_path(path);
  for (const Input& input : inputs_) {
    std::error_code unlike;  // or one of them does not exist
    if (whole == input.whole || fs::equivalent(whole, input.whole, unlike)) {
      refuse_overwriting(what, input.file, path);
    }
  }
  const auto [known, is_new] = writers_.emplace(whole, what);
  if (!is_new) {
    throw InputError(known->second + " and " + what + " would both be written to " + path);
  }
}

void OutputFiles::remove(const std::string& what, const std::string& path) const {
  const fs::path entry = entry_of(path);
  for (const Input& input : inputs_) {
    if (entry == input.whole || entry == input.entry) {
      refuse_removing(what, input.file, path);
    }
  }
}

void check_output_files(const RunSettings& settings, const std::vector<system::InputFile>& inputs) {
  OutputFiles files(inputs);
  files.add("results.json", results_path(settings.directory));
  files.add("timeseries.csv", series_path(settings.directory));
  for (const auto& [option, file] : {std::pair("--capture", settings.capture),
                                     {"--waves", settings.waves},
                                     {"--packets", settings.packets},
                                     {"--timeline", settings.timeline},
                                     {"--export flent", settings.flent},
                                     {"--report", settings.report}}) {
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
