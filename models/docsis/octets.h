// Reads and writes octets, most significant first. Only DOCSIS check sequences are sent low byte
// first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace docsis_vp::docsis {

// Non-owning view of octets.
struct OctetView {
  OctetView() = default;
  OctetView(const std::uint8_t* octets, std::size_t count) : data(octets), size(count) {}
  OctetView(const std::vector<std::uint8_t>& octets)  // NOLINT: implicit by design
      : data(octets.data()), size(octets.size()) {}

  std::uint8_t operator[](std::size_t index) const { return data[index]; }
  // Both truncate to the available octets.
  OctetView first(std::size_t count) const { return {data, count < size ? count : size}; }
  OctetView from(std::size_t offset) const {
    return offset < size ? OctetView(data + offset, size - offset) : OctetView();
  }

  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
};

// Reads fields from the start of a view. Past its end every field reads 0 and ok() stays false, so
// a parser checks once after the fields it needs.
class OctetReader {
 public:
  explicit OctetReader(OctetView octets) : rest_(octets) {}

  bool ok() const { return ok_; }
  OctetView rest() const { return rest_; }

  std::uint8_t u8() { return static_cast<std::uint8_t>(big_endian<1>()); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(big_endian<2>()); }
  std::uint32_t u32() { return big_endian<4>(); }
  std::uint16_t u16_low_first() {
    const std::uint16_t value = u16();
    return static_cast<std::uint16_t>(value << 8 | value >> 8);
  }
  std::uint32_t u32_low_first() { return __builtin_bswap32(u32()); }
  OctetView take(std::size_t count) {
    if (count > rest_.size) {
      ok_ = false;
      return {};
    }
    const OctetView taken = rest_.first(count);
    rest_ = rest_.from(count);
    return taken;
  }

 private:
  template <std::size_t kCount>
  std::uint32_t big_endian() {
    if (rest_.size < kCount) {
      ok_ = false;
      return 0;
    }
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      value = value << 8 | rest_.data[i];
    }
    rest_.data += kCount;
    rest_.size -= kCount;
    return value;
  }

  OctetView rest_;
  bool ok_ = true;
};

// Writes fields in sequence, over existing octets or into octets that it appends to a vector (0
// until written). The caller reuses the vector.
class OctetWriter {
 public:
  explicit OctetWriter(std::uint8_t* octets) : next_(octets) {}
  OctetWriter(std::vector<std::uint8_t>& octets, std::size_t count) {
    const std::size_t start = octets.size();
    octets.resize(start + count);
    next_ = octets.data() + start;
  }

  void u8(unsigned value) { *next_++ = static_cast<std::uint8_t>(value); }
  void u16(unsigned value) {
    u8(value >> 8);
    u8(value);
  }
  void u32(std::uint32_t value) {
    u16(value >> 16);
    u16(value);
  }
  void u16_low_first(unsigned value) {
    u8(value);
    u8(value >> 8);
  }
  void u32_low_first(std::uint32_t value) { u32(__builtin_bswap32(value)); }
  void put(OctetView octets) { next_ = std::copy_n(octets.data, octets.size, next_); }

 private:
  std::uint8_t* next_;
};

}  // namespace docsis_vp::docsis
