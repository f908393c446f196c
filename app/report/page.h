// The page that `docsis-vp report` writes: one HTML file that needs nothing beside it.
#pragma once

#include <string>
#include <vector>

#include "app/report/groups.h"

namespace docsis_vp::app {

// The whole page. Reads the files of all groups. Throws InputError: a file is missing, damaged or
// of another schema.
std::string report_page(const std::vector<ReportGroup>& groups);

// Where the page of a folder lies unless the user says where.
std::string report_path(const std::string& folder);

// Writes the page. Throws InputError: as report_page(), or it cannot be written.
void write_report(const std::vector<ReportGroup>& groups, const std::string& path);

// Text without the white space between the tokens of JSON, and without "<", so that it can stand
// in a script element.
std::string compact_json(const std::string& text);

}  // namespace docsis_vp::app
