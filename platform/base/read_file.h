// A whole file that a user named.
#pragma once

#include <optional>
#include <string>

namespace docsis_vp {

// Its octets; nothing if it cannot be read, as a folder cannot.
std::optional<std::string> contents_of(const std::string& path);

// The same. InputError, which names the path: there is nothing to read.
std::string read_file(const std::string& path);

}  // namespace docsis_vp
