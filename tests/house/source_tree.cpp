#include "tests/house/source_tree.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <system_error>

namespace docsis_vp::house {
namespace {

namespace fs = std::filesystem;

// Excluded files: build results, and files that version control ignores.
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

// Other processes may remove a folder that it is about to read, such as a test's own.
void read_folder(const fs::path& folder, std::vector<SourceFile>& files) {
  std::error_code vanished;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, vanished)) {
    if (entry.is_directory(vanished) && !entry.is_symlink(vanished)) {
      if (!is_skipped(entry.path())) read_folder(entry.path(), files);
    } else if (is_source(entry.path())) {
      files.push_back({entry.path().lexically_normal(), lines_of(entry.path())});
    }
  }
}

std::vector<SourceFile> read_tree() {
  std::vector<SourceFile> files;
  read_folder(".", files);
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
