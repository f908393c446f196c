#include <cstdio>
#include <filesystem>

#include "app/options.h"
#include "app/output_files.h"
#include "app/report/page.h"
#include "app/single_run.h"
#include "platform/base/errors.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kReportUsage =
    "docsis-vp report DIR... [--packets FILE [--timeline FILE]] [-o FILE]";

// Refuses a folder given twice: it cannot be compared with itself.
void refuse_twice(const std::vector<std::string>& folders) {
  for (std::size_t i = 0; i < folders.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      std::error_code ignored;
      if (std::filesystem::equivalent(folders[i], folders[k], ignored)) {
        throw InputError(folders[i] + ": is given twice");
      }
    }
  }
}

std::vector<system::InputFile> files_of(const std::vector<ReportGroup>& groups) {
  std::vector<system::InputFile> files;
  for (const ReportGroup& group : groups) {
    for (const std::string& folder : group.folders) {
      files.push_back({"the results", results_path(folder)});
      files.push_back({"the time series", series_path(folder)});
    }
  }
  return files;
}

}  // namespace

int report_command(const Arguments& arguments) {
  std::vector<std::string> folders;
  std::string output;
  RunRecords records;
  po::options_description options("options");
  options.add_options()  //
      ("output,o", po::value(&output)->value_name("FILE"),
       "the page (default: report.html in the first folder)")  //
      ("packets", po::value(&records.packets)->value_name("FILE"),
       "packets of the run, from its --packets, whose way the page shows")  //
      ("timeline", po::value(&records.timeline)->value_name("FILE"),
       "timeline of the run, from its --timeline: MAPs, interrupts and firmware around packets");
  po::variables_map values;
  if (parse_options(arguments, kReportUsage, options, {"folder..."}, values)) {
    return kDone;
  }
  reject_empty_values(values, {"output", "packets", "timeline"});
  if (values.count("timeline") != 0 && values.count("packets") == 0) {
    throw InputError("--timeline needs --packets");
  }
  const std::string& packets = records.packets;
  const std::string& timeline = records.timeline;
  if (values.count("folder...") != 0) {
    folders = values["folder..."].as<std::vector<std::string>>();
  }
  if (folders.empty()) {
    throw InputError(std::string("a folder is missing, usage: ") + kReportUsage);
  }
  refuse_twice(folders);
  std::vector<ReportGroup> groups;
  for (const std::string& folder : folders) {
    const std::vector<ReportGroup> more = groups_in(folder);
    groups.insert(groups.end(), more.begin(), more.end());
  }
  if (!packets.empty() && (groups.size() > 1 || groups.front().folders.size() > 1)) {
    throw InputError("--packets: expected the folder of one run, got several");
  }
  if (output.empty()) {
    output = report_path(folders.front());
  }
  std::vector<system::InputFile> inputs = files_of(groups);
  if (!packets.empty()) {
    inputs.push_back({"the packets", packets});
  }
  if (!timeline.empty()) {
    inputs.push_back({"the timeline", timeline});
  }
  OutputFiles(inputs).add("the report", output);
  write_report(groups, output, records);
  std::printf("%s\n", output.c_str());
  return kDone;
}

}  // namespace docsis_vp::app
