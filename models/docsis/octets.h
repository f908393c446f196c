// Views, readers and writers of octets, most significant first as everywhere in DOCSIS but in its
// check sequences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace docsis_vp::docsis {

// Octets that belong to somebody else.
struct OctetView {
  OctetView() = default;
  OctetView(const std::uint8_t* octets, std::size_t count) : data(octets), size(count) {}
  OctetView(const std::vector<std::uint8_t>& octets)  // NOLINT: a view of a vector is meant
      : data(octets.data()), size(octets.size()) {}

  std::uint8_t operator[](std::size_t index) const { return data[index]; }
  // Both cut to what is there.
  OctetView first(std::size_t count) const { return {data, count < size ? count : size}; }
  OctetView from(std::size_t offset) const {
    return offset < size ? OctetView(data + offset, size - offset) : OctetView();
  }

  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
};

// Reads on from the start of a view. Past its end every field reads 0 and ok() stays false, so that
// a parser checks once, after the fields it needs.
class OctetReader {
 public:
  explicit OctetReader(OctetView octets) : rest_(octets) {}

  bool ok() const { return ok_; }
  OctetView rest() const { return rest_; }

  std::uint8_t u8() { return static_cast<std::uint8_t>(big_endian(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(big_endian(2)); }
  std::uint32_t u32() { return big_endian(4); }
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
  std::uint32_t big_endian(std::size_t count) {
    const OctetView octets = take(count);
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < octets.size; ++i) {
      value = value << 8 | octets[i];
    }
    return value;
  }

  OctetView rest_;
  bool ok_ = true;
};

// Appends to a vector, which the caller reuses.
class OctetWriter {
 public:
  explicit OctetWriter(std::vector<std::uint8_t>& octets) : octets_(octets) {}

  void u8(unsigned value) { octets_.push_back(static_cast<std::uint8_t>(value)); }
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

 private:
  std::vector<std::uint8_t>& octets_;
};

}  // namespace docsis_vp::docsis
