// Gate equivalents, exactly: a count in hundredths, as the cells have two decimals.
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

// The library that all costs are made of: eight cells, as an open synthesis flow can map to them.
namespace cells {
constexpr Gates kInv{67};
constexpr Gates kBuf{100};
constexpr Gates kNand2{100};
constexpr Gates kNor2{100};
constexpr Gates kAoi21{133};
constexpr Gates kXor2{200};
constexpr Gates kMux2{233};
constexpr Gates kDff{567};
}  // namespace cells

}  // namespace docsis_vp::area
