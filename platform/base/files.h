// What a path that a user wrote leads to.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace docsis_vp {

// A path that cannot be followed (a name too long, a folder closed to us) leads to nothing: unlike
// the functions of std::filesystem these never throw, so that the caller says which key named it.
inline bool is_file(const std::filesystem::path& path) noexcept {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

inline bool is_folder(const std::filesystem::path& path) noexcept {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

// Why a path serves as no file: it is a folder, or else the reason given.
inline std::string or_is_folder(const std::filesystem::path& path, const std::string& reason) {
  return is_folder(path) ? "is a folder, expected a file" : reason;
}

}  // namespace docsis_vp
