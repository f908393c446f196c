// Reads a capture file sequentially in either byte order, with errors that name the place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace docsis_vp::hosts {

// Buffered by the stream: memory does not grow with the file.
class CaptureFile {
 public:
  // Throws InputError if the file cannot be opened.
  explicit CaptureFile(const std::string& path);

  std::uint64_t size() const { return size_; }
  std::uint64_t position() const { return position_; }
  bool at_end() const { return position_ == size_; }
  // Returns whether at least `bytes` octets follow.
  bool has(std::uint64_t bytes) const { return bytes <= size_ - position_; }

  // Throws InputError "truncated at byte N" (the size of the file) if fewer octets follow.
  void read(void* to, std::size_t bytes);
  void skip(std::uint64_t bytes);
  void rewind();

  // Throws InputError, which names the file.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void expect(std::uint64_t bytes) const;

  std::string path_;
  std::ifstream stream_;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
};

// Decodes integers in the byte order of the file's writer.
struct ByteOrder {
  bool is_big = false;

  std::uint16_t u16(const std::uint8_t* octets) const;
  std::uint32_t u32(const std::uint8_t* octets) const;
  std::uint64_t u64(const std::uint8_t* octets) const;
};

}  // namespace docsis_vp::hosts
