// The project's own sources, as the tests of the house read them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace docsis_vp::house {

struct SourceFile {
  std::string path;  // from the project's root, "platform/base/clock.h"
  std::vector<std::string> lines;
};

// Every .h, .c, .cpp and .S below the folders that hold sources. Tests run in the project's root.
const std::vector<SourceFile>& source_files();

}  // namespace docsis_vp::house
