// Reads whole files that a user named.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace docsis_vp {

// Larger files are refused: a device such as /dev/zero has no end.
constexpr std::size_t kMostFileBytes = std::size_t{256} << 20;

// Throws InputError, which names the path, if `octets` exceeds kMostFileBytes.
void check_file_size(const std::string& path, std::size_t octets);

// Returns the file's octets, or nothing if it cannot be read (for example a folder). Throws
// InputError if the file exceeds kMostFileBytes.
std::optional<std::string> contents_of(const std::string& path);

// Returns the file's octets. Throws InputError, which names the path, if it cannot be read.
std::string read_file(const std::string& path);

}  // namespace docsis_vp
