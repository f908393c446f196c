#include "platform/base/read_file.h"

#include <array>
#include <fstream>

#include "platform/base/errors.h"
#include "platform/base/files.h"

namespace docsis_vp {

void check_file_size(const std::string& path, std::size_t octets) {
  if (octets > kMostFileBytes) {
    throw InputError(path + ": expected at most " + std::to_string(kMostFileBytes >> 20) + " MiB");
  }
}

// read() reports a failure in the stream's state. An istreambuf_iterator would throw for a folder.
std::optional<std::string> contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string contents;
  std::array<char, 65536> chunk{};
  while (file.read(chunk.data(), chunk.size()), file.gcount() > 0) {
    const auto octets = static_cast<std::size_t>(file.gcount());
    check_file_size(path, contents.size() + octets);
    contents.append(chunk.data(), octets);
  }
  return file.eof() ? std::optional(std::move(contents)) : std::nullopt;
}

std::string read_file(const std::string& path) {
  std::optional<std::string> contents = contents_of(path);
  if (!contents) {
    throw InputError(path + ": " + or_is_folder(path, "cannot be read"));
  }
  return *std::move(contents);
}

}  // namespace docsis_vp
