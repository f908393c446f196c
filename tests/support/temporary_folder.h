// A folder of a test's own, empty at first, that goes with its owner.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace docsis_vp {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("docsis-vp-test-" + std::to_string(::getpid()) + "-" + std::to_string(next()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  static unsigned next() {
    static unsigned folders = 0;
    return folders++;
  }

  std::filesystem::path path_;
};

}  // namespace docsis_vp
