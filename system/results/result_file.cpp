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

namespace {

constexpr int kMostLinks = 40;  // as many as Linux follows

// A device, a FIFO: nothing that a new file could take the place of.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

}  // namespace

fs::path linked(fs::path path) {
  std::error_code ignored;
  for (int links = 0; links < kMostLinks && fs::is_symlink(path, ignored); ++links) {
    path = path.parent_path() / fs::read_symlink(path, ignored);
  }
  return path;
}

ResultFile::ResultFile(std::string path) : path_(std::move(path)) {
  const fs::path target = linked(path_);
  std::error_code error;
  if (is_special(path_)) {
    stream_.open(path_, std::ios::binary);
  } else {
    fs::create_directories(target.parent_path(), error);
    target_ = target.string();
    temporary_ = (target.parent_path() /
                  ("." + target.filename().string() + "." + std::to_string(::getpid())))
                     .string();
    stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  }
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
  if (!stream_.fail() && !temporary_.empty()) {
    fs::rename(temporary_, target_, error);
  }
  if (stream_.fail() || error) {
    throw InputError(path_ + ": cannot be written" + (error ? ": " + error.message() : ""));
  }
  temporary_.clear();
}

}  // namespace docsis_vp::system
