// A folder of a test's own: empty at first, and removed with its owner.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace docsis_vp {

// Its name is new: a test that was killed left its folder behind, and process numbers come again.
class TemporaryFolder {
 public:
  // Throws std::filesystem::filesystem_error.
  TemporaryFolder() : path_(make()) {}
  // Leaves what a process that still ends may write there at this moment.
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  static std::filesystem::path make() {
    std::string path = (std::filesystem::temp_directory_path() / "docsis-vp-test-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) {
      throw std::filesystem::filesystem_error("cannot make a folder", path,
                                              {errno, std::generic_category()});
    }
    return path;
  }

  std::filesystem::path path_;
};

}  // namespace docsis_vp
