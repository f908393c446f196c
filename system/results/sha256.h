// SHA-256 (FIPS 180-4), to name firmware images by their contents.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace docsis_vp::system {

class Sha256 {
 public:
  void add(const void* data, std::size_t size);
  // Four octets, the lowest first.
  void add_u32(std::uint32_t value);
  // 64 hexadecimal digits; ends the calculation.
  std::string finish();

 private:
  void compress();

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block_{};
  std::size_t filled_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace docsis_vp::system
