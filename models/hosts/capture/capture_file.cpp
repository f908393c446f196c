#include "models/hosts/capture/capture_file.h"

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

CaptureFile::CaptureFile(const std::string& path)
    : path_(path), stream_(path, std::ios::binary | std::ios::ate) {
  const std::streamoff end = stream_ ? static_cast<std::streamoff>(stream_.tellg()) : -1;
  stream_.seekg(0);
  // A folder can be opened, but has no size or cannot be read.
  if (end < 0 || (end > 0 && stream_.peek() == std::ifstream::traits_type::eof())) {
    fail("cannot be read");
  }
  size_ = static_cast<std::uint64_t>(end);
}

void CaptureFile::read(void* to, std::size_t bytes) {
  expect(bytes);
  if (!stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes))) {
    fail("cannot be read at byte " + std::to_string(position_));
  }
  position_ += bytes;
}

void CaptureFile::skip(std::uint64_t bytes) {
  expect(bytes);
  stream_.seekg(static_cast<std::streamoff>(bytes), std::ios::cur);
  position_ += bytes;
}

void CaptureFile::rewind() {
  stream_.clear();
  stream_.seekg(0);
  position_ = 0;
}

void CaptureFile::expect(std::uint64_t bytes) const {
  if (!has(bytes)) {
    fail("truncated at byte " + std::to_string(size_));
  }
}

void CaptureFile::fail(const std::string& message) const {
  throw InputError(path_ + ": " + message);
}

std::uint16_t ByteOrder::u16(const std::uint8_t* octets) const {
  const unsigned first = octets[is_big ? 0 : 1];
  const unsigned second = octets[is_big ? 1 : 0];
  return static_cast<std::uint16_t>(first << 8 | second);
}

std::uint32_t ByteOrder::u32(const std::uint8_t* octets) const {
  const std::uint32_t high = u16(octets + (is_big ? 0 : 2));
  const std::uint32_t low = u16(octets + (is_big ? 2 : 0));
  return high << 16 | low;
}

std::uint64_t ByteOrder::u64(const std::uint8_t* octets) const {
  const std::uint64_t high = u32(octets + (is_big ? 0 : 4));
  const std::uint64_t low = u32(octets + (is_big ? 4 : 0));
  return high << 32 | low;
}

}  // namespace docsis_vp::hosts
