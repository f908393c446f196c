#include "tests/house/include_rules.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace docsis_vp::house {
namespace {

// From outside the project.
enum class Outside { kStdint, kStandard, kBoost, kSystemC, kPosix, kOther };

struct Row {
  std::string folder;
  std::vector<std::string> may_use;  // folders; a row may use itself
  std::vector<Outside> outside;
};

// Each folder of it stands for a project outside the tree, with headers of its own.
const std::string kProjects = "examples";
// Those, or what of them, that the CPU runs.
const std::string kFirmwareProject = "examples/custom-firmware";
const std::string kFirmwareOfBlock = "examples/custom-block/firmware";
const std::string kFirmwareOfDma = "examples/custom-dma/firmware";

// Built against the installed package.
const std::string kTlmCases = "tests/external/tlm";

const std::vector<Outside> kPlain = {Outside::kStdint, Outside::kStandard, Outside::kBoost};
const std::vector<Outside> kModel = {Outside::kStdint, Outside::kStandard, Outside::kBoost,
                                     Outside::kSystemC};
const std::vector<Outside> kProgram = {Outside::kStdint, Outside::kStandard, Outside::kBoost,
                                       Outside::kSystemC, Outside::kPosix};
const std::vector<Outside> kAnything = {Outside::kStdint,  Outside::kStandard, Outside::kBoost,
                                        Outside::kSystemC, Outside::kPosix,    Outside::kOther};

// The longest folder that matches decides, so "platform/base" is not "platform".
const std::vector<Row> kTable = {
    {"platform/base", {}, kPlain},
    {"platform", {"platform/base"}, kModel},
    {"platform/console/host", {"platform/base", "platform"}, kAnything},  // terminals
    {"platform/memory", {"platform/base", "platform"}, kAnything},        // ELF's layout, SHA-256
    {"platform/observe", {"platform/base", "platform"}, kModel},
    {"platform/symbols", {"platform/base", "platform"}, kAnything},  // libdw
    {"platform/trace", {"platform/base"}, kAnything},                // ISA-L
    {"models/aqm", {}, {Outside::kStdint}},
    {"models/area", {"platform/base", "models/aqm"}, kPlain},
    {"models/queue", {"platform/base", "models/aqm"}, kPlain},
    {"models/docsis", {"platform/base", "models/aqm"}, kPlain},
    {"models/docsis/config_file", {"platform/base", "models/docsis"}, kAnything},  // MD5
    {"models/hosts", {"platform/base", "platform/trace", "platform/kernel"}, kModel},
    {"models/cm",
     {"platform/base", "platform", "models/aqm", "models/area", "models/queue", "models/docsis"},
     kModel},
    {"models/cmts",
     {"platform/base", "platform", "models/aqm", "models/queue", "models/docsis"},
     kModel},
    {"system",
     {"platform/base", "platform", "models/aqm", "models/area", "models/queue", "models/docsis",
      "models/hosts", "models/cm", "models/cmts"},
     kProgram},
    {"testing", {"platform/base", "system"}, kAnything},  // GoogleTest
    {"app", {"platform/base", "platform", "system", "rtl", "app/report"}, kProgram},
    {"app/report", {"platform/base", "platform", "system", "app"}, kAnything},    // zlib
    {"app/firmware_report", {"platform/base", "platform", "system"}, kAnything},  // C++ names
    {"fw", {"models/aqm"}, {Outside::kStdint}},
    {"fw/libc", {"fw"}, kAnything},                                       // picolibc
    {"fw/shell", {"fw", "models/aqm"}, kAnything},                        // the same
    {"rtl", {"platform/base", "models/aqm", "models/queue"}, kAnything},  // what Verilator writes
    {"tests",
     {"platform/base", "platform", "models/aqm", "models/area", "models/queue", "models/docsis",
      "models/hosts", "models/cm", "models/cmts", "system", "testing", "app", "rtl"},
     kAnything},
    {kTlmCases + "/firmware", {"fw"}, {Outside::kStdint}},
    {"tests/fw/dual_queue", {"fw", "models/aqm", "platform", "tests"}, kAnything},
    {"tests/fw/images", {"fw", "models/aqm"}, {Outside::kStdint}},
    {"tests/fw/images/libc", {"fw"}, kAnything},  // picolibc
    {"tests/fw/equivalence", {"fw", "models/aqm", "platform", "tests"}, kAnything},
    {"tests/fw/host", {"fw", "models/aqm", "tests", kFirmwareProject}, kAnything},
    {"tests/fw/costs",
     {"models/aqm", "models/area", "models/queue", "models/cm", "system", "platform", "tests",
      "tests/fw/equivalence"},
     kAnything},
    {"benches",
     {"platform/base", "platform", "models/aqm", "models/area", "models/queue", "models/docsis",
      "models/hosts", "models/cm", "models/cmts", "system", "app", "tests"},
     kAnything},
    {"examples",
     {"platform/base", "platform", "models/aqm", "models/area", "models/queue", "models/docsis",
      "models/hosts", "models/cm", "models/cmts", "system", "testing", kFirmwareOfBlock,
      kFirmwareOfDma},
     kAnything},
    {kFirmwareProject, {"fw", "models/aqm"}, {Outside::kStdint}},
    {kFirmwareProject + "/table", {kFirmwareProject}, kAnything},  // picolibc
    {kFirmwareOfBlock, {"fw", "models/aqm"}, {Outside::kStdint}},
    {kFirmwareOfDma, {"fw", "models/aqm"}, {Outside::kStdint}},
};

// The folders of `system`, from what a scenario is to what runs it. Each may use itself and those
// before it.
const std::vector<std::string> kSystemOrder = {
    "system/json",
    "system/scenario/schema",
    "system/scenario/fields",
    "system/config_file",
    "system/extension",
    "system/scenario/derive",
    "system/scenario/complete",
    "system/scenario/provisioning",
    "system/scenario/check",
    "system/results",
    "system/scenario/read",
    "system/assembly/configure",
    "system/assembly/series",
    "system/assembly/faults",
    "system/assembly/cpu",
    "system/assembly/modem",
    "system/area",
    "system/assembly/traffic",
    "system/traffic",
    "system/assembly/packets",
    "system/assembly/capture",
    "system/assembly/measure",
    "system/assembly/instruments",
    "system/assembly/bare",
    "system/assembly",
};

bool lies_below(const std::string& file, const std::string& folder) {
  return file.compare(0, folder.size() + 1, folder + "/") == 0;
}

const Row* find_row(const std::string& file) {
  const Row* found = nullptr;
  for (const Row& row : kTable) {
    if (lies_below(file, row.folder) && (!found || row.folder.size() > found->folder.size())) {
      found = &row;
    }
  }
  return found;
}

Outside kind_of(const std::string& header) {
  const auto begins = [&header](const char* start) { return header.rfind(start, 0) == 0; };
  if (header == "stdint.h" || header == "cstdint") return Outside::kStdint;
  if (begins("boost/")) return Outside::kBoost;
  if (begins("systemc") || begins("sysc/") || begins("tlm")) return Outside::kSystemC;
  if (header == "unistd.h" || header == "fcntl.h" || header == "poll.h" || header == "malloc.h" ||
      header == "pthread.h" || header == "termios.h" || begins("sys/") || begins("arpa/")) {
    return Outside::kPosix;
  }
  const bool is_path = header.find_first_of("./") != std::string::npos;
  return is_path ? Outside::kOther : Outside::kStandard;
}

template <typename T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// Firmware finds its own headers below fw/include, as a firmware project would; projects find
// theirs beside a source.
std::string resolved(const std::string& file, const std::string& header) {
  const std::string beside = file.substr(0, file.rfind('/') + 1) + header;
  const bool is_project = lies_below(file, kProjects) || lies_below(file, kTlmCases);
  if (is_project && std::filesystem::exists(beside)) return beside;
  const std::string below_include = "fw/include/" + header;
  const bool is_firmware = lies_below(file, "fw");
  return is_firmware && std::filesystem::exists(below_include) ? below_include : header;
}

// Returns a folder's position in kSystemOrder; the longest name that matches decides.
std::optional<std::size_t> find_rank(const std::string& file) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < kSystemOrder.size(); ++i) {
    if (lies_below(file, kSystemOrder[i]) &&
        (!found || kSystemOrder[i].size() > kSystemOrder[*found].size())) {
      found = i;
    }
  }
  return found;
}

