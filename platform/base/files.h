// Checks paths that a user wrote.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace docsis_vp {

// The functions never throw, unlike those of std::filesystem. A path that cannot be followed (a
// name too long, a folder without permission) counts as missing. The caller can then say which key
// named it.
inline bool is_file(const std::filesystem::path& path) noexcept {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

inline bool is_folder(const std::filesystem::path& path) noexcept {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

// Returns "is a folder, expected a file" if the path is a folder, else the given reason.
inline std::string or_is_folder(const std::filesystem::path& path, const std::string& reason) {
  return is_folder(path) ? "is a folder, expected a file" : reason;
}

}  // namespace docsis_vp
