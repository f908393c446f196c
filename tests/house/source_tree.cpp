#include "tests/house/source_tree.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

namespace docsis_vp::house {
namespace {

namespace fs = std::filesystem;

// Not ours to judge: what is built, and what version control hides.
bool is_skipped(const fs::path& folder) {
  static const std::set<std::string> kSkipped = {"build", "out"};
  const std::string name = folder.filename();
  return kSkipped.count(name) > 0 || name.front() == '.';
}

bool is_source(const fs::path& file) {
  static const std::set<std::string> kExtensions = {".h", ".c", ".cpp", ".S"};
  return kExtensions.count(file.extension()) > 0;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<SourceFile> read_tree() {
  std::vector<SourceFile> files;
  fs::recursive_directory_iterator entries(".");
  for (auto entry = begin(entries); entry != end(entries); ++entry) {
    if (entry->is_directory()) {
      if (is_skipped(entry->path())) entry.disable_recursion_pending();
    } else if (is_source(entry->path())) {
      files.push_back({entry->path().lexically_normal(), lines_of(entry->path())});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace

const std::vector<SourceFile>& source_files() {
  static const std::vector<SourceFile> files = read_tree();
  return files;
}

}  // namespace docsis_vp::house
