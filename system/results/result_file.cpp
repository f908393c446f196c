#include "system/results/result_file.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
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
constexpr int kMostFolderAttempts = 3;

// Paths to remove when the process ends, for a signal handler; null: a free entry. A run has a
// dozen at most.
using Paths = std::array<std::atomic<const char*>, 64>;
Paths unfinished_files{};
Paths folders_made_here{};
std::atomic<pid_t> paths_owner{};  // a child process has the parent's paths, which are not its own

void replace_path(Paths& paths, const char* expected, const char* by) {
  for (std::atomic<const char*>& place : paths) {
    const char* found = expected;
    if (place.compare_exchange_strong(found, by)) {
      return;
    }
  }
}

void remember_path(Paths& paths, const std::string& path) {
  if (paths_owner.exchange(::getpid()) != ::getpid()) {
    std::fill(unfinished_files.begin(), unfinished_files.end(), nullptr);
    std::fill(folders_made_here.begin(), folders_made_here.end(), nullptr);
  }
  replace_path(paths, nullptr, path.c_str());
}

void forget_path(Paths& paths, const std::string& path) {
  replace_path(paths, path.c_str(), nullptr);
}

// True for a device or a FIFO: a new file must not replace it.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

// Returns the folders that it created, outermost first.
std::vector<fs::path> make_folders(const fs::path& folder, std::error_code& error) {
  std::vector<fs::path> made;
  // Another process may remove an empty outer folder before the inner one is created.
  for (int attempt = 0; attempt < kMostFolderAttempts; ++attempt) {
    error.clear();
    fs::path at;
    for (auto part = folder.begin(); part != folder.end() && !error; ++part) {
      at /= *part;
      if (fs::create_directory(at, error) &&
          std::find(made.begin(), made.end(), at) == made.end()) {
        made.push_back(at);
      }
    }
    if (error != std::errc::no_such_file_or_directory) {
      break;
    }
  }
  return made;
}

// Explains why folders could not be created.
std::string why_no_folder(const fs::path& folder, const std::error_code& error) {
  fs::path at;
  for (const fs::path& part : folder) {
    at /= part;
    std::error_code ignored;
    if (fs::exists(at, ignored) && !is_folder(at)) {
      return at.string() + " is a file, expected a folder";
    }
  }
  return error.message();
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
    made_folders_ = make_folders(target.parent_path(), error);
    target_ = target.string();
    temporary_ = (target.parent_path() /
                  ("." + target.filename().string() + "." + std::to_string(::getpid())))
                     .string();
    for (const fs::path& folder : made_folders_) {
      remember_path(folders_made_here, folder.native());
    }
    remember_path(unfinished_files, temporary_);
    stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  }
  if (!stream_ || is_folder(target)) {
    const std::string why =
        error ? why_no_folder(target.parent_path(), error) : std::strerror(errno);
    discard();
    throw InputError(path_ + ": " + or_is_folder(target, "cannot be written: " + why));
  }
}

ResultFile::~ResultFile() {
  discard();
}

void ResultFile::commit() {
  errno = 0;
  stream_.close();
  std::error_code error;
  if (stream_.fail()) {
    error.assign(errno, std::generic_category());
  } else if (!temporary_.empty()) {
    fs::rename(temporary_, target_, error);
  }
  if (stream_.fail() || error) {
    throw InputError(path_ + ": cannot be written" + (error ? ": " + error.message() : ""));
  }
  forget_path(unfinished_files, temporary_);
  temporary_.clear();
}

void ResultFile::remove_unfinished() noexcept {
  if (paths_owner.load() != ::getpid()) {
    return;
  }
  for (const std::atomic<const char*>& place : unfinished_files) {
    if (const char* const file = place.load()) {
      ::unlink(file);
    }
  }
  std::for_each(folders_made_here.rbegin(), folders_made_here.rend(), [](const auto& place) {
    if (const char* const folder = place.load()) {
      ::rmdir(folder);
    }
  });
}

void ResultFile::discard() {
  std::error_code ignored;
  if (!temporary_.empty()) {
    stream_.close();
    fs::remove(temporary_, ignored);
    forget_path(unfinished_files, temporary_);
  }
  std::for_each(made_folders_.rbegin(), made_folders_.rend(), [&ignored](const fs::path& folder) {
    forget_path(folders_made_here, folder.native());
    fs::remove(folder, ignored);
  });
}

}  // namespace docsis_vp::system
