#include "system/results/result_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "platform/base/errors.h"
#include "platform/base/files.h"

namespace docsis_vp::system {

namespace fs = std::filesystem;

ResultFile::ResultFile(std::string path) : path_(std::move(path)) {
  const fs::path target = path_;
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  temporary_ =
      (target.parent_path() / ("." + target.filename().string() + "." + std::to_string(::getpid())))
          .string();
  stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  if (!stream_ || is_folder(target)) {
    throw InputError(path_ +
                     ": cannot be written: " + (error ? error.message() : std::strerror(errno)));
  }
}

ResultFile::~ResultFile() {
  if (!temporary_.empty()) {
    stream_.close();
    std::error_code ignored;
    fs::remove(temporary_, ignored);
  }
}

void ResultFile::commit() {
  stream_.close();
  std::error_code error;
  if (!stream_.fail()) {
    fs::rename(temporary_, path_, error);
  }
  if (stream_.fail() || error) {
    throw InputError(path_ + ": cannot be written" + (error ? ": " + error.message() : ""));
  }
  temporary_.clear();
}

}  // namespace docsis_vp::system
