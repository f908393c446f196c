// A whole file that a user named.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace docsis_vp {

// More octets are no input of ours: a device such as /dev/zero has no end.
constexpr std::size_t kMostFileBytes = std::size_t{256} << 20;

// Throws InputError, which names the path, if so many octets are more than kMostFileBytes.
void check_file_size(const std::string& path, std::size_t octets);

// Its octets; nothing if it cannot be read, as a folder cannot. Throws InputError: they are too
// many.
std::optional<std::string> contents_of(const std::string& path);

// The same. InputError, which names the path: there is nothing to read.
std::string read_file(const std::string& path);

}  // namespace docsis_vp