std::optional<std::string> broken_in_system(const std::string& file, const std::string& path) {
  if (!lies_below(file, "system") || !lies_below(path, "system")) return std::nullopt;
  const std::optional<std::size_t> user = find_rank(file);
  const std::optional<std::size_t> used = find_rank(path);
  if (!user) return file + " belongs to no folder of kSystemOrder";
  if (!used) return path + " belongs to no folder of kSystemOrder";
  if (*used <= *user) return std::nullopt;
  return kSystemOrder[*user] + " may not use " + kSystemOrder[*used] + ", which comes later";
}

std::optional<std::string> broken_inside(const Row& user, const std::string& file,
                                         const std::string& header) {
  const std::string path = resolved(file, header);
  if (!std::filesystem::exists(path)) return header + " is no path from the project's root";
  const Row* used = find_row(path);
  if (!used) return header + " belongs to no row of the table";
  if (const auto broken = broken_in_system(file, path)) return broken;
  if (used == &user || contains(user.may_use, used->folder)) return std::nullopt;
  // A row may open some folders of another: hosts see platform/trace but not the rest of platform.
  const auto opens = [&path](const std::string& folder) { return lies_below(path, folder); };
  if (std::any_of(user.may_use.begin(), user.may_use.end(), opens)) return std::nullopt;
  return user.folder + " may not use " + used->folder;
}

}  // namespace

std::optional<std::string> row_of(const std::string& file) {
  const Row* row = find_row(file);
  return row ? std::optional(row->folder) : std::nullopt;
}

std::optional<std::string> broken_rule(const std::string& file, const std::string& include) {
  const Row* user = find_row(file);
  if (!user) return file + " belongs to no row of the table";
  const std::string header = include.substr(1, include.size() - 2);
  if (include.front() == '"') return broken_inside(*user, file, header);
  if (contains(user->outside, kind_of(header))) return std::nullopt;
  return user->folder + " may not use " + include;
}

}  // namespace docsis_vp::house
