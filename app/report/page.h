// Writes the page of `docsis-vp report`: one self-contained HTML file.
#pragma once

#include <string>
#include <vector>

#include "app/report/groups.h"

namespace docsis_vp::app {

// Returns the data of a page, from the files of all groups: JSON without "<". Throws InputError for
// a file that is missing, damaged or of another schema.
std::string report_data(const std::vector<ReportGroup>& groups);

// Returns the page of a run in progress. It receives its data as events (page/live.js). nonce:
// named by its scripts, for a content security policy.
std::string live_page(const std::string& nonce);

// Further data of the only run. Empty: none.
struct RunRecords {
  std::string packets;       // file of --packets: the reader may choose among its packets
  std::string timeline;      // file of --timeline: what was around them
  std::string profile_json;  // cycles by function, as system::CpuRecordings has them
};

// Returns the whole page, from the files of all groups. Throws InputError for a file that is
// missing, damaged or of another schema.
std::string report_page(const std::vector<ReportGroup>& groups, const RunRecords& records = {});

// Default path of a folder's page.
std::string report_path(const std::string& folder);

// Writes the page. Throws InputError as report_page(), and if it cannot be written.
void write_report(const std::vector<ReportGroup>& groups, const std::string& path,
                  const RunRecords& records = {});

// Removes white space between tokens of JSON, and escapes "<", so that a script element can contain
// the text.
std::string compact_json(const std::string& text);

}  // namespace docsis_vp::app
