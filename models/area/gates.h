// Counts gate equivalents exactly, in hundredths, because the cells of tools/area/ge.lib have two
// decimals.
#pragma once

#include <cstdint>

namespace docsis_vp::area {

// One gate equivalent (GE) is the area of a NAND2 of drive 1.
struct Gates {
  std::uint64_t hundredths = 0;

  constexpr double ge() const { return static_cast<double>(hundredths) / 100; }
  constexpr double kge() const { return static_cast<double>(hundredths) / 100'000; }
};

constexpr Gates operator+(Gates a, Gates b) {
  return {a.hundredths + b.hundredths};
}
constexpr Gates operator*(std::uint64_t count, Gates each) {
  return {count * each.hundredths};
}
constexpr bool operator==(Gates a, Gates b) {
  return a.hundredths == b.hundredths;
}
constexpr bool operator!=(Gates a, Gates b) {
  return !(a == b);
}
constexpr bool operator<(Gates a, Gates b) {
  return a.hundredths < b.hundredths;
}

}  // namespace docsis_vp::area
